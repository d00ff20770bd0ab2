import SiderealCore
import Testing

/// Two readings, the result of each check, the verdict, and the elapsed true time.
struct ComparisonVector: TranscribedVector {
    struct Answer: Decodable, Equatable {
        /// [same boot, reboot]: whether each verdict is possible.
        var identity: [Bool]
        var counters: [Bool]
        var trust: [Bool]
        var verdict: String?
        var isProven: Bool
        var evidence: String?
        var passed: TranscribedBounds
    }

    let model: String
    let before: TranscribedReading
    let now: TranscribedReading
    let identities: [String?]
    let machines: [String?]
    let offsets: [TranscribedBounds?]
    /// The least true time at the later reading.
    let floor: Int64?
    let answer: Answer

    var computed: Answer {
        get throws {
            try #require(identities.count == 2 && machines.count == 2 && offsets.count == 2)
            let pair = try Pair(
                before: before.reading, now: now.reading, identityBefore: identities[0], identityNow: identities[1],
                machineBefore: machines[0], machineNow: machines[1],
                offsetBefore: offsets[0].map { try Bounds(transcribed: $0) },
                offsetNow: offsets[1].map { try Bounds(transcribed: $0) }, model: ClockModel(transcribed: model))
            let comparison = pair.comparison(earliestNow: floor.map { TrueInstant(nanoseconds: $0) })
            let verdict = comparison.verdict
            return Answer(
                identity: comparison.identityCheck.transcribed, counters: comparison.counterCheck.transcribed,
                trust: comparison.trustCheck.transcribed,
                verdict: BootVerdict.Answer.transcribed.first { $0.value == verdict.answer }?.key,
                isProven: verdict.isProven,
                evidence: BootVerdict.Evidence.transcribed.first { $0.value == verdict.evidence }?.key,
                passed: comparison.truePassed.transcribed)
        }
    }
}

extension Possibilities {
    fileprivate var transcribed: [Bool] { [sameBoot, reboot] }
}
