import SiderealCore
package import SiderealTesting

/// The properties of a history that do not change: the machines, the servers, and the premises.
package struct HistorySetting: Sendable, Hashable, Codable {
    /// A kind of device, which determines the clocks.
    package enum Make: String, Sendable, Hashable, Codable, CaseIterable {
        case iPhone
        /// The hardware counter keeps counting through a warm reboot. After the reboot, the sleep of the old boot
        /// counts as time awake.
        case newPhone
        /// The counter stops in sleep. Each wake sets the elapsed clock to the power management unit's clock, which has
        /// a different crystal.
        case oldPhone
        case intelMac
        case linux
        /// A board without a battery for its calendar clock. The board does not count the time that it sleeps.
        case board
        /// An old kernel, which doesn't report the number of its sleeps.
        case oldLinux
        /// A kernel whose count of sleeps can't be read most of the time.
        case shyLinux
        /// A virtual machine that its host may pause. None of the virtual machine's clocks shows a pause.
        case virtualLinux
        /// A virtual machine with a VMClock. Through the VMClock, the host reports pauses.
        case toldLinux

        package init(from decoder: any Decoder) throws {
            let name = try decoder.singleValueContainer().decode(String.self)
            // Old history files use another name for this phone.
            guard let make = Make(rawValue: name == "newestPhone" ? "newPhone" : name) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "'\(name)' is not a kind of machine"))
            }
            self = make
        }
    }

    package var make: Make
    package var identities: MachineMake.Identities
    /// The servers that an app can ask.
    package var servers: [Server]
    /// A Boolean value that indicates whether the history keeps the README's premises. If the history breaks a
    /// premise, the library promises less.
    package var keepsPremises: Bool
    /// A Boolean value that indicates whether there is a second machine. On Linux, the second machine uses the same
    /// record.
    package var hasOtherMachine: Bool
    /// The initial rate error of the crystal, in thousandths of the error that the premises allow.
    package var crystal: Int64
    /// The uptime of the device when the history begins, in milliseconds.
    package var upFor: Int64
    /// The rate error of the crystal that drives Darwin's clocks while the power is off, in thousandths of the error
    /// that the premises allow.
    package var batteryCrystal: Int64 = 0
    /// The time from the start of Darwin's counter until the kernel sets the calendar, in milliseconds.
    package var bootTakes: Int64 = 0
    /// A Boolean value that indicates whether Darwin's kernel hides the end of the last sleep.
    package var hidesWakes = false
    /// The running time of Darwin's power management clock when the history begins, in milliseconds.
    package var powerManagementAge = HistorySetting.usualPowerManagementAge

    private static let usualPowerManagementAge: Int64 = 300 * 86_400_000

    package init(
        make: Make, identities: MachineMake.Identities, servers: [Server], keepsPremises: Bool,
        hasOtherMachine: Bool = false, crystal: Int64 = 0, upFor: Int64 = 0
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
        identities = try values.decode(MachineMake.Identities.self, forKey: .identities)
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

    /// A server that gives the time.
    package struct Server: Sendable, Hashable, Codable {
        /// A Boolean value that indicates whether the app asks the server over TLS and uses the Date of its answer. The
        /// app asks other servers by NTP.
        package var isAuthenticated: Bool
        /// The number of milliseconds by which the server's clock is ahead.
        package var error: Int64
        /// The largest error that the server reports on purpose, in milliseconds, or zero if the server is honest.
        package var lie: Int64
        /// A Boolean value that indicates whether the answers come from a cache that identifies itself.
        package var isStale: Bool
        /// A Boolean value that indicates whether the server gives the time to the millisecond. For such a server,
        /// only an error of its clock can make the time wrong.
        package var isFine = false
        /// A Boolean value that indicates whether each answer is a single Date, which may not be advancing. Otherwise,
        /// a poll has observed that the Date advances.
        package var isDate = false
        /// The number of sources that give the server's answer.
        package var sources = 1
        /// The number of sources whose answers are a day ahead. They are fewer than half of the sources, so the
        /// server's vote stays right.
        package var broken = 0
        /// The number of operators that give the server's answer. Each operator has the same number of sources.
        package var operators = 1
        /// The instant at which the server's clock stops, in milliseconds after the history begins, or `nil` if the
        /// clock never stops.
        package var stoppedAt: Int64?

        package var isHonest: Bool { lie == 0 && stoppedAt == nil }

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

    /// A Boolean value that indicates whether the host may pause the machine. An answer that depends on the absence of
    /// pauses declares that premise.
    var mayBePaused: Bool { [.virtualLinux, .toldLinux].contains(make) }

    var isDarwin: Bool { [.iPhone, .newPhone, .oldPhone, .intelMac].contains(make) }

    /// A Boolean value that indicates whether all machines use one record. Each Apple machine has its own record, which
    /// no backup contains.
    var sharesRecord: Bool { !isDarwin }

    package func machineMake(number: Int) -> MachineMake {
        var made =
            switch make {
            case .iPhone: MachineMake(model: .darwin)
            case .newPhone: MachineMake(model: .darwin, runsThroughReboots: true)
            case .oldPhone: MachineMake(model: .darwinPowerManagement, runsThroughReboots: true)
            case .intelMac: MachineMake(model: .darwinIntel)
            case .linux: MachineMake(model: .linux)
            case .board: MachineMake(model: .linux.withoutHardwareClock, countsSleep: false, hasBattery: false)
            case .oldLinux: MachineMake(model: .linux, countsSuspensions: false)
            case .shyLinux: MachineMake(model: .linux, countsSuspensionsRarely: true)
            case .virtualLinux: MachineMake(model: .linux.with(mayBePaused: true))
            case .toldLinux: MachineMake(model: .linux.with(mayBePaused: true), tellsDisruptions: true)
            }
        made.identities = identities
        made.bootTakes = .milliseconds(bootTakes)
        made.powerManagementAge = .milliseconds(powerManagementAge)
        if hidesWakes, made.model.platform == .darwin { made.countsSuspensions = false }
        // The difference between two readings must stay within the limit that the core allows.
        if made.model.platform == .darwin { made.bootTimeError = .milliseconds(150) }
        made.name = number == 0 ? "machine" : "other machine"
        return made
    }
}

/// A history: a setting, and the events that happen in that setting.
package struct History: Sendable, Hashable, Codable {
    package var setting: HistorySetting
    package var events: [HistoryEvent]

    package init(setting: HistorySetting, events: [HistoryEvent]) {
        self.setting = setting
        self.events = events
    }
}
