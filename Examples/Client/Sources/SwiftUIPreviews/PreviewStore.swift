import Foundation
import Sidereal

extension StoreKey<Bool> {
    public static var hasOnboarded: Self { .init("hasOnboarded") }
}

extension ProtectedStore {
    /// Makes an empty store for one preview, which no other preview and no launch sees.
    public static func preview() throws -> ProtectedStore {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("preview-\(UUID().uuidString)", isDirectory: true)
        return try ProtectedStore("preview", directory: directory, gate: FirstUnlockGate(directory: directory))
    }
}
