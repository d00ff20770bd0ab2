import SiderealClocks
import SiderealCore
import SiderealSystem

/// The life of a process of a simulated device. After its end, its code may still run here; it reaches nothing.
struct ProcessLife: Sendable {
    let name: String
    let files: SimulatedProcess
    private let isRunning = Lock(true)

    init(_ name: String, files: SimulatedProcess) {
        self.name = name
        self.files = files
    }

    /// Whether it was neither ended nor killed in the middle of something.
    var isAlive: Bool { isRunning.withLock { $0 } && !files.hasStopped }

    /// Whether it was not ended; a process that was killed in the middle of something still has to be.
    var isNotEnded: Bool { isRunning.withLock { $0 } }

    /// Ends it; whether it had not been ended before.
    func end() -> Bool {
        isRunning.withLock { isRunning in
            defer { isRunning = false }
            return isRunning
        }
    }

    /// Whether it lives to change something that outlives it. That counts as a change of the disk.
    func beginsChange() -> Bool { isNotEnded && files.beginsChange() }
}

/// The clocks of a process, which can't be read after its end.
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
