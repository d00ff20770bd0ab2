extension Fuzzing {
    static let targets: [FuzzTarget] = [
        .httpDate, .ntpPacket, .record, .slotFile, .storeTable, .timeNamespace, .bootIdentity,
        // Shows that the fuzzer finds mistakes.
        .plantedMistake,
    ]

    static func writeSeeds(_ folder: String) { fail("FuzzLibrary writes the seeds") }
}
