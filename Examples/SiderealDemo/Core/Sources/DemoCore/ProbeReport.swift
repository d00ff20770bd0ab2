import Sidereal

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The shared report: all answers of all recorded launches, and the kind of device. The README documents its JSON.
///
/// It contains no identity of a device, a boot or a person, no date, and no clock's reading: only the words of the
/// answers, spans, and whether a value is the same as before. Spans are rounded, except those between two launches that
/// give the rate of a clock.
public struct ProbeReport: Codable, Sendable, Hashable {
    /// The version of the format, to be raised with each change that affects readers.
    public static let schema = "sidereal-device-probes/2"

    /// The kind of device.
    public struct Device: Codable, Sendable, Hashable {
        /// Such as `iPhone15,2`.
        public var model: String
        /// Such as `iOS 18.2`.
        public var system: String
        public var isSimulator: Bool

        public init(model: String, system: String, isSimulator: Bool) {
            self.model = model
            self.system = system
            self.isSimulator = isSimulator
        }
    }

    /// One launch.
    public struct Launch: Codable, Sendable, Hashable {
        /// The number of this launch since the installation.
        public var number: Int
        /// `open`, `beforeFirstUnlock` or `indeterminate`.
        public var gate: String
        /// The boot compared with the launch before: `same`, `changed` or `notComparable`.
        public var boot: String
        /// Sidereal's verdict from its own record: `rebooted`, `sameBoot` or `notProven`.
        public var verdict: String
        /// The time since the launch before, on the clock that counts sleep. Absent across boots.
        public var minutesSinceLast: Int?
        /// Indicates whether UserDefaults would have welcomed the user anew. `storeWelcomes` does so for the store.
        public var naiveWelcomes: Bool
        public var storeWelcomes: Bool?
        public var answers: [String: Answer]
    }

    /// One answer.
    public struct Answer: Codable, Sendable, Hashable {
        public var answer: String
        public var details: [String: ProbeAnswer.Detail]?
        public var isConclusive: Bool

        init(_ answer: ProbeAnswer) {
            self.answer = answer.answer
            details = answer.details.isEmpty ? nil : answer.details
            isConclusive = answer.isConclusive
        }
    }

    public var schema: String
    /// The version of Sidereal.
    public var library: String
    public var device: Device
    /// The most informative answer to each probe.
    public var summary: [String: Answer]
    /// The launches, the oldest first.
    public var launches: [Launch]

    public init(_ records: [LaunchRecord], device: Device, library: String) {
        schema = Self.schema
        self.library = library
        self.device = device
        summary = Self.table(ProbeSheet.summary(records))
        launches = zip(records, ProbeSheet.of(records)).map { Launch($0, $1) }
    }

    /// The report as readable JSON. Equal reports give equal bytes.
    public var json: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(self)
        }
    }

    fileprivate static func table(_ answers: [ProbeAnswer]) -> [String: Answer] {
        Dictionary(answers.map { ($0.probe.rawValue, Answer($0)) }) { $1 }
    }
}

extension ProbeReport.Launch {
    fileprivate init(_ record: LaunchRecord, _ sheet: ProbeSheet) {
        number = record.number
        gate = record.gate.word
        boot = sheet.isSameIdentity.map { $0 ? "same" : "changed" } ?? "notComparable"
        verdict = record.didReboot.map { $0 ? "rebooted" : "sameBoot" } ?? "notProven"
        minutesSinceLast = sheet.minutesSinceLast
        naiveWelcomes = record.naiveWelcomes
        storeWelcomes = record.storeWelcomes
        answers = ProbeReport.table(sheet.answers)
    }
}

extension ProbeSheet {
    /// The time since the launch before, if both are of one boot.
    var minutesSinceLast: Int? {
        guard isSameIdentity == true, let now = launchClocks, let old = clocksBefore else { return nil }
        return Self.rounded(Nanoseconds(now.elapsed) - Nanoseconds(old.elapsed), to: 60)
    }
}
