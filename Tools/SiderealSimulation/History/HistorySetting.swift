import SiderealCore
package import SiderealTesting

/// The constants of a history: the machines, the servers, and the premises.
package struct HistorySetting: Sendable, Hashable, Codable {
    /// The clocks of the device.
    package enum Make: String, Sendable, Hashable, Codable, CaseIterable {
        case iPhone
        /// The hardware counter runs on through a warm reboot. Afterwards the sleep of the old boot counts as time
        /// awake.
        case newPhone
        /// The counter stops in sleep. Each wake sets the elapsed clock to the power management unit's, which has
        /// another crystal.
        case oldPhone
        case intelMac
        case linux
        /// A board without a battery for its calendar, which loses the time that it sleeps.
        case board
        /// An old kernel, which doesn't report the number of its sleeps.
        case oldLinux
        /// A kernel whose count of sleeps can be read only now and then.
        case shyLinux
        /// A virtual machine that its host may pause. None of its clocks shows a pause.
        case virtualLinux
        /// A virtual machine with a VMClock, by which its host reports pauses.
        case toldLinux

        package init(from decoder: any Decoder) throws {
            let name = try decoder.singleValueContainer().decode(String.self)
            // Old histories have a separate name for this phone.
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
    /// Indicates whether the README's premises are kept. If they aren't, fewer promises hold.
    package var keepsPremises: Bool
    /// Indicates whether there is another machine. On Linux it uses the same record.
    package var hasOtherMachine: Bool
    /// The crystal's error at first, in thousandths of what the premises allow.
    package var crystal: Int64
    /// The uptime of the device when the history begins, in milliseconds.
    package var upFor: Int64
    /// The crystal's error in Darwin's clocks that run while the power is off, in thousandths of what the premises
    /// allow.
    package var batteryCrystal: Int64 = 0
    /// The running time of Darwin's counter when the kernel sets the calendar, in milliseconds.
    package var bootTakes: Int64 = 0
    /// Indicates whether Darwin's kernel hides when the last sleep ended.
    package var hidesWakes = false
    /// The running time of Darwin's power management clock when the history begins, in milliseconds.
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

    /// A server that gives the time.
    package struct Server: Sendable, Hashable, Codable {
        /// Indicates whether the server is asked over TLS, for the Date of its answer. Other servers are asked by NTP.
        package var isAuthenticated: Bool
        /// The lead of the server's clock, in milliseconds.
        package var error: Int64
        /// The server's largest lie in milliseconds, or zero if it is honest.
        package var lie: Int64
        /// Indicates whether the answers come from a cache that identifies itself.
        package var isStale: Bool
        /// Indicates whether the server gives the time to the millisecond, with its own clock as the only source of
        /// error.
        package var isFine = false
        /// Indicates whether each answer is a single Date, which may stand still. Otherwise a poll has seen the Date
        /// advance.
        package var isDate = false
        /// The number of sources that give the server's answer.
        package var sources = 1
        /// The number of sources that are a day ahead. Fewer than half are, so the server itself isn't wrong.
        package var broken = 0
        /// The number of operators that give the server's answer, each with all of the sources.
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

    /// Indicates whether the host may pause the machine. Answers that rest on no pause declare that premise.
    var mayBePaused: Bool { [.virtualLinux, .toldLinux].contains(make) }

    var isDarwin: Bool { [.iPhone, .newPhone, .oldPhone, .intelMac].contains(make) }

    /// Indicates whether all machines use one record. Apple's machines have one each, which is in no backup.
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
        // Two readings must stay within the difference that is allowed.
        if made.model.platform == .darwin { made.bootTimeError = .milliseconds(150) }
        made.name = number == 0 ? "machine" : "other machine"
        return made
    }
}

/// A setting, and the events that happen in it.
package struct History: Sendable, Hashable, Codable {
    package var setting: HistorySetting
    package var events: [HistoryEvent]

    package init(setting: HistorySetting, events: [HistoryEvent]) {
        self.setting = setting
        self.events = events
    }
}
