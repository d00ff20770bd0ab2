import Foundation
import Sidereal

/// The app's parts, which are the same in the shipped app and in tests.
public struct ParkingApp: Sendable {
    public let meter: ParkingMeter
    public let wallet: Wallet
    public let clock: TrustedClock
    public let trial: Trial
    public let onboarding: Onboarding
    public let tariffs: TariffService

    /// Creates the app on the given observatory, clock, store and keychain.
    public init(observatory: Observatory, clock: TrustedClock, store: ProtectedStore, keychain: GatedKeychain) {
        self.clock = clock
        meter = ParkingMeter(observatory: observatory, clock: clock, store: store)
        wallet = Wallet(store: store)
        trial = Trial(observatory: observatory, keychain: keychain)
        onboarding = Onboarding(store: store)
        tariffs = TariffService(clock: clock)
    }
}

#if canImport(Security)
    extension ParkingApp {
        /// Makes the shipped app. The app and its widget share the container of their group.
        public static func shipping(in container: URL) throws -> ParkingApp {
            let observatory = try Observatory(directory: container.appending(path: "Record"))
            // The clock asks the app's own server and two servers of other operators. Those operators have agreed.
            let clock = try TrustedClock(
                .https("www.example.com"), .https("www.example.org"), .https("www.example.net"),
                observatory: observatory)
            let store = try ProtectedStore("parking", directory: container.appending(path: "Store"))
            return ParkingApp(
                observatory: observatory, clock: clock, store: store, keychain: GatedKeychain(service: "parking"))
        }
    }
#endif
