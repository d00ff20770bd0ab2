import Sidereal

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The shared report: all answers of all recorded launches, and the kind of device. The README documents its JSON.
///
/// The report does not identify a device, a boot or a person, and contains no date and no reading of a clock. It
/// contains only the words of the answers, spans, and comparisons with earlier values. Spans are rounded. The
/// exceptions are spans between two launches that give the rate of a clock.
public struct ProbeReport: Codable, Sendable, Hashable {
    /// The version of the format. Raise it with each change that affects readers.
    public static let schema = "sidereal-device-probes/2"

    /// The kind of device.
    public struct Device: Codable, Sendable, Hashable {
        /// The model, such as `iPhone15,2`.
        public var model: String
        /// The operating system and its version, such as `iOS 18.2`.
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
        /// The state of the gate: `open`, `beforeFirstUnlock` or `indeterminate`.
        public var gate: String
        /// The comparison of this boot with that of the previous launch: `same`, `changed` or `notComparable`.
        public var boot: String
        /// Sidereal's verdict from its own record: `rebooted`, `sameBoot` or `notProven`.
        public var verdict: String
        /// The time since the previous launch, on the clock that includes sleep. It is absent if the boots differ.
        public var minutesSinceLast: Int?
        /// A Boolean value that indicates whether an app that trusts UserDefaults would welcome the user again.
        /// `storeWelcomes` is the same for the store.
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
    /// The launches, with the oldest first.
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
    /// The time since the previous launch, or `nil` if the boots differ.
    var minutesSinceLast: Int? {
        guard isSameIdentity == true, let now = launchClocks, let old = clocksBefore else { return nil }
        return Self.rounded(Nanoseconds(now.elapsed) - Nanoseconds(old.elapsed), to: 60)
    }
}
