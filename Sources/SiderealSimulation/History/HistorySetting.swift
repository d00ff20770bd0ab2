import SiderealCore
package import SiderealTesting

/// What stays the same through a history: how the machines are made, who is asked, and what may be relied on.
package struct HistorySetting: Sendable, Hashable, Codable {
    /// Which clocks the device has.
    package enum Make: String, Sendable, Hashable, Codable, CaseIterable {
        case iPhone
        /// The hardware counter runs on through a warm reboot.
        case newPhone
        /// The same, and the sleep of the old boot counts as time awake afterwards.
        case newestPhone
        case intelMac
        case linux
        /// A board that has no battery for its calendar, and loses the time that it sleeps.
        case board
        /// An old kernel, which does not tell how often it slept.
        case oldLinux
        /// A kernel whose count of sleeps can be read only now and then.
        case shyLinux
    }

    package var make: Make
    package var identities: Identities
    /// The servers that can be asked.
    package var servers: [Server]
    /// Whether what README states as premises is kept. Where it is not, fewer promises hold.
    package var keepsPremises: Bool
    /// Whether another machine uses the same record.
    package var hasOtherMachine: Bool
    /// How far the crystal is off at first: thousandths of what the premises allow.
    package var crystal: Int64
    /// How long the device has been up when the history begins, in milliseconds.
    package var upFor: Int64

    package init(
        make: Make, identities: Identities, servers: [Server], keepsPremises: Bool, hasOtherMachine: Bool = false,
        crystal: Int64 = 0, upFor: Int64 = 0
    ) {
        self.make = make
        self.identities = identities
        self.servers = servers
        self.keepsPremises = keepsPremises
        self.hasOtherMachine = hasOtherMachine
        self.crystal = crystal
        self.upFor = upFor
    }

    package enum Identities: String, Sendable, Hashable, Codable {
        case fresh
        case hidden
        case repeated
    }

    /// One that tells the time.
    package struct Server: Sendable, Hashable, Codable {
        /// Whether it is asked over TLS: for the Date of an answer. Others are asked by NTP.
        package var isAuthenticated: Bool
        /// By how much its clock is ahead, in milliseconds.
        package var error: Int64
        /// By how much it lies at most, in milliseconds; zero for the honest.
        package var lie: Int64
        /// Whether its answers come from a cache that says so.
        package var isStale: Bool
        /// Whether it tells the time to the millisecond, and vouches for its own clock alone.
        package var isFine = false
        /// How many sources tell what it says.
        package var sources = 1
        /// How many operators run these: one, or each its own.
        package var operators = 1

        package var isHonest: Bool { lie == 0 }

        package init(
            isAuthenticated: Bool, error: Int64, lie: Int64, isStale: Bool, isFine: Bool = false, sources: Int = 1,
            operators: Int = 1
        ) {
            self.isAuthenticated = isAuthenticated
            self.error = error
            self.lie = lie
            self.isStale = isStale
            self.isFine = isFine
            self.sources = sources
            self.operators = operators
        }
    }

    /// Whether all machines use one record. Apple's have one each, which is in no backup.
    var sharesRecord: Bool { machineMake(number: 0).model.platform == .linux }

    package func machineMake(number: Int) -> MachineMake {
        var made: MachineMake
        switch make {
        case .iPhone: made = MachineMake(model: .darwin)
        case .newPhone, .newestPhone:
            made = MachineMake(model: .darwin)
            made.runsThroughReboots = true
            made.forgetsSleepInReboots = make == .newestPhone
        case .intelMac: made = MachineMake(model: .darwinIntel)
        case .linux: made = MachineMake(model: .linux)
        case .board:
            made = MachineMake(model: .linux.withoutHardwareClock)
            (made.hasBattery, made.countsSleep) = (false, false)
        case .oldLinux:
            made = MachineMake(model: .linux)
            made.tellsSuspensions = false
        case .shyLinux:
            made = MachineMake(model: .linux)
            made.tellsSuspensionsRarely = true
        }
        switch identities {
        case .fresh: made.identities = .fresh
        case .hidden: made.identities = .hidden
        case .repeated: made.identities = .repeated
        }
        // Two of them have to stay within what is allowed for a difference.
        if made.model.platform == .darwin { made.bootTimeError = .milliseconds(150) }
        made.name = number == 0 ? "machine" : "other machine"
        return made
    }
}

/// A history: a setting, and what happens in it.
package struct History: Sendable, Hashable, Codable {
    package var setting: HistorySetting
    package var events: [HistoryEvent]

    package init(setting: HistorySetting, events: [HistoryEvent]) {
        self.setting = setting
        self.events = events
    }
}
