import Foundation
import Sidereal

/// What the app is made of: the same parts whether it ships or is tested.
public struct ParkingApp: Sendable {
    public let meter: ParkingMeter
    public let wallet: Wallet
    public let clock: TrustedClock
    public let trial: Trial
    public let onboarding: Onboarding
    public let tariffs: TariffService

    /// The app on an observatory, a clock, a store and a keychain, wherever they come from.
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
        /// The app as it ships: app and widget share the container of their group.
        public static func shipping(in container: URL) throws -> ParkingApp {
            let observatory = try Observatory(directory: container)
            var sources: [any TimeSource] = [NTPSource(host: "pool.ntp.org")]
            for host in ["www.example.com", "www.example.org", "www.example.net"] {
                if let url = URL(string: "https://\(host)") { sources.append(try HTTPDateSource(url)) }
            }
            return ParkingApp(
                observatory: observatory, clock: TrustedClock(observatory, sources: sources),
                store: try ProtectedStore("parking", directory: container), keychain: GatedKeychain(service: "parking"))
        }
    }
#endif
