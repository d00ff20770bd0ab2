// Combine beside the library: their names don't collide.
#if canImport(Combine)
    import Combine
    import Sidereal

    /// A preview's values for a parked car: first nothing, then the time since it was parked.
    func previewed() -> Record<ProtectedReading<Duration>, Never> {
        Record(output: [.absent, .value(.seconds(60))], completion: .finished)
    }
#endif
