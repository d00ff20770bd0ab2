import Foundation
import SiderealCore
import SiderealStorage
import SiderealSystem
import Testing

/// Stores on the disk of this machine, in a directory that goes away with the test.
@Suite struct RealStoreTests {
    private final class Directory: Sendable {
        let url = URL(filePath: NSTemporaryDirectory()).appending(path: "store-tests-\(UUID().uuidString)")
        var path: String { url.path }
        deinit { try? FileManager.default.removeItem(at: url) }
    }

    private let directory = Directory()

    /// A store as another process would have it: it shares nothing with others in this one.
    private func other(_ tier: ProtectionTier = .afterFirstUnlock) throws -> ProtectedStore {
        let gate = FirstUnlockGate(directory: directory.url)
        return try ProtectedStore(
            "settings", directory: directory.path, tier: tier, disk: RealFileSystem(), device: .system(gate))
    }

    private func opened(_ name: String = "settings", tier: ProtectionTier = .afterFirstUnlock) throws -> ProtectedStore
    {
        try ProtectedStore(
            name, directory: directory.url, tier: tier, gate: FirstUnlockGate(directory: directory.url))
    }

    @Test func storesAndReadsAgain() async throws {
        let store = try opened()
        #expect(store.read(.count) == .absent)
        try await store.set(7, for: .count)
        try await store.set("Ada", for: .name)
        #expect(try other().read(.count) == .value(7))
        #expect(try await other().value(.name) == .value("Ada"))
        let files = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
        #expect(
            files == ["canary", "settings.born", "settings.store", "settings.store.lock"])
    }

    @Test func openersOfOneNameShare() async throws {
        let first = try opened()
        let second = try opened()
        try await first.set(1, for: .count)
        #expect(second.read(.count) == .value(1))
        let error = #expect(throws: StoreError.self) { try opened(tier: .always) }
        #expect(error?.cause == .otherTier)
    }

    @Test(arguments: ["", ".hidden", "a/b", "nul\0", String(repeating: "x", count: 101)])
    func namesThatAreNoFileNamesAreRefused(name: String) throws {
        let error = #expect(throws: StoreError.self) { try opened(name) }
        #expect(error?.cause == .storeName)
    }

    @Test(arguments: ["", String(repeating: "x", count: 256)])
    func namesOfKeysAreChecked(name: String) async throws {
        let store = try opened()
        let error = await #expect(throws: StoreError.self) { try await store.set(1, for: StoreKey<Int>(name)) }
        #expect(error?.cause == .keyName)
        #expect(store.read(StoreKey<Int>(name)) == .absent)
    }

    @Test func whatCannotBeEncodedIsNamed() async throws {
        let store = try opened()
        let error = await #expect(throws: StoreError.self) {
            try await store.set(Double.nan, for: StoreKey<Double>("ratio"))
        }
        #expect(error?.cause == .encoding)
        #expect(error?.description.contains("ratio") == true)
    }

    @Test func anotherTypeIsNotAbsent() async throws {
        let store = try opened()
        try await store.set("seven", for: StoreKey<String>("count"))
        guard case .unavailable(.undecodable) = store.read(.count) else {
            Issue.record("read as a number")
            return
        }
        let error = await #expect(throws: StoreError.self) { try await store.update(.count) { $0 = 8 } }
        guard case .undecodable = error?.unavailability else {
            Issue.record("replaced what was not understood: \(String(describing: error))")
            return
        }
        try await store.set(8, for: .count)
        #expect(store.read(.count) == .value(8))
    }

    /// The kernel tells of the other's write; nobody looks in between.
    @Test func aChangeByAnotherProcessIsTold() async throws {
        let mine = try other()
        let theirs = try other()
        var changes = mine.changes(of: .count).makeAsyncIterator()
        #expect(await changes.next() == .absent)
        for number in 1...5 {
            try await theirs.set(number, for: .count)
            #expect(await changes.next() == .value(number))
            #expect(mine.read(.count) == .value(number))
        }
    }

    @Test func manyWritersAtOnceLoseNothing() async throws {
        let stores = [try other(), try other()]
        try await withThrowingTaskGroup { group in
            for writer in 0..<8 {
                group.addTask {
                    for _ in 0..<10 { try await stores[writer % 2].update(.count) { $0 = ($0 ?? 0) + 1 } }
                }
            }
            try await group.waitForAll()
        }
        #expect(try other().read(.count) == .value(80))
    }
}
