import SiderealCore
import SiderealStorage
import Testing

@Suite("StoredPhase") struct PhaseTests {
    static let phases: [(phase: StoredPhase<Bool>, value: Bool)] = [
        (.loading, true), (.absent, true), (.unavailable(.beforeFirstUnlock), true), (.unavailable(.lost), true),
        (.value(true), true), (.value(false), false),
    ]

    @Test("a default is given only where there is no value", arguments: phases)
    func givesADefaultOnlyWhereThereIsNoValue(_ phase: StoredPhase<Bool>, _ value: Bool) {
        #expect(phase.value(harmlessDefault: true) == value)
        let defaulted = DefaultedPhase(phase, harmlessDefault: true)
        #expect(defaulted.value == value)
        #expect(defaulted.phase == phase)
    }

    @Test(
        "a phase keeps what a reading says",
        arguments: [
            (StoreReading<Int>.absent, StoredPhase<Int>.absent), (.value(7), .value(7)),
            (.unavailable(.damaged), .unavailable(.damaged)),
        ])
    func keepsWhatAReadingSays(_ reading: StoreReading<Int>, _ phase: StoredPhase<Int>) {
        #expect(StoredPhase(reading) == phase)
    }
}
