extension Fuzzing {
    static let targets: [FuzzTarget] = [.commandLine, .sourcesFile, .history, .trace]
}
