extension Fuzzing {
    static let targets: [FuzzTarget] = [
        .httpHead, .journalLine, .journal, .bootMark, .migrationMarker, .storedText, .roughtimeReport,
    ]

    static func writeSeeds(_ folder: String) { Seeds.write(to: folder) }
}
