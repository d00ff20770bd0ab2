extension Fuzzing {
    static let targets: [FuzzTarget] = [
        .httpHead, .journalLine, .journal, .bootMark, .migrationMarker, .storedText, .ntsKeyExchange, .ntsPacket,
        .roughtimeAnswer, .roughtimeReport,
    ]
}
