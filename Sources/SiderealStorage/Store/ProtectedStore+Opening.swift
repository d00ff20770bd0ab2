package import SiderealCore
package import SiderealSystem

extension ProtectedStore {
    /// A store that shares nothing, as if it were of a process of its own, on the device that it is given.
    package convenience init(
        _ name: String, directory: String, tier: ProtectionTier = .afterFirstUnlock, coding: any StoreCoding = .json,
        disk: some FileSystem, device: StoreDevice
    ) throws(StoreError) {
        try Self.check(name)
        let files = StoreFiles(directory: directory, name: name, tier: tier, coding: coding, disk: disk)
        self.init(
            name: name, directory: directory,
            shared: SharedStore(files, tier: tier, coding: coding, device: device))
    }

    static func check(_ name: String) throws(StoreError) {
        guard (1...100).contains(name.utf8.count), !name.hasPrefix("."), !name.contains("/"), !name.contains("\0")
        else { throw StoreError(.storeName, "a store cannot be named '\(name)'") }
    }
}
