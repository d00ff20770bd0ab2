/// Something that is fed foreign bytes.
struct FuzzTarget: Sendable {
    /// As on the command line, and of its folder in Corpus.
    let name: String
    let run: @Sendable ([UInt8]) -> Void
}

/// Ends the process where a property does not hold, so that the fuzzer keeps the input.
func demand(_ holds: @autoclosure () -> Bool, _ property: @autoclosure () -> String) {
    if !holds() { fatalError("broken: \(property())") }
}
