import Foundation
import Sidereal

/// The screen's state. It belongs to the main actor, like all types here that declare no other isolation.
public final class ParkingModel {
    public enum Display: Equatable {
        case welcome
        case free
        case parked(plate: String, atLeast: Duration)
        case waiting(Unavailability)
    }

    public private(set) var display: Display?
    public private(set) var systemClock = SystemClockVerdict.Answer.unknown
    /// The number of times that the clock was set while this model followed it.
    public private(set) var clockSettings = 0

    private let observatory: Observatory
    private let clock: TrustedClock
    private let store: ProtectedStore
    private var listening: Task<Void, Never>?

    public init(observatory: Observatory, clock: TrustedClock, store: ProtectedStore) {
        self.observatory = observatory
        self.clock = clock
        self.store = store
    }

    /// Updates the screen's state without waiting.
    public func refresh() throws {
        systemClock = try clock.systemClockVerdict().answer
        switch store.read(.hasOnboarded) {
        case .value(true): display = try parking()
        case .value(false), .absent: display = .welcome
        case .unavailable(let why): display = .waiting(why)
        }
    }

    private func parking() throws -> Display {
        switch store.read(.parkingSession) {
        case .value(let session):
            .parked(plate: session.plate, atLeast: try observatory.elapsed(since: session.began).atLeast)
        case .absent: .free
        case .unavailable(let why): .waiting(why)
        }
    }

    public func finishWelcome() async throws {
        try await store.set(true, for: .hasOnboarded)
        try refresh()
    }

    public func park(_ plate: String) async throws {
        try await store.set(ParkingSession(plate: plate, began: try observatory.moment()), for: .parkingSession)
        try refresh()
    }

    /// Begins a special offer, once. Returns false if the true time is unknown.
    public func beginOffer(days: Double) async throws -> Bool {
        let known = await clock.synchronize(timeout: .seconds(5)).trusted
        guard known.isAuthenticated, let latest = known.latestDate else { return false }
        try refresh()
        return try await store.update(.offerEnds) { ends in
            ends = ends ?? latest.addingTimeInterval(days * 86_400)
            return true
        }
    }

    /// Follows the clock and the first unlock until ``stop()``.
    public func follow() {
        FirstUnlockGate.shared.onFirstUnlock { [weak self] in
            Task { @MainActor [weak self] in try self?.refresh() }
        }
        listening = Task {
            for await event in clock.events {
                if case .systemClockStepped = event { clockSettings += 1 }
            }
        }
    }

    public func stop() { listening?.cancel() }
}
