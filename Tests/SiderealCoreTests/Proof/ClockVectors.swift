import SiderealCore

/// The bounds of the change of the offset between two states, and the least true time between them.
struct ChangeVector: TranscribedVector {
    struct Answer: Decodable, Equatable {
        var change: TranscribedBounds
        var least: Int64
    }

    let model: String
    let from: TranscribedState
    let to: TranscribedState
    let answer: Answer

    var computed: Answer {
        get throws {
            let model = try ClockModel(transcribed: model)
            return Answer(
                change: model.offsetChange(from: from.state, to: to.state).transcribed,
                least: model.leastTrueTime(from: from.state, to: to.state).count)
        }
    }
}

/// The bounds of the time since a reading's boot.
struct SinceBootVector: TranscribedVector {
    struct Answer: Decodable, Equatable {
        var uptime: Int64
        var least: Int64
    }

    let model: String
    let reading: TranscribedReading
    let answer: Answer

    var computed: Answer {
        get throws {
            let model = try ClockModel(transcribed: model)
            return Answer(
                uptime: model.timeSinceBoot(reading.reading).count,
                least: model.leastTimeSinceBoot(reading.reading).count)
        }
    }
}

/// Two votes, whose ends were learned at four states, carried to a fifth one and tightened there.
struct CarriedVector: TranscribedVector {
    struct Answer: Decodable, Equatable {
        var bounds: TranscribedBounds?
        var agrees: Bool
        var ends: TranscribedBounds
        var learned: [Int64]
    }

    let model: String
    let one: TranscribedBounds
    let other: TranscribedBounds
    let states: [TranscribedState]
    let answer: Answer

    var computed: Answer {
        get throws {
            let model = try ClockModel(transcribed: model)
            let states = states.map { $0.state }
            var vote = try CarriedBounds(Bounds(transcribed: one), at: states[0])
            vote.upper.at = states[1]
            var another = try CarriedBounds(Bounds(transcribed: other), at: states[2])
            another.upper.at = states[3]
            let bounds = vote.bounds(at: states[4], model: model)
            let agrees = vote.tighten(with: another, at: states[4], model: model)
            return Answer(
                bounds: bounds?.transcribed, agrees: agrees, ends: [vote.lower.offset.count, vote.upper.offset.count],
                learned: [vote.lower.at.elapsed.nanoseconds, vote.upper.at.elapsed.nanoseconds])
        }
    }
}
