import Sidereal

/// A car on the meter.
public struct ParkingSession: Codable, Sendable, Hashable {
    public let plate: String
    /// The moment at which it began, not a date: what the clock showed then proves nothing.
    public let began: Moment
}

/// Counts what a car has to pay: the time that really passed, whatever is done to the clock.
public struct ParkingMeter: Sendable {
    /// What the screen and the widget show.
    public enum Display: Sendable, Hashable {
        case free
        case parked(plate: String, Price)
        /// There may be a car; nobody can tell now.
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

    /// Starts the meter, and returns once that survives a power cut.
    public func park(_ plate: String) async throws {
        // A moment whose true time is known can be measured from after a reboot, too.
        if clock.now().kind != .bounded { await clock.synchronize() }
        try await store.set(ParkingSession(plate: plate, began: try observatory.moment()), for: .session)
    }

    /// What there is to show now: waits for nothing.
    public func display() throws -> Display {
        switch store.read(.session) {
        case .value(let session):
            .parked(plate: session.plate, Price(of: try observatory.elapsed(since: session.began)))
        case .absent: .free
        case .unavailable(let why): .waiting(why)
        }
    }

    /// Stops the meter: what is paid is what has passed for certain, told as closely as servers allow.
    public func leave() async throws -> Price? {
        guard case .value(let session) = try await store.value(.session) else { return nil }
        var parked = try observatory.elapsed(since: session.began)
        if parked.atMost == nil {
            await clock.synchronize()
            parked = try observatory.elapsed(since: session.began)
        }
        try await store.remove(.session)
        return Price(of: parked)
    }
}

/// Fifty cents for each quarter of an hour that has begun.
public struct Price: Sendable, Hashable {
    /// So much is due for certain.
    public let cents: Int
    /// It can't be more; nil where nothing bounds it.
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
