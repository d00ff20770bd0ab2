import Foundation
import Sidereal

extension StoreKey where Value == Int {
    static var launches: StoreKey { StoreKey("launches") }
}

/// A part of an app from before Swift 6. It passes answers to completion handlers on the main thread.
public final class Launcher {
    private let observatory: Observatory
    private let clock: TrustedClock
    private let store: ProtectedStore

    public init(observatory: Observatory, clock: TrustedClock, store: ProtectedStore) {
        self.observatory = observatory
        self.clock = clock
        self.store = store
    }

    public func didReboot() -> Bool? { observatory.bootVerdict.didReboot }

    public func countLaunch(completion: @escaping @Sendable (Result<Int, any Error>) -> Void) {
        let store = store
        Task {
            do {
                let launches = try await store.update(.launches) { value -> Int in
                    value = (value ?? 0) + 1
                    return value ?? 0
                }
                completion(.success(launches))
            } catch {
                completion(.failure(error))
            }
        }
    }

    public func synchronize(completion: @escaping @Sendable (Date?) -> Void) {
        let clock = clock
        Task {
            await clock.synchronize()
            let date = clock.date
            await MainActor.run { completion(date) }
        }
    }
}
