import SiderealCore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Something that is fed foreign bytes.
struct FuzzTarget: Sendable {
    /// As on the command line, and of its folder in Corpus.
    let name: String
    /// The most bytes that an input has: what is longer shows nothing new, and takes its time.
    let longest: Int
    /// Words that the fuzzer would hardly guess, where no file in Dictionaries has them.
    let words: [String]
    let run: @Sendable ([UInt8]) -> Void

    init(name: String, longest: Int, words: [String] = [], run: @escaping @Sendable ([UInt8]) -> Void) {
        self.name = name
        self.longest = longest
        self.words = words
        self.run = run
    }
}

/// Whether an input is among those, one in 16, for which a check is made that takes long.
func isSampled(_ bytes: [UInt8]) -> Bool { XXH64.checksum(of: bytes) & 15 == 0 }

/// Ends the process where a property does not hold, so that the fuzzer keeps the input.
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
