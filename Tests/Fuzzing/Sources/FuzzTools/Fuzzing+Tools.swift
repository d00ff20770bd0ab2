extension Fuzzing {
    static let targets: [FuzzTarget] = [.commandLine, .sourcesFile, .history, .trace]

    static func writeSeeds(_ folder: String) { fail("FuzzLibrary writes the seeds") }
}
