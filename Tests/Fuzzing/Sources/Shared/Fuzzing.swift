import CFuzzing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// `PROGRAM TARGET [OPTION OF LIBFUZZER]... [FILE OR FOLDER]...`; `--list` prints the targets of the program, each with
/// the most bytes that its inputs have; `--seeds FOLDER` writes the initial inputs that our own encoders make.
@main
enum Fuzzing {
    /// The target that the environment names or, without it, the first argument.
    static let chosen = targets.first { $0.name == chosenName }
    private static let inherited = getenv("SIDEREAL_FUZZ_TARGET").map { String(cString: $0) }
    private static let chosenName = inherited ?? CommandLine.arguments.dropFirst().first

    static func main() {
        if CommandLine.arguments.dropFirst() == ["--list"] {
            for target in targets { print(target.name, target.longest) }
            return
        }
        if CommandLine.arguments.dropFirst().first == "--seeds", CommandLine.arguments.count == 3 {
            return writeSeeds(CommandLine.arguments[2])
        }
        guard chosen != nil else {
            print("usage: PROGRAM TARGET [OPTION OF LIBFUZZER]... [FILE OR FOLDER]...; --list prints the targets")
            exit(64)
        }
        // libFuzzer would take the name of the target for a folder of its corpus. (So its options -jobs and -merge,
        // which start the command anew, find the name in the environment.)
        if let name = chosen?.name { setenv("SIDEREAL_FUZZ_TARGET", name, 1) }
        var arguments: [UnsafeMutablePointer<CChar>?] = CommandLine.unsafeArgv.withMemoryRebound(
            to: UnsafeMutablePointer<CChar>?.self, capacity: Int(CommandLine.argc)
        ) { Array(UnsafeBufferPointer(start: $0, count: Int(CommandLine.argc))) }
        if inherited == nil { arguments.remove(at: 1) }
        if let words = chosen?.words, !words.isEmpty { arguments.insert(dictionary(words), at: 1) }
        arguments.append(nil)
        var count = Int32(arguments.count - 1)
        arguments.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            exit(
                LLVMFuzzerRunDriver(&count, &start) { bytes, size in
                    Fuzzing.chosen?.run(Array(UnsafeBufferPointer(start: bytes, count: size)))
                    return 0
                })
        }
    }

    private static func writeSeeds(_ folder: String) {
        for target in targets {
            for (number, seed) in target.seeds().enumerated() {
                mkdir("\(folder)/\(target.name)", 0o777)
                guard let file = fopen("\(folder)/\(target.name)/encoded-\(number + 1)", "w") else {
                    fail("a seed can't be written")
                }
                demand(fwrite(seed, 1, seed.count, file) == seed.count, "a seed is written whole")
                fclose(file)
            }
        }
    }

    /// Returns the option that gives libFuzzer these words. Their file has no name, so it disappears with the process.
    private static func dictionary(_ words: [String]) -> UnsafeMutablePointer<CChar>? {
        guard let file = tmpfile() else { fail("a dictionary can't be written") }
        for word in words { fputs("\"\(word)\"\n", file) }
        rewind(file)
        return strdup("-dict=/dev/fd/\(fileno(file))")
    }
}
