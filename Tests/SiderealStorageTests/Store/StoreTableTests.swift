import SiderealBase
import SiderealStorage
import Testing

/// The frozen bytes of a store's payload. Other bytes are refused.
@Suite("bytes of a store's payload") struct StoreTableTests {
    static let golden: [UInt8] = [
        1, 0, 0, 0, 3, 0, 0, 0,
        1, 0, 0, 0, 2, 0, 0, 0, 0x61, 0x34, 0x32,
        2, 0, 0, 0, 0, 0, 0, 0, 0xC3, 0xA9,
        5, 0, 0, 0, 1, 0, 0, 0, 0x63, 0x6F, 0x75, 0x6E, 0x74, 0x37,
    ]

    @Test("the layout of the payload is frozen")
    func laysOutWhatIsFrozen() {
        #expect(StoreTable().payload == [1, 0, 0, 0, 0, 0, 0, 0])
        // New names of one change are sorted, and later ones follow.
        let table = StoreTable().applying(["é": [], "a": [0x34, 0x32]]).applying(["count": [0x37]])
        #expect(table.payload == Self.golden)
    }

    @Test("a payload of the frozen layout is read")
    func readsWhatIsFrozen() throws {
        let table = try StoreTable(payload: Self.golden)
        #expect(table.names == ["a", "count", "é"])
        #expect(table.value(of: "a") == [0x34, 0x32])
        #expect(table.value(of: "é") == [])
        #expect(table.value(of: "count") == [0x37])
        #expect(table.value(of: "b") == nil)
        #expect(try StoreTable(payload: StoreTable().payload).count == 0)
    }

    static let changes: [[ExactName: [UInt8]?]] = [
        [:], ["a": [9]], ["a": []], ["a": nil], ["a": nil, "count": nil, "é": nil], ["b": [1], "c": [], "a": nil],
        ["none": nil], ["é": nil, "e\u{301}": [2]],
    ]

    @Test("a change and its bytes lead to the same table", arguments: changes)
    func changesAsItsRecordSays(changes: [ExactName: [UInt8]?]) throws {
        let old = try StoreTable(payload: Self.golden)
        let new = old.applying(changes)
        for name in Set(old.names).union(changes.keys) {
            let expected = changes[name].map { $0 } ?? old.value(of: name)
            #expect(new.value(of: name) == expected)
            #expect(new.contains(name) == (expected != nil))
        }
        #expect(new.payload.count == new.payloadCount)
        let read = try StoreTable(payload: Self.golden, changes: [StoreTable.change([:]), StoreTable.change(changes)])
        #expect(read.payload == new.payload)
        #expect(try StoreTable(payload: new.payload).payload == new.payload)
    }

    @Test("the layout of a change is frozen")
    func laysOutAChange() {
        #expect(
            StoreTable.change(["b": nil, "a": [7]]) == [
                1, 0, 0, 0, 2, 0, 0, 0,
                1, 0, 0, 0, 1, 0, 0, 0, 0x61, 7,
                1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x62,
            ])
        #expect(StoreTable.change([:]) == [1, 0, 0, 0, 0, 0, 0, 0])
    }

    @Test("bytes that aren't a change are malformed")
    func nothingElseIsAChange() {
        let removal = StoreTable.change(["a": nil])
        #expect(throws: StoreTableError.malformed) { try StoreTable(payload: removal) }
        for change in [[], [1], [0, 0, 0, 0, 0, 0, 0, 0], removal.dropLast(), removal + [0]] as [[UInt8]] {
            #expect(throws: StoreTableError.malformed) { try StoreTable(payload: Self.golden, changes: [change]) }
        }
        #expect(throws: StoreTableError.newerVersion(2)) {
            try StoreTable(payload: Self.golden, changes: [[2] + removal.dropFirst()])
        }
    }

    @Test("a truncated or extended payload is malformed")
    func acceptsNoTruncationAndNoTrailingBytes() {
        for count in 0..<Self.golden.count {
            #expect(throws: StoreTableError.malformed) { try StoreTable(payload: Array(Self.golden.prefix(count))) }
        }
        for more in [[0], [1, 2, 3], [UInt8](repeating: 0, count: 8), Self.golden] as [[UInt8]] {
            #expect(throws: StoreTableError.malformed) { try StoreTable(payload: Self.golden + more) }
        }
    }

    @Test("a payload with a name twice is malformed")
    func acceptsNoNameTwice() {
        let entry: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, 0x61]
        #expect(throws: StoreTableError.malformed) {
            try StoreTable(payload: [1, 0, 0, 0, 2, 0, 0, 0] + entry + entry)
        }
    }

    @Test("a payload of a later version is refused, and reported as a later version")
    func leavesLaterVersionsAlone() {
        for version in [2, 3, 255] as [UInt8] {
            var bytes = Self.golden
            bytes[0] = version
            #expect(throws: StoreTableError.newerVersion(UInt32(version))) { try StoreTable(payload: bytes) }
            #expect(throws: StoreTableError.newerVersion(UInt32(version))) {
                try StoreTable(payload: [version, 0, 0, 0, 9, 9, 9, 9])
            }
        }
        #expect(throws: StoreTableError.malformed) { try StoreTable(payload: [0] + Self.golden.dropFirst()) }
    }

    /// Returns whether the bytes are accepted. Encoding an accepted table gives the same bytes.
    private func check(_ bytes: [UInt8]) -> Bool {
        guard let table = try? StoreTable(payload: bytes) else { return false }
        #expect(table.payload == bytes)
        // Nor does a change of an accepted table overflow.
        let changed = table.applying(["new": [1]]).applying(table.names.first.map { [$0: nil] } ?? [:])
        #expect((try? StoreTable(payload: changed.payload)) != nil, "\(bytes)")
        return true
    }

    @Test("a payload with hostile lengths is refused, unless the lengths match the one entry that follows")
    func survivesHostileLengths() {
        let lengths: [UInt32] = [0, 1, 8, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFF0, 0xFFFF_FFFF]
        for count in lengths {
            for name in lengths {
                for value in lengths {
                    var bytes: [UInt8] = [1, 0, 0, 0]
                    for word in [count, name, value] {
                        for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: word >> (UInt32(shift) * 8))) }
                    }
                    for tail in [0, 1, 8, 9, 64] {
                        // Only one entry fits: the tail is its name and value, or the lengths of a second one.
                        let isWhole = count == 1 && UInt64(name) + UInt64(value) == UInt64(tail)
                        #expect(
                            check(bytes + [UInt8](repeating: 0x61, count: tail)) == isWhole,
                            "count \(count), name \(name), value \(value), \(tail) bytes behind them")
                    }
                }
            }
        }
    }

    @Test("a table with names in another order is read, and keeps that order")
    func keepsTheOrder() throws {
        let payload: [UInt8] = [
            1, 0, 0, 0, 2, 0, 0, 0,
            1, 0, 0, 0, 1, 0, 0, 0, 0x66, 1,
            3, 0, 0, 0, 1, 0, 0, 0, 0x65, 0xCC, 0x81, 2,
        ]
        let table = try StoreTable(payload: payload)
        #expect(table.value(of: "f") == [1] && table.value(of: "e\u{301}") == [2] && table.value(of: "\u{E9}") == nil)
        #expect(table.applying(["f": [1]]).payload == payload)
        #expect(StoreTable().applying(["f": [1], "e\u{301}": [2]]).names == ["e\u{301}", "f"])
    }
}

extension StoreTable {
    /// Returns the table after a change.
    func applying(_ changes: [ExactName: [UInt8]?]) -> StoreTable {
        var table = self
        table.apply(changes)
        return table
    }
}
