import SiderealCore
import Testing

/// A floor at another state of its boot, and the later one of two.
struct FloorVector: TranscribedVector {
    struct Answer: Decodable, Equatable {
        /// Nil where nothing is certain.
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
            guard let moved = moved(one, to: state.state, model) else { return Answer() }
            let last = at.state.elapsed >= state.state.elapsed ? at.state : state.state
            let later = Floor.later(one, other, at: last, model: model)?.advanced(to: last, model: model)
            return Answer(moved: moved, later: later?.earliest.nanoseconds)
        }
    }

    private func moved(_ floor: Floor, to state: ClockState, _ model: ClockModel) -> Int64? {
        floor.offset(at: state, model: model).map { ($0 + Nanoseconds(state.elapsed.nanoseconds)).count }
    }
}

/// A saved floor in a launch, by what is known about the boot.
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
            let floor = try CarriedFloor(
                saved: Floor(earliest: TrueInstant(nanoseconds: earliest), at: saved.state), loadedAt: loaded.state
            ).floor(at: reading.reading, verdict: verdict, model: ClockModel(transcribed: model))
            return Answer(earliest: floor.earliest.nanoseconds)
        }
    }
}
