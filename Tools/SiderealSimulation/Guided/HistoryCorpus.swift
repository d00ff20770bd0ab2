import SiderealTesting

/// The histories that are worth changing: for each feature one that has it.
///
/// A feature is a branch of the code that ran so many times, or a situation.
struct HistoryCorpus {
    /// A history, and how many of its events lead to the feature.
    struct Entry {
        var history: History
        var events: Int
    }

    private struct Feature {
        /// How many histories had it.
        var count: UInt64
        var entry: Entry
        /// The entry with the fewest events that lead to the feature: it leaves most room for others after them.
        var shortest: Entry
    }

    private var features: [Feature] = []
    /// Where each feature is among them: small numbers by an array, which is faster.
    private var places: [UInt64: Int] = [:]
    private var placesOfSmall: [Int] = []

    /// How many features were seen.
    var count: Int { features.count }

    /// Notes that a history has a feature. Whose history stays is drawn anew each time, so that a feature that is
    /// common is not always reached the same way.
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

    /// A history to change: of four features that are drawn, one of the rarest.
    func pick(using random: inout SplitMix64) -> Entry? {
        var rarest: Feature?
        for _ in 0..<4 {
            guard let drawn = features.randomElement(using: &random) else { return nil }
            if rarest.map({ drawn.count < $0.count }) ?? true { rarest = drawn }
        }
        return random.next() % 2 == 0 ? rarest?.entry : rarest?.shortest
    }
}
