// The code under "After" in MigratingFromHandmadeChecks.md. `Scripts/snippets-check` compares both.
public import Sidereal

/// The stored data of a parked car.
public struct Parked: Codable, Sendable, Hashable {
    public var plate: String
    public var began: Moment  // and not a Date

    public init(plate: String, began: Moment) {
        self.plate = plate
        self.began = began
    }
}

extension StoreKey<Bool> {
    static var isWelcomed: Self { .init("isWelcomed") }
}

extension StoreKey<Int> {
    static var launches: Self { .init("launches") }
}

extension StoreKey<Parked> {
    static var parked: Self { .init("parked") }
}

public struct Launch: Sendable {
    let observatory: Observatory
    let clock: TrustedClock
    let store: ProtectedStore
    public let migration: StoreMigration

    public init(observatory: Observatory, clock: TrustedClock, store: ProtectedStore, defaults: GatedDefaults) {
        self.observatory = observatory
        self.clock = clock
        self.store = store
        // This comes before any read. From here on, a key that the store lacks counts as not yet moved, not as absent.
        migration = StoreMigration(
            "2026-settings",
            items: [.init("isWelcomed", to: .isWelcomed), .init("launches", to: .launches)],
            from: defaults, to: store)
    }

    public func recordReboot(_ log: (String) -> Void) throws {
        let verdict = observatory.bootVerdict
        switch verdict.didReboot {
        case true?: log("restarted: \(verdict.reason)")
        case false?: log("the same boot: \(verdict.reason)")
        case nil: log("not proven: \(verdict.reason)")
        }
    }

    public func park(_ plate: String) async throws {
        try await store.set(Parked(plate: plate, began: try observatory.moment()), for: .parked)
    }

    public func parkedFor() throws -> ElapsedTime? {
        guard case .value(let parked) = store.read(.parked) else { return nil }
        return try observatory.elapsed(since: parked.began)
    }

    public func checkClock(_ log: (String) -> Void) throws {
        let boot = observatory.bootVerdict
        if let step = boot.clockStep { log("since the clocks were saved last the clock was set by \(step)") }

        let verdict = try clock.systemClockVerdict()
        switch verdict.answer {
        case .ahead, .behind: log("the clock is \(verdict)")
        case .agrees, .unknown: break
        }
    }

    public enum Screen: Sendable, Hashable { case welcome, home, launching, trouble }

    public func firstScreen() -> Screen {
        switch store.read(.isWelcomed) {
        case .value(true): .home
        case .value(false), .absent: .welcome
        case .unavailable(let why) where why.isTemporary: .launching  // locked is not missing
        case .unavailable: .trouble  // lost, damaged...
        }
    }

    public func countLaunch() async throws {
        try await store.update(.launches, whileLocked: .wait) { $0 = ($0 ?? 0) + 1 }
    }

    public func moveSettings() async throws {
        let report = try await migration.run()  // waits for the first unlock
        for (key, why) in report.kept { print("left in the defaults:", key, why) }
    }
}
