extension Fuzzing {
    static let targets: [FuzzTarget] = [
        .httpDate, .ntpPacket, .record, .slotFile, .storeTable, .timeNamespace, .bootIdentity,
        // Shows that the fuzzer finds mistakes.
        .plantedMistake,
    ]
}
