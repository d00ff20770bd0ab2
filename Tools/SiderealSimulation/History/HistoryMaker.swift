import SiderealCore
import SiderealTesting

/// A generator of histories. Generators with the same seed make the same histories on every machine.
package struct HistoryMaker {
    var random: SplitMix64
    /// A Boolean value that indicates whether the next sleep may be a hibernation. Linux doesn't count hibernations,
    /// so it is a premise that a boot contains at most one hibernation.
    var mayHibernate = true
    /// The servers that the processes name, and the times at which they name them.
    var naming = Naming.nobody

    enum Naming {
        case nobody
        /// Both processes name the same servers at each launch.
        case always([Int])
        /// Each process names some servers at its launch, and more servers later.
        case some([Int])
    }

    package init(seed: UInt64, index: UInt64) {
        random = SplitMix64(seed: seed &+ index &* 0xD134_2543_DE82_EF95)
    }

    /// Returns a history with this many events. If `withStore` is `true`, the history also uses the app's settings and
    /// the disk.
    package static func history(
        seed: UInt64, index: UInt64, events: Int = 20, withStore: Bool = false
    ) -> History {
        var maker = HistoryMaker(seed: seed, index: index)
        let setting = maker.setting()
        maker.naming = maker.naming(setting)
        var all = maker.started() + maker.opening(setting)
        while all.count < events { all += maker.next(setting, withStore: withStore) }
        var history = History(setting: setting, events: Array(all.prefix(events)))
        if maker.chance(1, in: 8) { maker.stopClock(&history.setting) }
        if maker.chance(1, in: 8) { maker.mixIdentities(&history) }
        return history
    }

    /// Returns the next event for a device of this setting, or a short group of related events.
    package mutating func someEvents(_ setting: HistorySetting) -> [HistoryEvent] {
        naming = naming(setting)
        return chance(1, in: 8) ? started() + opening(setting) : next(setting, withStore: false)
    }

    // MARK: - Chance

    mutating func chance(_ one: Int, in many: Int) -> Bool { Int.random(in: 0..<many, using: &random) < one }

    mutating func number(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &random) }

    mutating func pick<Value>(_ values: [Value], else otherwise: Value) -> Value {
        values.randomElement(using: &random) ?? otherwise
    }

    /// Returns a length from zero to a year. Every order of magnitude is equally likely.
    mutating func span() -> Int64 {
        let most: Int64 = pick([1_000, 60_000, 3_600_000, 86_400_000, 30 * 86_400_000, 365 * 86_400_000], else: 1_000)
        return number(0...most)
    }

    /// Returns a length of up to nine years, the largest error of a clock.
    mutating func far() -> Int64 { chance(1, in: 4) ? number(0...9 * 365 * 86_400_000) : span() }

    mutating func either(_ value: Int64) -> Int64 { chance(1, in: 2) ? value : -value }

    // MARK: - The setting

    mutating func setting() -> HistorySetting {
        var make = pick(
            [
                .iPhone, .newPhone, .oldPhone, .oldPhone, .intelMac, .intelMac, .linux, .linux, .board, .oldLinux,
                .shyLinux,
            ]
                as [HistorySetting.Make],
            else: .linux)
        if make == .linux, chance(1, in: 4) { make = chance(1, in: 2) ? .toldLinux : .virtualLinux }
        let keepsPremises = !chance(1, in: 8)
        var identities = pick([.fresh, .hidden, .hidden, .hidden] as [MachineMake.Identities], else: .fresh)
        if !keepsPremises, chance(1, in: 4) { identities = .repeated }
        var setting = HistorySetting(
            make: make, identities: identities, servers: servers(), keepsPremises: keepsPremises,
            hasOtherMachine: chance(1, in: 8), crystal: chance(1, in: 3) ? either(990) : number(-990...990),
            upFor: number(0...(chance(1, in: 4) ? 2_000 : 5_000_000)))
        guard setting.isDarwin else { return setting }
        setting.batteryCrystal = chance(1, in: 3) ? -setting.crystal.signum() * 990 : number(-990...990)
        setting.bootTakes = chance(1, in: 2) ? number(0...16_000) : 0
        setting.hidesWakes = chance(1, in: 4)
        if chance(1, in: 2) { setting.powerManagementAge = number(0...5_000_000) }
        return setting
    }

    /// Returns servers. In most results, the number of lying servers is within the premise's limit. Histories with
    /// more lying servers test the floors of other processes.
    mutating func servers() -> [HistorySetting.Server] {
        let count = pick([1, 2, 3, 3, 3, 4, 5, 7], else: 3)
        let most = chance(1, in: 8) ? count : count / 2
        let liars = chance(1, in: 2) ? Int(number(0...Int64(most))) : 0
        let areFine = chance(1, in: 3)
        var servers = (0..<count).map { place in
            let sources = chance(1, in: 6) ? pick([2, 3, 3, 3, 5, 63], else: 3) : 1
            return HistorySetting.Server(
                isAuthenticated: true, error: chance(1, in: 3) ? either(50) : number(-50...50),
                lie: place < liars ? pick([100, 3_000, 3_000, 120_000, 86_400_000, far()], else: 3_000) : 0,
                isStale: chance(1, in: liars > 0 && place == count - 1 ? 2 : 8), isFine: areFine,
                isDate: !areFine && chance(1, in: 4), sources: sources,
                broken: sources > 2 && chance(1, in: 2) ? Int(number(1...Int64(sources - 1) / 2)) : 0)
        }
        servers.shuffle(using: &random)
        if chance(1, in: 24) { servers.append(crowd()) }
        for _ in 0..<(chance(1, in: 3) ? number(1...3) : 0) {
            servers.append(
                HistorySetting.Server(
                    isAuthenticated: false, error: number(-50...50), lie: chance(1, in: 3) ? far() : 0, isStale: false)
            )
        }
        return servers
    }

    /// Returns a server that answers for many operators.
    mutating func crowd() -> HistorySetting.Server {
        HistorySetting.Server(
            isAuthenticated: chance(2, in: 3), error: number(-50...50), lie: chance(1, in: 2) ? far() : 0,
            isStale: false, isFine: chance(1, in: 2), operators: pick([2, 3, 3, 8, 8, 63, 70], else: 8))
    }

    /// Stops the clock of a server, before the history begins or later.
    mutating func stopClock(_ setting: inout HistorySetting) {
        guard let place = setting.servers.indices.randomElement(using: &random) else { return }
        setting.servers[place].stoppedAt = chance(1, in: 2) ? -number(0...2 * 86_400_000) : span()
    }

    /// Gives the processes different boot identities, as for an app in a container beside an app outside of it.
    mutating func mixIdentities(_ history: inout History) {
        for place in history.events.indices {
            guard case .launch(let observer, let isLocked, _) = history.events[place] else { continue }
            history.events[place] = .launch(
                observer: observer, isRecordLocked: isLocked,
                identities: history.setting.seen(chance(1, in: 2) ? .hidden : .fresh))
        }
    }

    mutating func naming(_ setting: HistorySetting) -> Naming {
        let named = setting.servers.indices.filter { setting.servers[$0].operators == 1 || chance(1, in: 8) }
        switch Int.random(in: 0..<12, using: &random) {
        case 0: return .nobody
        case 1...5: return .always(named)
        // No process names the other servers, but these servers answer, too.
        case 6, 7: return .always(named.filter { _ in chance(1, in: 2) })
        default: return .some(named)
        }
    }

}
