public import Sidereal

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension SimulatedDevice {
    // MARK: - Files of an app's own

    /// Writes one of the apps' own files, such as a database or the settings of an earlier version. The call replaces a
    /// file of the same name. The call also works while the device is locked. ``SimulatedApp/file(_:alongside:)``
    /// returns the file.
    public func putFile(_ name: String, holding content: Data, tier: ProtectionTier = .afterFirstUnlock) {
        disk.placeDirectory(Self.fileDirectory)
        disk.place([UInt8](content), at: Self.fileDirectory + "/" + name, tier: tier)
    }

    /// Removes one of the apps' own files. If the file is missing, this call has no effect.
    public func removeFile(_ name: String) { disk.remove(Self.fileDirectory + "/" + name) }

    // MARK: - The keychain

    /// The status that the keychain returns for each call, or `nil` if the keychain works. The initial value is `nil`.
    /// A real keychain returns -34018 to an app without entitlements.
    public var keychainFailure: Int32? {
        get { keychain.failure }
        set {
            if newValue != keychain.failure {
                timeline.record(newValue.map { .keychainFails(status: $0) } ?? .keychainWorks)
            }
            keychain.failure = newValue
        }
    }

    /// Protects an item of the keychain with an access control. Each later read requires the owner's face, finger or
    /// passcode.
    ///
    /// The method simulates an item that an app stored without this library. If the item is missing, this call has no
    /// effect.
    public func requireOwner(forKeychainItem account: String, service: String = "app", isSynchronizable: Bool = false) {
        let service = KeychainService(name: service, isSynchronizable: isSynchronizable)
        keychain.items[KeychainQuery(service: service, account: account)]?.needsOwner = true
    }
}
