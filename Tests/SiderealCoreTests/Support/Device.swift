import SiderealCore

/// An invented machine with a true time that only the test has. Processes start on it, time passes, and its owner sets
/// the clock. A process's record goes through bytes to the next process.
///
/// Not a `SimulatedDevice`: it is a value around the timekeeper alone, and its kernel may lie in ways that no real one
/// does.
struct Device {
    static let name = "story"

    let model: ClockModel
    var keeper: Timekeeper
    /// The true time, which processes can't read.
    private(set) var trueTime = TrueInstant(nanoseconds: 1_750_000_000_000_000_000)
    private(set) var wall: WallInstant
    private(set) var bootTime: WallInstant
    private(set) var elapsed = ElapsedInstant(nanoseconds: 0)
    private(set) var asleep = Nanoseconds.zero
    private(set) var suspends: Int64? = 0
    private(set) var bootCount = 1
    /// The hypervisor's count of pauses, or `nil` if it reports none.
    var disruptions: Int64?
    /// The rate by which its clocks run fast, in parts per million.
    var skew: Int64 = 0
    var hidesIdentity = false
    /// A Boolean value that indicates whether the kernel gives each boot the identity of the one before.
    var repeatsIdentity = false
    /// A Boolean value that indicates whether its app names its servers before it asks them.
    var namesServers = true
    var machine: String? = "machine"
    /// The build date of the software that the next process runs.
    var softwareDate: TrueInstant?
    /// The salt of the next process. Each process uses another one.
    var salt: UInt64 = 2

    init(_ model: ClockModel = .linux, upFor uptime: Nanoseconds = .seconds(5_000)) {
        self.model = model
        wall = WallInstant(nanoseconds: trueTime.nanoseconds)
        bootTime = wall
        keeper = Device.process(.absent, model)
        wait(uptime)
    }

    private static func process(
        _ record: LoadedRecord, _ model: ClockModel, salt: UInt64 = 2, softwareDate: TrueInstant? = nil
    ) -> Timekeeper {
        Timekeeper(
            .init(
                record: record, model: model, salt: Salt(high: 1, low: salt), observers: [name],
                softwareDate: softwareDate))
    }

    // MARK: - Events

    mutating func wait(_ time: Nanoseconds) {
        trueTime = trueTime + time
        count(time + Nanoseconds(time.count / 1_000_000 * skew))
    }

    mutating func count(_ time: Nanoseconds) {
        wall = wall + time
        elapsed = elapsed + time
    }

    /// Passes time that its clocks don't count, as while a virtual machine is paused.
    mutating func advance(by time: Nanoseconds) {
        trueTime = trueTime + time
        disruptions = disruptions.map { $0 + 1 }
    }

    /// Sleeps for a while, in one suspension, which may be miscounted. A hibernation isn't counted.
    mutating func sleep(_ time: Nanoseconds, miscounted error: Nanoseconds = .zero, counted: Int64 = 1) {
        trueTime = trueTime + time
        count(time + error)
        asleep = asleep + time + error
        suspends = suspends.map { $0 + counted }
    }

    mutating func setClock(by step: Nanoseconds) {
        wall = wall + step
        bootTime = bootTime + step
    }

    /// Turns the device off for a while. The hardware calendar keeps counting.
    mutating func reboot(off: Nanoseconds = .seconds(20), counterRunsOn: Bool = false) {
        trueTime = trueTime + off
        wall = wall + off
        bootTime = wall
        elapsed = counterRunsOn ? elapsed + off : ElapsedInstant(nanoseconds: 0)
        asleep = .zero
        suspends = suspends.map { _ in 0 }
        if !repeatsIdentity { bootCount += 1 }
    }

    // MARK: - Processes

    /// Returns the record as the next process finds it.
    func saved() throws -> LoadedRecord {
        guard let record = keeper.recordToSave else { return keeper.record }
        return .loaded(try TimekeeperRecord(bytes: record.bytes), isRecovered: false)
    }

    /// Starts a new process, which reads the clocks.
    @discardableResult
    mutating func launch(_ found: LoadedRecord? = nil) throws -> BootVerdict {
        keeper = Device.process(try found ?? saved(), model, salt: salt, softwareDate: softwareDate)
        salt += 1
        read()
        return try boot()
    }

    var deviceReading: DeviceReading {
        DeviceReading(
            reading: ClockReading(
                wall: wall, elapsed: elapsed, awake: AwakeInstant(nanoseconds: elapsed.nanoseconds) - asleep,
                kernelBootTime: bootTime, suspendMark: suspends,
                disruptionMarker: disruptions),
            bootIdentity: hidesIdentity ? nil : BootIdentity("boot \(bootCount)"),
            machine: machine.flatMap { MachineIdentity($0) })
    }

    @discardableResult
    mutating func read() -> [Timekeeper.Finding] { keeper.handle(.reading(deviceReading)).findings }

    /// Asks a server, whose answer is off by an error and has a margin. An answer that may be stale has no upper end.
    @discardableResult
    mutating func ask(
        _ source: String = "a", of operator: String? = nil, error: Nanoseconds = .zero,
        margin: Nanoseconds = .milliseconds(500),
        isAuthenticated: Bool = true, isFresh: Bool = true
    ) -> [Timekeeper.Finding] {
        let told = trueTime + error
        if namesServers {
            _ = keeper.handle(.sources([NamedSource(of: source, isAuthenticated: isAuthenticated)]))
        }
        let sample = TimeSample(
            source: source, operator: `operator`, isAuthenticated: isAuthenticated, sent: elapsed, received: elapsed,
            earliest: told - margin,
            latest: isFresh ? told + margin : nil)
        return keeper.handle(.sample(sample)).findings
    }

    /// Names servers. Reads the clocks first, as the library does.
    mutating func name(_ servers: String...) {
        if keeper.latest != nil { read() }
        _ = keeper.handle(.sources(servers.map { NamedSource(of: $0, isAuthenticated: true) }))
    }

    // MARK: - Knowledge

    func boot() throws -> BootVerdict {
        guard let verdict = keeper.verdict(for: Device.name) else { throw StoryError.noVerdict }
        return verdict
    }

    var trusted: TrustedTime { keeper.trusted(at: elapsed) }
    var systemClock: SystemClockVerdict { keeper.systemClock() }
    /// The trusted time that also accepts unauthenticated sources.
    var accepted: TrustedTime { keeper.trusted(at: elapsed, on: .unauthenticated) }
    var acceptedSystemClock: SystemClockVerdict { keeper.systemClock(on: .unauthenticated) }

    /// The certain lower bound, whatever happens next.
    var floor: TrueInstant? { keeper.floor?.moved(to: deviceReading.reading.clockState, model: model)?.earliest }

    /// The distance of the earliest possible time below the truth. Negative if it is above.
    var slack: Nanoseconds? { trusted.earliest.map { trueTime - $0 } }

    /// A Boolean value that indicates whether the claimed bounds contain the truth.
    var isTruthful: Bool { holds(trusted) }

    func holds(_ claim: TrustedTime) -> Bool {
        (claim.earliest.map { $0 <= trueTime } ?? true) && (claim.latest.map { trueTime <= $0 } ?? true)
    }

    enum StoryError: Error { case noVerdict }
}

extension TimekeeperRecord {
    /// The later of the two floors.
    var floor: Floor? { floors.later(model: .linux) }
}
