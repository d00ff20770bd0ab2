import SiderealClocks
import SiderealCore
import SiderealSystem

/// The life of a process of a simulated device. Code of an ended process may still run here, but it reaches nothing.
struct ProcessLife: Sendable {
    let name: String
    let files: SimulatedProcess
    private let isRunning = Lock(true)

    init(_ name: String, files: SimulatedProcess) {
        self.name = name
        self.files = files
    }

    /// Indicates whether the process still runs: it was neither ended nor killed in the middle of a change.
    var isAlive: Bool { isRunning.withLock { $0 } && !files.hasStopped }

    /// Indicates whether the process was not ended. A process killed in the middle of a change still has to be ended.
    var isNotEnded: Bool { isRunning.withLock { $0 } }

    /// Ends the process. Returns `false` if the process had ended before.
    func end() -> Bool {
        isRunning.withLock { isRunning in
            defer { isRunning = false }
            return isRunning
        }
    }

    /// Counts a change that outlives the process as a change of the disk. Returns `false` if the process is dead by
    /// then.
    func beginsChange() -> Bool { isNotEnded && files.beginsChange() }
}

/// The clocks of a process. They can't be read after its end.
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
            clock: "the clocks in \(life.name), whose process has ended (launch it again)", .noSuchProcess)
    }
}
