extension FuzzTarget {
    /// A parser that crashes at one input in 2^40: only coverage leads to it. `Scripts/fuzz-check` runs it first, and
    /// fails unless the fuzzer finds the crash.
    static let plantedMistake = FuzzTarget(name: "planted-mistake", longest: 16) { bytes in
        var place = 0
        for letter in "clock".utf8 {
            guard place < bytes.count, bytes[place] == letter else { return }
            place += 1
        }
        demand(bytes.count != place, "the planted mistake")
    }
}
