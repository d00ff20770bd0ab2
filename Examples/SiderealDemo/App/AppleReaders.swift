import Darwin
import DemoCore
import Foundation
import Security
import SiderealStorage

/// The readers for iOS. Each one needs as few system calls as an app would need.
nonisolated struct AppleReaders: DeviceReaders {
    private static let sentinelKey = "deviceProbesSentinel"
    private static let service = "DeviceProbes"
    private static let plantedName = "planted"

    // MARK: - The kernel

    func bootSession() -> KernelAnswer { KernelReader.read("kern.bootsessionuuid") }
    func kernelValue(_ value: KernelValue) -> KernelAnswer { KernelReader.read(value.rawValue) }
    func extensionValue(_ value: KernelValue) -> KernelAnswer? { ExtensionMailbox.shared.answer(value) }

    func timebase() -> Timebase? {
        var information = mach_timebase_info_data_t()
        guard mach_timebase_info(&information) == KERN_SUCCESS else { return nil }
        return Timebase(numerator: information.numer, denominator: information.denom)
    }

    func prewarmVariable() -> String? { ProcessInfo.processInfo.environment["ActivePrewarm"] }

    /// The kind of device, such as `iPhone15,2`.
    static var model: String {
        guard case .bytes(let bytes) = KernelReader.read("hw.machine") else { return "unknown" }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    // MARK: - Files

    func createProtectedFile() -> CallResult { create(.completeFileProtectionUntilFirstUserAuthentication) }
    func createUnprotectedFile() -> CallResult { create(.noFileProtection) }

    func newCanary() -> LaunchRecord.Gate {
        guard let url = directory?.appending(path: UUID().uuidString, directoryHint: .isDirectory) else {
            return .indeterminate(errno: ENOENT)
        }
        defer { try? FileManager.default.removeItem(at: url) }
        return LaunchRecord.Gate(FirstUnlockGate(directory: url).state)
    }

    func marks(ofFile path: String) -> FileMarks {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { if file >= 0 { close(file) } }
        let number = file >= 0 ? fcntl(file, F_GETPROTECTIONCLASS) : -1
        let values = try? URL(filePath: path).resourceValues(forKeys: [.isExcludedFromBackupKey])
        return FileMarks(protectionClass: number > 0 ? number : nil, isExcludedFromBackup: values?.isExcludedFromBackup)
    }

    func readProtectedFile() -> CallResult {
        guard let path = directory?.appending(path: Self.plantedName).path(percentEncoded: false) else {
            return .notAsked
        }
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return .failed(errno: errno) }
        defer { close(file) }
        var byte: UInt8 = 0
        return pread(file, &byte, 1, 0) == 1 ? .succeeded : .unreadable(errno: errno)
    }

    private func create(_ protection: Data.WritingOptions) -> CallResult {
        guard let url = directory?.appending(path: UUID().uuidString) else { return .notAsked }
        do {
            try Data([1]).write(to: url, options: [protection, .withoutOverwriting])
        } catch {
            return .failed(errno: Self.number(of: error))
        }
        defer { try? FileManager.default.removeItem(at: url) }
        do {
            _ = try Data(contentsOf: url)
            return .succeeded
        } catch {
            return .unreadable(errno: Self.number(of: error))
        }
    }

    /// The demo's own directory. The getter creates the directory if it is missing.
    private var directory: URL? {
        let base = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        guard let url = base?.appending(path: "DeviceProbes", directoryHint: .isDirectory) else { return nil }
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }

    /// Returns the error number of the failed call below Foundation, or 0 if the error has no such number.
    private static func number(of error: any Error) -> Int32 {
        ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue ?? 0
    }

    // MARK: - The keychain

    func keychainStatus(_ item: KeychainItem) -> Int32 {
        var query = Self.query(item.rawValue)
        // Only a request for the data shows whether an item can be read.
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var found: CFTypeRef?
        return SecItemCopyMatching(query as CFDictionary, &found)
    }

    func passcodeStatus() -> Int32 {
        let query = Self.query("passcode")
        defer { _ = SecItemDelete(query as CFDictionary) }
        return Self.add("passcode", kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly)
    }

    private static func query(_ account: String) -> [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: service,
            kSecAttrAccount as String: account,
        ]
    }

    /// Adds an item, or finds the existing item.
    private static func add(_ account: String, _ accessible: CFString) -> Int32 {
        var item = query(account)
        item[kSecValueData as String] = Data([1])
        item[kSecAttrAccessible as String] = accessible
        let status = SecItemAdd(item as CFDictionary, nil)
        return status == errSecDuplicateItem ? errSecSuccess : status
    }

    // MARK: - UserDefaults, and the marks for later launches

    func hasDefaultsSentinel() -> Bool { UserDefaults.standard.bool(forKey: Self.sentinelKey) }

    func plant() -> Bool {
        guard let url = directory?.appending(path: Self.plantedName) else { return false }
        let items: [(KeychainItem, CFString)] = [
            (.afterFirstUnlock, kSecAttrAccessibleAfterFirstUnlock),
            (.afterFirstUnlockThisDeviceOnly, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly),
            (.whenUnlocked, kSecAttrAccessibleWhenUnlocked),
        ]
        guard items.allSatisfy({ Self.add($0.rawValue, $1) == errSecSuccess }) else { return false }
        UserDefaults.standard.set(true, forKey: Self.sentinelKey)
        do {
            try Data([1]).write(to: url, options: [.completeFileProtectionUntilFirstUserAuthentication])
            return true
        } catch {
            return false
        }
    }
}
