import Foundation
import SiderealStorage
import Testing

@Suite("property list values") struct PropertyListTests {
    @Test(
        "a number converts only if nothing is lost",
        arguments: [
            (.boolean(true), true, 1, 1), (.boolean(false), false, 0, 0),
            (.integer(1), true, 1, 1), (.integer(0), false, 0, 0), (.integer(2), nil, 2, 2),
            (.integer(-7), nil, -7, -7),
            (.integer(.max), nil, .max, nil), (.real(1), true, 1, 1), (.real(-0.0), false, 0, 0),
            (.real(2.5), nil, nil, 2.5), (.real(1e300), nil, nil, 1e300), (.real(.infinity), nil, nil, .infinity),
            (.string("1"), true, nil, nil), (.string("YES"), true, nil, nil), (.string("false"), false, nil, nil),
            (.string("yes"), nil, nil, nil), (.string("2"), nil, nil, nil), (.data([1]), nil, nil, nil),
            (.date(1), nil, nil, nil),
            (.array([.integer(1)]), nil, nil, nil), (.dictionary([:]), nil, nil, nil),
            (.other(type: "X"), nil, nil, nil),
        ] as [(PropertyListValue, Bool?, Int?, Double?)])
    func numbersConvertWhereNothingIsLost(_ row: (list: PropertyListValue, Bool?, Int?, Double?)) {
        #expect(Bool(propertyList: row.list) == row.1)
        #expect(Int(propertyList: row.list) == row.2)
        #expect(Double(propertyList: row.list) == row.3)
    }

    @Test("a value converts back as it was, and other types don't convert")
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
        #expect([Int](propertyList: .array([.integer(1), .string("2")])) == nil)
        #expect([String: Int](propertyList: .dictionary(["a": .string("2")])) == nil)
        #expect(String(propertyList: .integer(1)) == nil)
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
