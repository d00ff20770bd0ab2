import Foundation
import Sidereal
import Swift5App
import SwiftUIPreviews
import Testing

@Suite("An app from before Swift 6, and the data of previews")
struct Swift5AppTests {
    @Test("Completion handlers receive the number of launches")
    func launches() async throws {
        let here = try Here()
        let launcher = Launcher(observatory: here.observatory, clock: here.clock, store: here.store)
        #expect(launcher.didReboot() == nil)
        for expected in 1...2 {
            let launches = try await withCheckedThrowingContinuation { done in
                launcher.countLaunch { done.resume(with: $0) }
            }
            #expect(launches == expected)
        }
    }

    @Test("Each preview has an empty store of its own, which can be written")
    func previews() async throws {
        let store = try ProtectedStore.preview()
        #expect(store.read(.hasOnboarded) == .absent)
        try await store.set(true, for: .hasOnboarded)
        #expect(store.read(.hasOnboarded) == .value(true))
        #expect(try ProtectedStore.preview().read(.hasOnboarded) == .absent)
    }
}
