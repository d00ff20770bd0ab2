import SiderealTesting

/// The histories worth changing: one for each feature.
///
/// A feature is a branch of the code with a magnitude of its runs, or a situation.
struct HistoryCorpus {
    /// A history, and the number of its events that lead to the feature.
    struct Entry {
        var history: History
        var events: Int
    }

    private struct Feature {
        /// The number of histories with the feature.
        var count: UInt64
        var entry: Entry
        /// The entry with the fewest events that lead to the feature, which leaves the most room for others after them.
        var shortest: Entry
    }

    private var features: [Feature] = []
    /// The index of each feature. An array, which is faster, holds those of small numbers.
    private var places: [UInt64: Int] = [:]
    private var placesOfSmall: [Int] = []

    /// The number of features seen.
    var count: Int { features.count }

    /// Records that a history has a feature. Each time, a draw decides which history stays, so a common feature isn't
    /// always reached in the same way.
    mutating func record(_ number: UInt64, of entry: Entry, using random: inout SplitMix64) {
        guard let place = place(of: number) else {
            setPlace(of: number)
            return features.append(Feature(count: 1, entry: entry, shortest: entry))
        }
        features[place].count += 1
        if random.next() % features[place].count == 0 { features[place].entry = entry }
        if entry.events < features[place].shortest.events { features[place].shortest = entry }
    }

    private func place(of number: UInt64) -> Int? {
        guard number < Self.small else { return places[number] }
        guard number < placesOfSmall.count else { return nil }
        let place = placesOfSmall[Int(number)]
        return place < 0 ? nil : place
    }

    private mutating func setPlace(of number: UInt64) {
        guard number < Self.small else { return places[number] = features.count }
        while placesOfSmall.count <= number { placesOfSmall.append(-1) }
        placesOfSmall[Int(number)] = features.count
    }

    private static var small: UInt64 { 1 << 20 }

    /// Returns a history to change, from the rarest of four features drawn at random.
    func pick(using random: inout SplitMix64) -> Entry? {
        var rarest: Feature?
        for _ in 0..<4 {
            guard let drawn = features.randomElement(using: &random) else { return nil }
            if rarest.map({ drawn.count < $0.count }) ?? true { rarest = drawn }
        }
        return random.next() % 2 == 0 ? rarest?.entry : rarest?.shortest
    }
}
