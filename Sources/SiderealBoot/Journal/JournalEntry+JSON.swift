import SiderealCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JournalEntry {
    /// Parses one line of JSON.
    ///
    /// Ignores unknown keys, so that later versions can add keys.
    package init(line: [UInt8]) throws(JournalLineError) {
        guard String(data: Data(line), encoding: .utf8) != nil else {
            throw JournalLineError(reason: "it is not UTF-8")
        }
        guard JSONGrammar.accepts(line) else { throw JournalLineError(reason: "it is not JSON") }
        do {
            self = try JSONDecoder().decode(JSONEntry.self, from: Data(line)).entry
        } catch let error as JournalLineError {
            throw error
        } catch let error as DecodingError {
            throw JournalLineError(error)
        } catch {
            throw JournalLineError(reason: "it is not a JSON object")
        }
    }

    /// The line as JSON, without a line feed.
    package var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // An entry has only strings, integers and Booleans, so encoding can't fail.
        guard let data = try? encoder.encode(JSONEntry(entry: self)) else { return [] }
        return Array(data)
    }
}

/// The error in a line of a journal.
package struct JournalLineError: Error, Sendable, Equatable {
    /// The key and the expected value, as part of a sentence.
    package let reason: String

    init(reason: String) { self.reason = reason }

    init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, _):
            reason = "\"\(key.stringValue)\" is missing"
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            let expected = type == Int64.self ? "a 64-bit integer" : type == Bool.self ? "true or false" : "text"
            reason =
                context.codingPath.last.map { "\"\($0.stringValue)\" is not \(expected)" } ?? "it is not a JSON object"
        case .dataCorrupted(let context):
            reason =
                context.codingPath.last.map { "\"\($0.stringValue)\" is not a 64-bit integer" } ?? "it is not JSON"
        @unknown default:
            reason = "it is not JSON"
        }
    }
}

/// The keys of a line and the types of their values. All numbers are integers in nanoseconds, except the count
/// `suspends` and `disruptionMarker`.
private struct JSONEntry: Codable {
    let entry: JournalEntry

    enum Key: String, CodingKey {
        case kind
        case platform, sleepClock, hardwareClock, machine, softwareDate, mayBePaused
        case wall, continuous, suspending, kernelBootTime, bootIdentity, suspends, disruptionMarker
        case source, `operator`, authenticated, sent, received, time, resolution, lag, earliest, latest, date
        case unauthenticated
        case state
    }

    init(entry: JournalEntry) { self.entry = entry }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        switch try values.decode(String.self, forKey: .kind) {
        case "launch": entry = .launch(try JSONEntry.launch(values))
        case "reading": entry = try JSONEntry.reading(values)
        case "sample":
            entry = .sample(try JSONEntry.sample(values))
        case "operators": entry = .sources(try JSONEntry.sources(values))
        case "protectedData": entry = .protectedData(try JSONEntry.protectedData(values))
        case "reset": entry = .reset
        case let other: throw JournalLineError(reason: "\"kind\" has the unknown value \"\(other)\"")
        }
    }

    private static func launch(_ values: KeyedDecodingContainer<Key>) throws -> JournalEntry.Launch {
        let platform = try values.decodeIfPresent(String.self, forKey: .platform)
        let sleepClock = try values.decodeIfPresent(String.self, forKey: .sleepClock)
        var model: ClockModel
        switch (platform ?? "linux", sleepClock) {
        case ("linux", nil): model = .linux
        case ("darwin", nil), ("darwin", "counter"): model = .darwin
        case ("darwin", "powerManagement"): model = .darwinPowerManagement
        case ("darwin", "hardwareClock"): model = .darwinIntel
        case ("linux", let other?), ("darwin", let other?):
            throw JournalLineError(reason: "\"sleepClock\" has the value \"\(other)\", unknown on this platform")
        case (let other, _): throw JournalLineError(reason: "\"platform\" has the unknown value \"\(other)\"")
        }
        // Linux runs on boards without a hardware clock. If a Linux launch lacks the key, the machine is treated as a
        // board without one.
        let hasHardwareClock = try values.decodeIfPresent(Bool.self, forKey: .hardwareClock)
        if !(hasHardwareClock ?? (model.platform == .darwin)) { model = model.withoutHardwareClock }
        if try values.decodeIfPresent(Bool.self, forKey: .mayBePaused) == true { model = model.with(mayBePaused: true) }
        // If the key is missing, the launch is on the unnamed machine. If its value is null, the machine is unknown.
        let machine =
            values.contains(.machine)
            ? try values.decodeIfPresent(String.self, forKey: .machine).flatMap { MachineIdentity($0) }
            : JournalEntry.Launch.unnamedMachine(model)
        let softwareDate = try values.integerIfPresent(.softwareDate).map { TrueInstant(nanoseconds: $0) }
        return JournalEntry.Launch(model: model, machine: machine, softwareDate: softwareDate)
    }

    private static func reading(_ values: KeyedDecodingContainer<Key>) throws -> JournalEntry {
        let suspends = try values.integerIfPresent(.suspends)
        if let suspends, suspends < 0, suspends != ClockReading.unreadableSuspendMark {
            throw JournalLineError(reason: "\"suspends\" is negative")
        }
        let reading = ClockReading(
            wall: WallInstant(nanoseconds: try values.integer(.wall)),
            elapsed: ElapsedInstant(nanoseconds: try values.integer(.continuous)),
            awake: AwakeInstant(nanoseconds: try values.integer(.suspending)),
            kernelBootTime: WallInstant(nanoseconds: try values.integer(.kernelBootTime)),
            suspendMark: suspends,
            disruptionMarker: try values.integerIfPresent(.disruptionMarker))
        let identity = try values.decodeIfPresent(String.self, forKey: .bootIdentity)
        return .reading(reading, bootIdentity: identity.flatMap { BootIdentity($0) })
    }

    private static func sample(_ values: KeyedDecodingContainer<Key>) throws -> TimeSample {
        let source = try values.decode(String.self, forKey: .source)
        let voice = try values.decodeIfPresent(String.self, forKey: .operator)
        let isAuthenticated = try values.decode(Bool.self, forKey: .authenticated)
        let sent = ElapsedInstant(nanoseconds: try values.integer(.sent))
        let received = ElapsedInstant(nanoseconds: try values.integer(.received))
        guard sent <= received else { throw JournalLineError(reason: "\"received\" is before \"sent\"") }
        if values.contains(.earliest) || values.contains(.latest) {
            return TimeSample(
                source: source, operator: voice, isAuthenticated: isAuthenticated, sent: sent, received: received,
                earliest: try values.decodeNil(forKey: .earliest)
                    ? nil : TrueInstant(nanoseconds: try values.integer(.earliest)),
                latest: try values.integerIfPresent(.latest).map(TrueInstant.init),
                isDate: try values.decodeIfPresent(Bool.self, forKey: .date) ?? false)
        }
        if values.contains(.date) { throw JournalLineError(reason: "\"date\" needs \"earliest\" or \"latest\"") }
        let resolution = try values.integer(.resolution)
        let lag = try values.integer(.lag)
        guard resolution >= 0 else { throw JournalLineError(reason: "\"resolution\" is negative") }
        guard lag >= 0 else { throw JournalLineError(reason: "\"lag\" is negative") }
        return TimeSample(
            source: source, operator: voice, isAuthenticated: isAuthenticated, sent: sent, received: received,
            time: TrueInstant(nanoseconds: try values.integer(.time)),
            resolution: Nanoseconds(resolution), lag: Nanoseconds(lag))
    }

    private static func sources(_ values: KeyedDecodingContainer<Key>) throws -> [NamedSource] {
        try [Key.authenticated, .unauthenticated].flatMap { key in
            try names(key, in: values).map {
                NamedSource($0.source, of: $0.operator, isAuthenticated: key == .authenticated)
            }
        }
    }

    private static func names(_ key: Key, in values: KeyedDecodingContainer<Key>) throws -> [JSONName] {
        do {
            return try values.decodeIfPresent([JSONName].self, forKey: key) ?? []
        } catch is DecodingError {
            throw JournalLineError(reason: "\"\(key.stringValue)\" is not a list of names")
        }
    }

    private static func protectedData(_ values: KeyedDecodingContainer<Key>) throws -> ProtectedDataState {
        switch try values.decode(String.self, forKey: .state) {
        case "locked": .locked
        case "available": .available
        case let other: throw JournalLineError(reason: "\"state\" has the unknown value \"\(other)\"")
        }
    }

    /// Returns the name of the clock that counts the time asleep, or `nil` for the default: the counter on Darwin, and
    /// the count of suspensions on Linux.
    private func sleepClock(of model: ClockModel) -> String? {
        switch model.sleepAccount {
        case .countedSuspensions, .hardwareCounter: nil
        case .powerManagementClock: "powerManagement"
        case .calendarClock: "hardwareClock"
        }
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        switch entry {
        case .launch(let launch):
            try values.encode("launch", forKey: .kind)
            try values.encode(launch.model.platform == .linux ? "linux" : "darwin", forKey: .platform)
            try values.encodeIfPresent(sleepClock(of: launch.model), forKey: .sleepClock)
            if launch.model.hasHardwareClock != (launch.model.platform == .darwin) {
                try values.encode(launch.model.hasHardwareClock, forKey: .hardwareClock)
            }
            if launch.model.mayBePaused { try values.encode(true, forKey: .mayBePaused) }
            try values.encode(launch.machine?.text, forKey: .machine)
            try values.encodeIfPresent(launch.softwareDate?.nanoseconds, forKey: .softwareDate)
        case .reading(let reading, let identity):
            try values.encode("reading", forKey: .kind)
            try values.encode(reading.wall.nanoseconds, forKey: .wall)
            try values.encode(reading.elapsed.nanoseconds, forKey: .continuous)
            try values.encode(reading.awake.nanoseconds, forKey: .suspending)
            try values.encode(reading.kernelBootTime.nanoseconds, forKey: .kernelBootTime)
            try values.encode(identity?.text, forKey: .bootIdentity)
            try values.encodeIfPresent(reading.suspendMark, forKey: .suspends)
            try values.encodeIfPresent(reading.disruptionMarker, forKey: .disruptionMarker)
        case .sample(let sample):
            try values.encode("sample", forKey: .kind)
            try values.encode(sample.source, forKey: .source)
            try values.encode(sample.operator, forKey: .operator)
            try values.encode(sample.isAuthenticated, forKey: .authenticated)
            try values.encode(sample.sent.nanoseconds, forKey: .sent)
            try values.encode(sample.received.nanoseconds, forKey: .received)
            try values.encode(sample.earliest?.nanoseconds, forKey: .earliest)
            try values.encode(sample.latest?.nanoseconds, forKey: .latest)
            if sample.isDate { try values.encode(true, forKey: .date) }
        case .sources(let sources):
            try values.encode("operators", forKey: .kind)
            try values.encode(sources.filter { $0.isAuthenticated }.map { JSONName($0) }, forKey: .authenticated)
            try values.encode(sources.filter { !$0.isAuthenticated }.map { JSONName($0) }, forKey: .unauthenticated)
        case .protectedData(let state):
            try values.encode("protectedData", forKey: .kind)
            try values.encode(state == .locked ? "locked" : "available", forKey: .state)
        case .reset:
            try values.encode("reset", forKey: .kind)
        }
    }
}

/// An operator with all its sources, or one source of an operator. In a line of the journal, an operator without a
/// source is only a name.
private struct JSONName: Codable {
    var source: String?
    var `operator`: String

    private enum Key: String, CodingKey {
        case source, `operator`
    }

    init(_ named: NamedSource) {
        source = named.name.isEmpty ? nil : named.name
        self.operator = named.operator
    }

    init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            self.operator = name
            return
        }
        let values = try decoder.container(keyedBy: Key.self)
        source = try values.decodeIfPresent(String.self, forKey: .source)
        self.operator = try values.decode(String.self, forKey: .operator)
    }

    func encode(to encoder: any Encoder) throws {
        guard let source else {
            var value = encoder.singleValueContainer()
            return try value.encode(self.operator)
        }
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(source, forKey: .source)
        try values.encode(self.operator, forKey: .operator)
    }
}

extension KeyedDecodingContainer where Key == JSONEntry.Key {
    fileprivate func integer(_ key: Key) throws -> Int64 {
        try named(key) { try decode(Int64.self, forKey: key) }
    }

    fileprivate func integerIfPresent(_ key: Key) throws -> Int64? {
        try named(key) { try decodeIfPresent(Int64.self, forKey: key) }
    }

    /// Decodes a number. If decoding fails, adds the key to the error. Foundation omits the key if a number has a
    /// fraction or does not fit its type.
    private func named<Value>(_ key: Key, _ decode: () throws -> Value) throws -> Value {
        do {
            return try decode()
        } catch let error as DecodingError {
            throw error
        } catch {
            throw JournalLineError(reason: "\"\(key.stringValue)\" is not a 64-bit integer")
        }
    }
}
