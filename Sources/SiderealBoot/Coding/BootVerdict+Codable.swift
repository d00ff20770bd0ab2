public import SiderealCore
import SiderealGate

extension BootVerdict: Codable {
    private enum Key: String, CodingKey {
        case answer, unavailability, certainty, evidence, clockStepNanoseconds, isSettled, isFromRecoveredRecord
    }

    /// The names of all answers except `unavailable`, which is encoded with its cause.
    private static let answers: CaseNames<Answer> = [
        "firstObservation": .firstObservation, "sameBoot": .sameBoot, "rebooted": .rebooted,
        "indeterminate": .indeterminate, "damaged": .damaged,
    ]
    private static let certainties: CaseNames<Certainty> = ["proven": .proven, "probable": .probable]
    private static let evidences: CaseNames<Evidence> = [
        "bootIdentity": .bootIdentity, "sameProcess": .sameProcess, "counterDecreased": .counterDecreased,
        "trustedTime": .trustedTime, "bootTime": .bootTime, "clockStep": .clockStep, "tooEarly": .tooEarly,
        "contradiction": .contradiction,
        "noHardwareClock": .noHardwareClock, "otherMachine": .otherMachine, "noEvidence": .noEvidence,
    ]

    /// Decodes a verdict. Throws `DecodingError` for a name that this version does not support.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let answer: Answer =
            if try values.decode(String.self, forKey: .answer) == "unavailable" {
                .unavailable(try values.decode(Unavailability.self, forKey: .unavailability))
            } else {
                try values.decode(Self.answers, forKey: .answer)
            }
        let certainty = try values.decodeIfPresent(Self.certainties, forKey: .certainty)
        guard (certainty != nil) == (answer == .sameBoot || answer == .rebooted) else {
            throw DecodingError.dataCorruptedError(
                forKey: .certainty, in: values,
                debugDescription: "only the answers sameBoot and rebooted have a certainty")
        }
        self.init(
            answer, certainty, evidence: try values.decode(Self.evidences, forKey: .evidence),
            clockStep: try values.decodeNanosecondsIfPresent(forKey: .clockStepNanoseconds),
            isSettled: try values.decode(Bool.self, forKey: .isSettled),
            isFromRecoveredRecord: try values.decode(Bool.self, forKey: .isFromRecoveredRecord))
    }

    /// Encodes the verdict as the names of its cases.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        if case .unavailable(let why) = answer {
            try values.encode("unavailable", forKey: .answer)
            try values.encode(why, forKey: .unavailability)
        } else {
            try values.encode(answer, Self.answers, forKey: .answer)
        }
        try values.encode(certainty, Self.certainties, forKey: .certainty)
        try values.encode(evidence, Self.evidences, forKey: .evidence)
        try values.encodeNanoseconds(clockStep, forKey: .clockStepNanoseconds)
        try values.encode(isSettled, forKey: .isSettled)
        try values.encode(isFromRecoveredRecord, forKey: .isFromRecoveredRecord)
    }
}
