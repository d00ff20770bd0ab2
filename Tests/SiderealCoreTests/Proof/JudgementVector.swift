import SiderealCore

/// The answers of some of the known operators, and the bounds that they prove together.
struct JudgementVector: TranscribedVector {
    struct Answer: Decodable, Equatable {
        /// The bounds, or `nil` if no point is possible.
        var bounds: TranscribedBounds?
        var lower: String?
        var upper: String?
    }

    let words: [TranscribedBounds]
    let known: Int
    let mayBePaused: Bool
    let answer: Answer

    var computed: Answer {
        get throws {
            let judgement = try Judgement(
                of: words.map { Hull(of: [try Bounds(transcribed: $0)], wrong: 0) }, known: known,
                mayBePaused: mayBePaused)
            return Answer(
                bounds: judgement.bounds?.transcribed, lower: judgement.lowerSupport.map { "\($0)" },
                upper: judgement.upperSupport.map { "\($0)" })
        }
    }
}
