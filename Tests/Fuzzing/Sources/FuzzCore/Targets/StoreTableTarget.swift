import SiderealBase
import SiderealStorage

extension FuzzTarget {
    /// Payloads of stores with the changes behind them, each after its 16-bit length. A table survives being written
    /// and read, has as many bytes as it reports, and equals a dictionary after the same changes.
    static let storeTable = FuzzTarget(name: "store-table", longest: 1_024, seeds: storeTableSeeds) { bytes in
        var input = InputBytes(bytes)
        let payload = input.counted()
        var changes: [[UInt8]] = []
        while !input.isAtEnd, changes.count < 8 { changes.append(input.counted()) }
        guard let first = try? StoreTable(payload: payload) else {
            return demand((try? StoreTable(payload: payload, changes: changes)) == nil, "changes repair no payload")
        }
        var expected = entries(of: first)
        var isWhole = true
        for change in changes {
            guard let changed = try? StoreTable.changes(in: change) else {
                isWhole = false
                break
            }
            for (name, value) in changed { expected[name] = value }
            let again = try? StoreTable.changes(in: StoreTable.change(changed))
            demand(again == changed, "a change is read as it was written")
        }
        guard let table = try? StoreTable(payload: payload, changes: changes) else {
            return demand(!isWhole, "whole changes apply")
        }
        demand(isWhole, "only a change can be applied")
        demand(entries(of: table) == expected, "a table is what its changes make of it")
        let written = table.payload
        demand(written.count == table.payloadCount, "\(written.count) bytes, said to be \(table.payloadCount)")
        guard let again = try? StoreTable(payload: written) else { fail("a written table can't be read") }
        demand(entries(of: again) == expected, "a table is read as it was written")
        demand(again.payload == written, "and written as it was read")
    }

    private static func entries(of table: StoreTable) -> [ExactName: [UInt8]] {
        var entries: [ExactName: [UInt8]] = [:]
        for name in table.names { entries[name] = table.value(of: name) }
        demand(entries.count == table.count, "each name is there once")
        return entries
    }
}

extension FuzzTarget {
    private static func storeTableSeeds() -> [[UInt8]] {
        var table = StoreTable()
        table.apply(["a": [1], "key": [2, 3]])
        func counted(_ bytes: [UInt8]) -> [UInt8] { [UInt8(bytes.count & 255), UInt8(bytes.count >> 8)] + bytes }
        return [counted(table.payload) + counted(StoreTable.change(["a": [UInt8]?.none, "b": [4]]))]
    }
}
