extension Fuzzing {
    static let targets: [FuzzTarget] = [
        .httpDate, .ntpPacket, .ntsKeyExchange, .ntsPacket, .record, .slotFile, .storeTable, .timeNamespace,
        .bootIdentity, .roughtimeAnswer,
        // Shows that the fuzzer finds what there is to find.
        .plantedMistake,
    ]

    static func writeSeeds(_ folder: String) { fail("FuzzLibrary writes the seeds") }
}
