import SiderealBase
import SiderealStorage
import Testing

@Suite("ProtectedReading") struct ProtectedReadingTests {
    static let readings: [(reading: ProtectedReading<Bool>, value: Bool?)] = [
        (.value(true), true), (.value(false), false), (.absent, nil), (.unavailable(.notReadYet), nil),
        (.unavailable(.beforeFirstUnlock), nil), (.unavailable(.lost), nil),
    ]

    @Test("a default is used only if there is no value", arguments: readings)
    func aDefaultStandsInOnlyWhereThereIsNoValue(_ reading: ProtectedReading<Bool>, _ value: Bool?) {
        #expect(reading.valueIfPresent == value)
        for harmless in [false, true] { #expect(reading.valueOr(harmlessDefault: harmless) == value ?? harmless) }
    }
}
