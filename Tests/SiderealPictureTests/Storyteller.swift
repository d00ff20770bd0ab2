import Sidereal
import SiderealCore
import SiderealPicture

/// Adds a device's history to a picture, with clocks that agree with the story.
struct Storyteller {
    private(set) var builder: Picture.Builder
    /// The entries so far.
    private(set) var entries: [(line: Int, entry: JournalEntry)] = []
    /// A Boolean value that indicates whether the picture receives the true time.
    let knowsTruth: Bool
    private var model: ClockModel
    private(set) var now = TrueInstant(nanoseconds: 1_772_355_600_000_000_000)
    private var booted: TrueInstant
    private var boot = 1
    private var ahead = Nanoseconds.zero
    private var asleep = Nanoseconds.zero
    /// The kernel's count of wakes.
    var wakes: Int64?
    private let knowsBoot: Bool

    static let source = "https://time.example"

    init(knowsTruth: Bool = false, knowsBoot: Bool = true, model: ClockModel = .darwin, title: String = "A story") {
        builder = Picture.Builder(title: title)
        self.knowsTruth = knowsTruth
        self.knowsBoot = knowsBoot
        self.model = model
        booted = now - .seconds(180)
    }

    var picture: Picture { builder.picture }
    private var elapsed: ElapsedInstant { ElapsedInstant(nanoseconds: (now - booted).count) }

    mutating func wait(_ span: Nanoseconds) { now = now + span }

    mutating func sleep(_ span: Nanoseconds) throws {
        now = now + span
        asleep = asleep + span
        wakes = wakes.map { $0 + 1 }
        if knowsTruth { try tell(.slept(for: span)) }
    }

    mutating func set(_ step: Nanoseconds) throws {
        ahead = ahead + step
        if knowsTruth { try tell(.clockSet(by: step)) }
    }

    mutating func reboot(off: Nanoseconds, up: Nanoseconds = .seconds(20), isTold: Bool = true) throws {
        if knowsTruth, isTold { try tell(.off(until: now + off)) }
        now = now + off
        booted = now
        asleep = .zero
        boot += 1
        now = now + up
    }

    mutating func tell(_ event: PictureEvent) throws {
        try builder.add(PictureStep(event, truth: knowsTruth ? now : nil))
    }

    mutating func add(story: String, table: PictureTable) {
        builder.story.append(story)
        builder.tables.append(table)
    }

    mutating func ingest(_ entry: JournalEntry) throws {
        entries.append((entries.count + 1, entry))
        try builder.add(PictureStep(entry, truth: knowsTruth ? now : nil))
    }

    /// The servers that the app has named since the launch.
    private var named: Set<String> = []

    mutating func launch() throws {
        named = []
        try ingest(.launch(.init(model: model, machine: MachineIdentity("machine"))))
        try read()
    }

    mutating func name(_ names: String...) throws {
        named.formUnion(names)
        try ingest(.sources(names.map { NamedSource(of: $0, isAuthenticated: true) }))
    }

    mutating func read() throws {
        let sinceBoot = Nanoseconds(elapsed.nanoseconds)
        let wall = WallInstant(nanoseconds: (now + ahead).nanoseconds)
        let reading = ClockReading(
            wall: wall, elapsed: elapsed, awake: AwakeInstant(nanoseconds: (sinceBoot - asleep).count),
            kernelBootTime: wall - sinceBoot, suspendMark: wakes)
        try ingest(.reading(reading, bootIdentity: knowsBoot ? BootIdentity("boot \(boot)") : nil))
    }

    mutating func hear(
        _ source: String = Storyteller.source, error: Nanoseconds = .zero, half: Nanoseconds = .milliseconds(300)
    ) throws {
        if named.insert(source).inserted { try name(source) }
        let sent = elapsed
        now = now + .milliseconds(40)
        let told = now + error
        let sample = TimeSample(
            source: source, isAuthenticated: true, sent: sent, received: elapsed, earliest: told - half,
            latest: told - .milliseconds(40) + half)
        try ingest(.sample(sample))
    }
}

extension Nanoseconds {
    static func minutes(_ count: Int64) -> Nanoseconds { .seconds(count * 60) }
    static func hours(_ count: Int64) -> Nanoseconds { .seconds(count * 3_600) }
    static func days(_ count: Int64) -> Nanoseconds { .seconds(count * 86_400) }
}

extension Picture {
    var kinds: [Mark.Kind] { marks.map(\.kind) }
}

extension String {
    /// Returns the number of occurrences of a part.
    func count(of part: String) -> Int { split(separator: part, omittingEmptySubsequences: false).count - 1 }
}
