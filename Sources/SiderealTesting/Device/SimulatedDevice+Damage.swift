import SiderealCore
import SiderealSystem

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension SimulatedDevice {
    /// Damages the whole file of a store, as a failing disk does.
    ///
    /// All apps end, because the memory of a running app would hide the damage. After the next launch, the store
    /// returns `unavailable(.damaged)`. If the store has no file yet, the file system does not change.
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

    /// Removes a store's file but keeps the store's creation marker, as an incomplete restore does.
    ///
    /// All apps end. After the next launch, the store returns `unavailable(.lost)`. If the store has no file yet, the
    /// file system does not change.
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

    /// A Boolean value that indicates whether the disk is full. The initial value is false.
    ///
    /// A store overwrites its file in place, so many writes succeed on a full disk. The disk refuses a store's first
    /// write, and a write that makes the store's file longer. The disk also refuses a new canary, the small file that
    /// a gate reads.
    public var isDiskFull: Bool {
        get { disk.isFull }
        set {
            guard newValue != isDiskFull else { return }
            disk.limitSpace(to: newValue ? 0 : .max)
            timeline.record(newValue ? .diskFilled : .diskFreed)
        }
    }

    private static func path(ofStore name: String) -> String { "\(storeDirectory)/\(name).store" }
}
