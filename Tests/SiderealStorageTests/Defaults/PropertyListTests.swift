import Foundation
import SiderealStorage
import Testing

@Suite("property list values") struct PropertyListTests {
    /// If UserDefaults returns false or 0 because it finds no number, there is no value.
    @Test(
        "a value converts as UserDefaults converts it",
        arguments: [
            (.boolean(true), true, 1, 1, "1"), (.boolean(false), false, 0, 0, "0"),
            (.integer(0), false, 0, 0, "0"), (.integer(2), true, 2, 2, "2"), (.integer(-7), true, -7, -7, "-7"),
            (.integer(.max), true, .max, 0x1p63, "9223372036854775807"),
            (.real(1), true, 1, 1, "1"), (.real(-0.0), false, 0, 0, "-0"), (.real(12.75), true, 12, 12.75, "12.75"),
            (.real(-2.5), true, -2, -2.5, "-2.5"), (.real(1e300), true, nil, 1e300, "1e+300"),
            (.real(.infinity), true, nil, .infinity, "inf"),
            (.string("1234"), true, 1_234, 1_234, "1234"), (.string("1.5"), true, 1, 1.5, "1.5"),
            (.string("0"), false, 0, 0, "0"), (.string(" -12 apples"), true, -12, -12, " -12 apples"),
            (.string("+3e2x"), true, 3, 300, "+3e2x"), (.string("2e"), true, 2, 2, "2e"),
            (.string(".5"), nil, nil, 0.5, ".5"), (.string("."), nil, nil, nil, "."),
            (.string("99999999999999999999"), true, .max, 1e20, "99999999999999999999"),
            (.string("-99999999999999999999"), true, .min, -1e20, "-99999999999999999999"),
            (.string("YES"), true, nil, nil, "YES"), (.string("true"), true, nil, nil, "true"),
            (.string("no"), false, nil, nil, "no"), (.string("false"), false, nil, nil, "false"),
            (.string(""), nil, nil, nil, ""), (.string("maybe"), nil, nil, nil, "maybe"),
            (.data([1]), nil, nil, nil, nil), (.date(1), nil, nil, nil, nil),
            (.array([.integer(1)]), nil, nil, nil, nil), (.dictionary([:]), nil, nil, nil, nil),
            (.other(type: "X"), nil, nil, nil, nil),
        ] as [(PropertyListValue, Bool?, Int?, Double?, String?)])
    func convertsAsUserDefaultsDoes(_ row: (list: PropertyListValue, Bool?, Int?, Double?, String?)) {
        #expect(Bool(propertyList: row.list) == row.1)
        #expect(Int(propertyList: row.list) == row.2)
        #expect(Double(propertyList: row.list) == row.3)
        #expect(String(propertyList: row.list) == row.4)
    }

    @Test("a value converts back to its own type, and to no other type")
    func valuesComeBackAsTheyWere() {
        func same<Value: PropertyListConvertible & Equatable>(_ value: Value) {
            #expect(Value(propertyList: value.propertyList) == value)
        }
        same(true)
        same(Int.min)
        same(2.5)
        same("text")
        same(Data([0, 255]))
        same(Date(timeIntervalSinceReferenceDate: 3.25))
        same(["a", "b"])
        same([[1], []])
        same(["k": ["v": 1.5]])
        #expect([Int](propertyList: .array([.integer(1), .string("x")])) == nil)
        #expect([String: Int](propertyList: .dictionary(["a": .string("x")])) == nil)
        #expect(Data(propertyList: .string("a")) == nil)
        #expect(Date(propertyList: .real(1)) == nil)
    }

    @Test("different values have different fingerprints")
    func fingerprintsTellValuesApart() {
        let different: [PropertyListValue] = [
            .integer(0), .integer(1), .integer(.max), .integer(.min), .real(0.5), .real(0x1p63), .string(""),
            .string("1"),
            .data([]), .data([0x31]), .date(1), .array([]), .array([.array([])]), .array([.string("ab")]),
            .array([.string("a"), .string("b")]), .dictionary([:]), .dictionary(["a": .string("b")]),
            .dictionary(["b": .string("a")]), .array([.string("a"), .dictionary([:])]), .other(type: "1"),
        ]
        #expect(Set(different.map { $0.fingerprint }).count == different.count)
    }

    @Test("equal numbers of different types have equal fingerprints")
    func fingerprintsOfOneNumberAreOne() {
        #expect(PropertyListValue.boolean(true).fingerprint == PropertyListValue.integer(1).fingerprint)
        #expect(PropertyListValue.real(1).fingerprint == PropertyListValue.integer(1).fingerprint)
        #expect(PropertyListValue.real(-0.0).fingerprint == PropertyListValue.boolean(false).fingerprint)
        let one = PropertyListValue.dictionary(["a": .integer(1), "b": .integer(2)])
        let other = PropertyListValue.dictionary(["b": .integer(2), "a": .boolean(true)])
        #expect(one.fingerprint == other.fingerprint)
    }
}
