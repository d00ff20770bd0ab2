import SiderealCore
import Testing

/// A floor at another state of its boot, and the later of two floors.
struct FloorVector: TranscribedVector {
    struct Answer: Decodable, Equatable {
        /// The moved floor, or `nil` if nothing is certain.
        var moved: Int64?
        var later: Int64?
    }

    let model: String
    let earliest: [Int64]
    let at: TranscribedState
    let state: TranscribedState
    let answer: Answer

    var computed: Answer {
        get throws {
            let model = try ClockModel(transcribed: model)
            try #require(earliest.count == 2)
            let one = Floor(earliest: TrueInstant(nanoseconds: earliest[0]), at: at.state)
            let other = Floor(earliest: TrueInstant(nanoseconds: earliest[1]), at: state.state)
            guard let moved = one.moved(to: state.state, model: model) else { return Answer() }
            let later = Floor.later(one, other, model: model)
            return Answer(moved: moved.earliest.nanoseconds, later: later?.earliest.nanoseconds)
        }
    }
}

/// The higher of a corroborated and a lone floor at a state of their boot.
struct HighestVector: TranscribedVector {
    struct Answer: Decodable, Equatable {
        var earliest: Int64?
        /// `nil` if there is no floor.
        var isCorroborated: Bool?
        /// The floor for a caller that requires corroboration.
        var corroborated: Int64?
    }

    let model: String
    let earliest: [Int64?]
    let states: [TranscribedState]
    let answer: Answer

    var computed: Answer {
        get throws {
            let model = try ClockModel(transcribed: model)
            try #require(earliest.count == 2 && states.count == 3)
            let kept = zip(earliest, states).map { earliest, at in
                KeptFloor(earliest.map { Floor(earliest: TrueInstant(nanoseconds: $0), at: at.state) })
            }
            let floors = Floors(corroborated: kept[0], lone: kept[1])
            let highest = floors.highest(at: states[2].state, model: model)
            let corroborated = floors.highest(at: states[2].state, model: model) { $0 == .corroborated }
            return Answer(
                earliest: highest?.floor.earliest.nanoseconds,
                isCorroborated: highest.map { $0.support == .corroborated },
                corroborated: corroborated?.floor.earliest.nanoseconds)
        }
    }
}

/// A saved floor in a launch, by the knowledge of the boot.
struct FloorOverVector: TranscribedVector {
    struct Answer: Decodable, Equatable {
        var earliest: Int64
    }

    let model: String
    let earliest: Int64
    let saved: TranscribedState
    let loaded: TranscribedState
    let reading: TranscribedReading
    let verdict: String
    let isProven: Bool
    let evidence: String
    let answer: Answer

    var computed: Answer {
        get throws {
            let verdict = try BootVerdict(
                #require(BootVerdict.Answer.transcribed[verdict]), isProven ? .proven : nil,
                evidence: #require(BootVerdict.Evidence.transcribed[evidence]))
            let floor = Floor(earliest: TrueInstant(nanoseconds: earliest), at: saved.state)
            let carried = try floor.carried(
                to: reading.reading, loadedAt: loaded.state, verdict: verdict, model: ClockModel(transcribed: model))
            return Answer(earliest: carried.earliest.nanoseconds)
        }
    }
}
