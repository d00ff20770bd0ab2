import Sidereal

/// A parked car.
public struct ParkingSession: Codable, Sendable, Hashable {
    public let plate: String
    /// The moment at which the session began. It isn't a `Date`, because the system clock at that time proves nothing.
    public let began: Moment
}

/// Counts the time for which a driver has to pay. It is the time that really passed, even if the clock is set.
public struct ParkingMeter: Sendable {
    /// The state that the screen and the widget show.
    public enum Display: Sendable, Hashable {
        case free
        case parked(plate: String, Price)
        /// There may be a parked car, but the store can't be read now.
        case waiting(Unavailability)
    }

    private let observatory: Observatory
    private let clock: TrustedClock
    private let store: ProtectedStore

    public init(observatory: Observatory, clock: TrustedClock, store: ProtectedStore) {
        self.observatory = observatory
        self.clock = clock
        self.store = store
    }

    /// Starts the meter. When this method returns, a power cut can't lose the session.
    public func park(_ plate: String) async throws {
        // If the true time of a moment is known, you can measure the time since then even after a reboot.
        if clock.now().kind != .bounded { await clock.synchronize() }
        try await store.set(ParkingSession(plate: plate, began: try observatory.moment()), for: .session)
    }

    /// Returns the state to show now, without waiting.
    public func display() throws -> Display {
        switch store.read(.session) {
        case .value(let session):
            .parked(plate: session.plate, Price(of: try observatory.elapsed(since: session.began)))
        case .absent: .free
        case .unavailable(let why): .waiting(why)
        }
    }

    /// Stops the meter, and returns the price of the proven time. Servers make that price more exact.
    public func leave() async throws -> Price? {
        guard case .value(let session) = try await store.value(.session) else { return nil }
        var parked = try observatory.elapsed(since: session.began)
        if parked.atMost == nil || clock.now().kind != .bounded {
            await clock.synchronize()
            parked = try observatory.elapsed(since: session.began)
        }
        try await store.remove(.session)
        return Price(of: parked)
    }
}

/// A price of fifty cents for each quarter of an hour that has begun.
public struct Price: Sendable, Hashable {
    /// The cents that the driver certainly owes.
    public let cents: Int
    /// The greatest possible number of cents, or `nil` if there is no upper bound.
    public let atMost: Int?

    public init(cents: Int, atMost: Int?) {
        self.cents = cents
        self.atMost = atMost
    }

    init(of parked: ElapsedTime) {
        self.init(cents: Self.cents(for: parked.atLeast), atMost: parked.atMost.map(Self.cents))
    }

    private static func cents(for span: Duration) -> Int {
        let quarters = span / .seconds(15 * 60)
        return 50 * Int(quarters.rounded(.up))
    }
}

extension StoreKey<ParkingSession> {
    static var session: Self { .init("session") }
}
