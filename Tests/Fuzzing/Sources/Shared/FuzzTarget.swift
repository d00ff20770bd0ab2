import SiderealCore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A piece of code that parses foreign bytes.
struct FuzzTarget: Sendable {
    /// The name on the command line, and of the folder in Corpus.
    let name: String
    /// The most bytes of an input: longer ones show nothing new, and take time.
    let longest: Int
    /// Words that the fuzzer would hardly guess, if no file in Dictionaries has them.
    let words: [String]
    /// Inputs from our own encoders, for a format that is hard to type or to guess.
    let seeds: @Sendable () -> [[UInt8]]
    let run: @Sendable ([UInt8]) -> Void

    init(
        name: String, longest: Int, words: [String] = [], seeds: @escaping @Sendable () -> [[UInt8]] = { [] },
        run: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.name = name
        self.longest = longest
        self.words = words
        self.seeds = seeds
        self.run = run
    }
}

/// Returns whether an input is the one in 16 for which a slow check runs.
func isSampled(_ bytes: [UInt8]) -> Bool { XXH64.checksum(of: bytes) & 15 == 0 }

/// Ends the process if a property doesn't hold, so that the fuzzer keeps the input.
func demand(_ holds: @autoclosure () -> Bool, _ property: @autoclosure () -> String) {
    if holds() { return }
    print("broken property: \(property())")
    fflush(nil)
    abort()
}

/// Ends the process, as `demand` does.
func fail(_ property: String) -> Never {
    demand(false, property)
    abort()
}
