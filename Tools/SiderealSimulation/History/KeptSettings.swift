import SiderealStorage

/// The values that each key can have after the acknowledged writes. `nil` stands for an absent value.
struct KeptSettings {
    var possible: [Int: Set<Int?>] = [:]

    func check(_ reading: ProtectedReading<Int>, of key: Int) throws(Breach) {
        let possible = possible[key] ?? [nil]
        switch reading {
        case .value(let value):
            if !possible.contains(value) {
                throw Breach(.durability, "setting \(key) is \(value), not \(Self.text(possible))")
            }
        case .absent:
            if !possible.contains(nil) {
                throw Breach(.presence, "setting \(key) is absent, not \(Self.text(possible))")
            }
        case .unavailable: return
        }
    }

    /// Adds one to the value that the app read. After an acknowledged write, only the new value is possible.
    mutating func add(to key: Int, after reading: ProtectedReading<Int>, isAcknowledged: Bool) {
        let before = possible[key] ?? [nil]
        let base: Set<Int?> =
            switch reading {
            case .value(let value): [value]
            case .absent: [nil]
            case .unavailable: before
            }
        let after = Set<Int?>(base.map { ($0 ?? 0) + 1 })
        possible[key] = isAcknowledged ? after : before.union(after)
    }

    static func text(_ possible: Set<Int?>) -> String {
        possible.map { $0.map { "\($0)" } ?? "absent" }.sorted().joined(separator: " or ")
    }
}
