import Sidereal

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What is shared: all answers of all recorded launches, and what kind of device gave them. The README documents its
/// JSON.
///
/// It holds no identity of a device, a boot or a person, no date, and no clock's reading: only the words of the
/// answers, spans, and whether something is the same as before. Spans are rounded, but for those between two launches
/// from which the rate of a clock is to be computed.
public struct ProbeReport: Codable, Sendable, Hashable {
    /// The format, to be raised with each change that a reader has to know of.
    public static let schema = "sidereal-device-probes/2"

    /// What kind of device it is.
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
        /// Counted from the installation on.
        public var number: Int
        /// `open`, `beforeFirstUnlock` or `indeterminate`.
        public var gate: String
        /// Against the launch before: `same`, `changed` or `notComparable`.
        public var boot: String
        /// What Sidereal concluded from its own record: `rebooted`, `sameBoot` or `notProven`.
        public var verdict: String
        /// How long after the launch before, on the clock that counts sleep; absent across boots.
        public var minutesSinceLast: Int?
        /// Whether UserDefaults would have welcomed the user anew, and whether the store would have.
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
    /// For each probe the answer that tells most.
    public var summary: [String: Answer]
    /// The oldest first.
    public var launches: [Launch]

    public init(_ records: [LaunchRecord], device: Device, library: String) {
        schema = Self.schema
        self.library = library
        self.device = device
        summary = Self.table(ProbeSheet.summary(records))
        launches = zip(records, ProbeSheet.of(records)).map { Launch($0, $1) }
    }

    /// Readable, and the same bytes for the same report.
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
    /// How long ago the launch before was, where both are of one boot.
    var minutesSinceLast: Int? {
        guard isSameIdentity == true, let now = launchClocks, let old = clocksBefore else { return nil }
        return Self.rounded(Nanoseconds(now.elapsed) - Nanoseconds(old.elapsed), to: 60)
    }
}
