// Combine beside the library: both have names of their own.
#if canImport(Combine)
    import Combine
    import Sidereal

    /// What a preview shows of a car: first nothing, then how long it has stood.
    func previewed() -> Record<ProtectedReading<Duration>, Never> {
        Record(output: [.absent, .value(.seconds(60))], completion: .finished)
    }
#endif
