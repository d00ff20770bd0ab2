import Foundation
import Sidereal

extension StoreKey<Bool> {
    public static var hasOnboarded: Self { .init("hasOnboarded") }
}

extension ProtectedStore {
    /// Makes an empty store for one preview. No other preview and no launch shares this store.
    public static func preview() throws -> ProtectedStore {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("preview-\(UUID().uuidString)", isDirectory: true)
        return try ProtectedStore("preview", directory: directory, gate: FirstUnlockGate(directory: directory))
    }
}
