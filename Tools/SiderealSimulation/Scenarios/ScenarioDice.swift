import SiderealTesting

/// A source of random numbers that vary a scenario's lengths, sizes and platform. Seed 0 gives the standard values.
package struct ScenarioDice {
    private var random: SplitMix64?

    init(seed: UInt64) { random = seed == 0 ? nil : SplitMix64(seed: seed) }

    // MARK: - Chance

    /// Returns a random number in the range, or the standard number if the seed is 0.
    mutating func number(_ usual: Int64, _ range: ClosedRange<Int64>) -> Int64 {
        guard var dice = random else { return usual }
        defer { random = dice }
        return .random(in: range, using: &dice)
    }

    mutating func pick<Value>(_ usual: Value, or others: Value...) -> Value {
        let chosen = Int(clamping: number(0, 0...Int64(others.count)))
        return others.indices.contains(chosen - 1) ? others[chosen - 1] : usual
    }

    /// Returns a random number of seconds in the range, or the standard number, converted to milliseconds.
    mutating func seconds(_ usual: Int64, _ range: ClosedRange<Int64>) -> Int64 {
        number(usual * 1_000, range.lowerBound * 1_000...range.upperBound * 1_000)
    }

    mutating func minutes(_ usual: Int64, _ range: ClosedRange<Int64>) -> Int64 {
        seconds(usual * 60, range.lowerBound * 60...range.upperBound * 60)
    }

    mutating func hours(_ usual: Int64, _ range: ClosedRange<Int64>) -> Int64 {
        minutes(usual * 60, range.lowerBound * 60...range.upperBound * 60)
    }

    mutating func days(_ usual: Int64, _ range: ClosedRange<Int64>) -> Int64 {
        hours(usual * 24, range.lowerBound * 24...range.upperBound * 24)
    }

    // MARK: - Settings

    /// If the seed is 0, returns a phone with standard clocks, a kernel that identifies its boots, and three honest
    /// servers. Other seeds vary the device, and some of their kernels don't identify their boots.
    mutating func setting(
        _ makes: [HistorySetting.Make] = [.iPhone, .newPhone, .oldPhone, .intelMac, .linux, .oldLinux],
        _ servers: [HistorySetting.Server]? = nil
    ) -> HistorySetting {
        let make = makes.indices.contains(0) ? makes[Int(clamping: number(0, 0...Int64(makes.count - 1)))] : .iPhone
        let identities = pick(MachineMake.Identities.fresh, or: .fresh, .fresh, .hidden)
        let upFor = hours(2, 1...72)
        return HistorySetting(
            make: make, identities: identities, servers: servers ?? honest(), keepsPremises: true,
            hasOtherMachine: false, crystal: number(200, -300...300), upFor: upFor)
    }

    mutating func honest() -> [HistorySetting.Server] {
        [honest(20), honest(-30), honest(10)]
    }

    mutating func honest(_ error: Int64) -> HistorySetting.Server {
        HistorySetting.Server(isAuthenticated: true, error: number(error, -50...50), lie: 0, isStale: false)
    }

    // MARK: - Events

    /// Returns an event that asks all three servers, which answer soon.
    mutating func ask() -> HistoryEvent { .ask([question(0), question(1), question(2)]) }

    mutating func question(_ server: Int, lag: Int64? = nil) -> HistoryEvent.Question {
        HistoryEvent.Question(
            server: server, outbound: number(20, 5...200), inbound: number(30, 5...200),
            lag: lag ?? number(0, 0...900), isLost: false, jitter: 0)
    }

    /// Returns a reboot. After the reboot, the device runs for a while without the app.
    mutating func reboot(_ calendar: HistoryEvent.Calendar = .kept) -> [HistoryEvent] {
        let off = seconds(40, 10...600)
        let isWarm = pick(true, or: false)
        return [
            .reboot(off: off, calendar: calendar, isWarm: isWarm), .pass(milliseconds: seconds(60, 10...600)),
        ]
    }
}

extension HistoryEvent {
    static let launched = HistoryEvent.launch(observer: 0, isRecordLocked: false)
    static let launchedLocked = HistoryEvent.launch(observer: 0, isRecordLocked: true)
}
