import SiderealTesting

/// The histories that the campaign changes. The corpus keeps two histories for each feature.
///
/// A feature is a situation, or a branch of the code together with the magnitude of the number of its runs.
struct HistoryCorpus {
    /// A history, and the number of its events up to the feature.
    struct Entry {
        var history: History
        var events: Int
    }

    private struct Feature {
        /// The number of histories with the feature.
        var count: UInt64
        var entry: Entry
        /// The entry with the fewest events up to the feature. This entry leaves the most room for additional events.
        var shortest: Entry
    }

    private var features: [Feature] = []
    /// The indices of the features whose numbers are large. The array `placesOfSmall`, which is faster, contains the
    /// indices of the other features.
    private var places: [UInt64: Int] = [:]
    private var placesOfSmall: [Int] = []

    /// The number of different features so far.
    var count: Int { features.count }

    /// Records that a history has a feature. If the corpus already has the feature, a random draw decides which history
    /// it keeps. So different histories can represent a common feature.
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

    /// Returns a history to change. The method draws four features at random, and returns a history of the rarest of
    /// them.
    func pick(using random: inout SplitMix64) -> Entry? {
        var rarest: Feature?
        for _ in 0..<4 {
            guard let drawn = features.randomElement(using: &random) else { return nil }
            if rarest.map({ drawn.count < $0.count }) ?? true { rarest = drawn }
        }
        return random.next() % 2 == 0 ? rarest?.entry : rarest?.shortest
    }
}
