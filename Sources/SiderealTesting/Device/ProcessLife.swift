import SiderealClocks
import SiderealCore
import SiderealSystem

/// The state of a process of a simulated device. The code of an ended process may still run, but its calls have no
/// effect.
struct ProcessLife: Sendable {
    let name: String
    let files: SimulatedProcess
    private let isRunning = Lock(true)

    init(_ name: String, files: SimulatedProcess) {
        self.name = name
        self.files = files
    }

    /// A Boolean value that indicates whether the process still runs. The value is false after `end()`, and after a
    /// fault has killed the process in the middle of a change.
    var isAlive: Bool { isRunning.withLock { $0 } && !files.hasStopped }

    /// A Boolean value that indicates whether `end()` has not been called. The value also stays true after a fault has
    /// killed the process in the middle of a change.
    var isNotEnded: Bool { isRunning.withLock { $0 } }

    /// Ends the process. Returns `false` if the process had already ended.
    func end() -> Bool {
        isRunning.withLock { isRunning in
            defer { isRunning = false }
            return isRunning
        }
    }

    /// Counts a change to the keychain or to the UserDefaults like a change to the disk. Returns `false` if the process
    /// has ended before the change.
    func beginsChange() -> Bool { isNotEnded && files.beginsChange() }
}

/// The clocks of a process. After the process has ended, reading the clocks throws an error.
struct ProcessClocks: ClockSource {
    var clocks: any ClockSource
    let life: ProcessLife

    mutating func attempt() throws(ClockError) -> ClockAttempt {
        try check()
        return try clocks.attempt()
    }

    func state(slept: Nanoseconds) throws(ClockError) -> ClockState {
        try check()
        return try clocks.state(slept: slept)
    }

    func quickReading() -> QuickReading? { life.isAlive ? clocks.quickReading() : nil }

    private func check() throws(ClockError) {
        guard !life.isAlive else { return }
        throw .unreadable(
            clock: "the clocks in \(life.name), because the app's process has ended (launch it again)", .noSuchProcess)
    }
}
