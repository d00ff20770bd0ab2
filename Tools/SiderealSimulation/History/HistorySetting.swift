import SiderealCore
package import SiderealTesting

/// What stays the same through a history: how the machines are made, who is asked, and what may be relied on.
package struct HistorySetting: Sendable, Hashable, Codable {
    /// Which clocks the device has.
    package enum Make: String, Sendable, Hashable, Codable, CaseIterable {
        case iPhone
        /// The hardware counter runs on through a warm reboot, and the sleep of the old boot counts as time awake
        /// afterwards.
        case newPhone
        /// The counter stops in sleep: each wake sets the elapsed clock to the power management unit's, another
        /// crystal.
        case oldPhone
        case intelMac
        case linux
        /// A board that has no battery for its calendar, and loses the time that it sleeps.
        case board
        /// An old kernel, which does not tell how often it slept.
        case oldLinux
        /// A kernel whose count of sleeps can be read only now and then.
        case shyLinux
        /// A virtual machine, whose host may pause it: no clock of it shows that.
        case virtualLinux
        /// The same with a VMClock, by which its host tells that it did.
        case toldLinux

        package init(from decoder: any Decoder) throws {
            let name = try decoder.singleValueContainer().decode(String.self)
            // Histories of old tell these apart.
            guard let make = Make(rawValue: name == "newestPhone" ? "newPhone" : name) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "no machine is made like '\(name)'"))
            }
            self = make
        }
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
    /// How far the crystal is off of Darwin's clocks that run while the power is off: thousandths of what the premises
    /// allow.
    package var batteryCrystal: Int64 = 0
    /// How long Darwin's counter has run when the kernel sets the calendar, in milliseconds.
    package var bootTakes: Int64 = 0
    /// Whether Darwin's kernel does not tell when the last sleep ended.
    package var hidesWakes = false
    /// How long Darwin's power management clock has run when the history begins, in milliseconds.
    package var powerManagementAge = HistorySetting.usualPowerManagementAge

    private static let usualPowerManagementAge: Int64 = 300 * 86_400_000

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

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        make = try values.decode(Make.self, forKey: .make)
        identities = try values.decode(Identities.self, forKey: .identities)
        servers = try values.decode([Server].self, forKey: .servers)
        keepsPremises = try values.decode(Bool.self, forKey: .keepsPremises)
        hasOtherMachine = try values.decode(Bool.self, forKey: .hasOtherMachine)
        crystal = try values.decode(Int64.self, forKey: .crystal)
        upFor = try values.decode(Int64.self, forKey: .upFor)
        batteryCrystal = try values.decodeIfPresent(Int64.self, forKey: .batteryCrystal) ?? 0
        bootTakes = try values.decodeIfPresent(Int64.self, forKey: .bootTakes) ?? 0
        hidesWakes = try values.decodeIfPresent(Bool.self, forKey: .hidesWakes) ?? false
        powerManagementAge =
            try values.decodeIfPresent(Int64.self, forKey: .powerManagementAge) ?? Self.usualPowerManagementAge
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
        /// Whether each of its answers is one Date, which may stand still; else a poll has seen it advance.
        package var isDate = false
        /// How many sources tell what it says.
        package var sources = 1
        /// How many of these are a day ahead of it: fewer than half, so that it is not wrong itself.
        package var broken = 0
        /// How many operators run these: one, or each its own.
        package var operators = 1

        package var isHonest: Bool { lie == 0 }

        package init(
            isAuthenticated: Bool, error: Int64, lie: Int64, isStale: Bool, isFine: Bool = false,
            isDate: Bool = false, sources: Int = 1, broken: Int = 0, operators: Int = 1
        ) {
            self.isAuthenticated = isAuthenticated
            self.error = error
            self.lie = lie
            self.isStale = isStale
            self.isFine = isFine
            self.isDate = isDate
            self.sources = sources
            self.broken = broken
            self.operators = operators
        }
    }

    /// Whether a pause breaks no premise but one that each answer names which rests on it.
    var mayBePaused: Bool { [.virtualLinux, .toldLinux].contains(make) }

    var isDarwin: Bool { [.iPhone, .newPhone, .oldPhone, .intelMac].contains(make) }

    /// Whether all machines use one record. Apple's have one each, which is in no backup.
    var sharesRecord: Bool { !isDarwin }

    package func machineMake(number: Int) -> MachineMake {
        var made: MachineMake
        switch make {
        case .iPhone: made = MachineMake(model: .darwin)
        case .newPhone:
            made = MachineMake(model: .darwin)
            made.runsThroughReboots = true
        case .oldPhone:
            made = MachineMake(model: .darwinPowerManagement)
            made.runsThroughReboots = true
        case .intelMac: made = MachineMake(model: .darwinIntel)
        case .linux: made = MachineMake(model: .linux)
        case .board:
            made = MachineMake(model: .linux.withoutHardwareClock)
            (made.hasBattery, made.countsSleep) = (false, false)
        case .oldLinux:
            made = MachineMake(model: .linux)
            made.countsSuspensions = false
        case .shyLinux:
            made = MachineMake(model: .linux)
            made.countsSuspensionsRarely = true
        case .virtualLinux, .toldLinux:
            made = MachineMake(model: .linux.with(mayBePaused: true))
            made.tellsDisruptions = make == .toldLinux
        }
        switch identities {
        case .fresh: made.identities = .fresh
        case .hidden: made.identities = .hidden
        case .repeated: made.identities = .repeated
        }
        made.bootTakes = .milliseconds(bootTakes)
        made.powerManagementAge = .milliseconds(powerManagementAge)
        if hidesWakes, made.model.platform == .darwin { made.countsSuspensions = false }
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
