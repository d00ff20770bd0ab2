import Sidereal

/// The unchanged answers of the readers in one launch. They stay on the device. ``ProbeSheet`` derives the probes'
/// answers.
public struct Observations: Codable, Sendable, Hashable {
    /// The form of the boot identity that the kernel returned.
    public enum BootSession: Codable, Sendable, Hashable {
        case readable
        /// The kernel returned an identity, but it isn't a UUID.
        case malformed
        /// Two reads returned different identities.
        case changing
        case refused(errno: Int32)
    }

    /// The result of reading a key in UserDefaults that was certainly written.
    public enum Sentinel: Codable, Sendable, Hashable {
        case there
        case missing
        /// The app never wrote the key, so its absence proves nothing.
        case notPlanted
    }

    /// A later read of UserDefaults in the same process, and the time since the unlock.
    public struct LaterLook: Codable, Sendable, Hashable {
        public var seconds: Int
        public var isThere: Bool

        public init(seconds: Int, isThere: Bool) {
            self.seconds = seconds
            self.isThere = isThere
        }
    }

    public var bootSession: BootSession
    public var monotonicClock: MonotonicReading
    /// The other kernel values, by their names in sysctl.
    public var kernelValues: [String: KernelAnswer]
    /// The kernel values of the app extension that this launch has received.
    public var extensionValues: [String: KernelAnswer]
    public var prewarmVariable: String?
    /// The value of `UIApplication.isProtectedDataAvailable`, or `nil` if the application object has not been read.
    public var protectedDataAvailable: Bool?
    public var createProtectedFile: CallResult
    public var readProtectedFile: CallResult
    public var newCanary: LaunchRecord.Gate
    public var createUnprotectedFile: CallResult
    /// The keychain's statuses, by the names of ``KeychainItem``. Items that the app has not planted are missing.
    public var keychain: [String: Int32]
    public var passcodeStatus: Int32
    /// The marks of the library's record, and the marks of the settings' store.
    public var recordMarks: FileMarks
    public var storeMarks: FileMarks
    public var defaults: Sentinel
    public var defaultsLater: [LaterLook]

    /// Reads each value once. Skips values that the app has not planted yet, because their absence would prove nothing.
    init(
        _ readers: some DeviceReaders, bootSession: BootSession, monotonicClock: MonotonicReading, isPlanted: Bool,
        recordPath: String, storePath: String
    ) {
        self.bootSession = bootSession
        self.monotonicClock = monotonicClock
        kernelValues = [:]
        for value in KernelValue.allCases where value != .monotonicClock {
            kernelValues[value.rawValue] = readers.kernelValue(value)
        }
        extensionValues = Self.extensionValues(readers)
        prewarmVariable = readers.prewarmVariable()
        // UserDefaults come first, because their first answer in a process may stay for the whole process.
        defaults = isPlanted ? readers.hasDefaultsSentinel() ? .there : .missing : .notPlanted
        createProtectedFile = readers.createProtectedFile()
        readProtectedFile = isPlanted ? readers.readProtectedFile() : .notAsked
        newCanary = readers.newCanary()
        createUnprotectedFile = readers.createUnprotectedFile()
        keychain = [:]
        for item in KeychainItem.allCases where isPlanted || item == .neverAdded {
            keychain[item.rawValue] = readers.keychainStatus(item)
        }
        passcodeStatus = readers.passcodeStatus()
        recordMarks = readers.marks(ofFile: recordPath)
        storeMarks = readers.marks(ofFile: storePath)
        defaultsLater = []
    }

    /// Returns the kernel values that the app extension has passed on so far.
    static func extensionValues(_ readers: some DeviceReaders) -> [String: KernelAnswer] {
        var answers: [String: KernelAnswer] = [:]
        for value in KernelValue.allCases { answers[value.rawValue] = readers.extensionValue(value) }
        return answers
    }
}

extension Observations.BootSession {
    /// Reads the identity twice. `text` is the identity in lowercase letters, or `nil` if there is none.
    static func read(_ readers: some DeviceReaders) -> (Self, text: [UInt8]?) {
        let first: [UInt8]
        switch readers.bootSession() {
        case .bytes(let bytes): first = letters(bytes)
        case .failed(let number): return (.refused(errno: number), nil)
        }
        guard case .bytes(let again) = readers.bootSession(), letters(again) == first else { return (.changing, nil) }
        return isUUID(first) ? (.readable, first) : (.malformed, nil)
    }

    private static func letters(_ bytes: [UInt8]) -> [UInt8] {
        bytes.prefix { $0 > 0x20 }.map { (0x41...0x5a).contains($0) ? $0 + 0x20 : $0 }
    }

    private static func isUUID(_ text: [UInt8]) -> Bool {
        text.count == 36
            && text.enumerated().allSatisfy { index, byte in
                [8, 13, 18, 23].contains(index)
                    ? byte == 0x2d : (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
            }
    }
}

/// A digest that shows only whether two identities are equal. The digest never leaves the device.
///
/// It is a salted FNV-1a of 64 bits. An identity has 122 bits, so nobody can recover it from the digest. Each
/// installation has its own salt, so nobody can compare the digests of two apps.
enum Fingerprint {
    static func of(_ bytes: [UInt8], salt: UInt64) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for shift in stride(from: UInt64(0), to: 64, by: 8) { mix(UInt8(truncatingIfNeeded: salt >> shift), &hash) }
        for byte in bytes { mix(byte, &hash) }
        return hash
    }

    private static func mix(_ byte: UInt8, _ hash: inout UInt64) {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
}
