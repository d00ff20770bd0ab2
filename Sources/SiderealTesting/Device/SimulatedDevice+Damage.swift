import SiderealCore
import SiderealSystem

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension SimulatedDevice {
    /// Damages the file of a store, so that nothing in it is intact, as a failing disk does.
    ///
    /// All apps end, since what a running one remembers would hide it. The next launch reads `unavailable(.damaged)`.
    /// Where the store has no file yet nothing is damaged.
    ///
    /// - Parameter name: The store's name.
    public func damageStore(_ name: String = "settings") {
        settle()
        endApps()
        let path = SimulatedDevice.path(ofStore: name)
        guard let bytes = disk.contents(of: path) else { return }
        let tier = disk.protection(of: path) ?? .afterFirstUnlock
        disk.place([UInt8](repeating: 0xa5, count: bytes.count), at: path, tier: tier)
        timeline.record(.storeDamaged(name: name))
    }

    /// Removes the file of a store and leaves its creation marker, as an incomplete restore does.
    ///
    /// All apps end. The next launch reads `unavailable(.lost)`. Where the store has no file yet nothing is lost.
    ///
    /// - Parameter name: The store's name.
    public func loseStore(_ name: String = "settings") {
        settle()
        endApps()
        let path = SimulatedDevice.path(ofStore: name)
        guard disk.contents(of: path) != nil else { return }
        disk.remove(path)
        timeline.record(.storeLost(name: name))
    }

    private static func path(ofStore name: String) -> String { "\(storeDirectory)/\(name).store" }
}
