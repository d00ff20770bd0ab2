import Sidereal

/// The readers' answers in one launch, unchanged. They stay on the device: ``ProbeSheet`` derives the probes' answers.
public struct Observations: Codable, Sendable, Hashable {
    /// The form in which the kernel gave the boot's identity.
    public enum BootSession: Codable, Sendable, Hashable {
        case readable
        /// It is there, but isn't a UUID.
        case malformed
        /// Two reads differ.
        case changing
        case refused(errno: Int32)
    }

    /// The presence in UserDefaults of a key that was certainly written.
    public enum Sentinel: Codable, Sendable, Hashable {
        case there
        case missing
        /// The key was never written, so its absence proves nothing.
        case notPlanted
    }

    /// A later read of UserDefaults in the same process, with its time since the unlock.
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
    /// The kernel values that the app extension read, as far as this launch received them.
    public var extensionValues: [String: KernelAnswer]
    public var prewarmVariable: String?
    /// `UIApplication.isProtectedDataAvailable`, or `nil` until the application object was asked.
    public var protectedDataAvailable: Bool?
    public var createProtectedFile: CallResult
    public var readProtectedFile: CallResult
    public var newCanary: LaunchRecord.Gate
    public var createUnprotectedFile: CallResult
    /// The statuses by the names of ``KeychainItem``, without those that were not planted.
    public var keychain: [String: Int32]
    public var passcodeStatus: Int32
    /// The marks of the library's record, and of the store that has the settings.
    public var recordMarks: FileMarks
    public var storeMarks: FileMarks
    public var defaults: Sentinel
    public var defaultsLater: [LaterLook]

    /// Asks everything once, except for what was not planted yet: its absence would prove nothing.
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
        // UserDefaults first: their first answer in a process is the one that may stay.
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

    /// Returns the kernel values that the app extension has handed on so far.
    static func extensionValues(_ readers: some DeviceReaders) -> [String: KernelAnswer] {
        var answers: [String: KernelAnswer] = [:]
        for value in KernelValue.allCases { answers[value.rawValue] = readers.extensionValue(value) }
        return answers
    }
}

extension Observations.BootSession {
    /// Reads twice. The text, in small letters, is the identity if there is one.
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

/// A digest that shows only whether two identities are equal.
///
/// It is 64 bits of a salted FNV-1a. An identity has 122 bits, so it can't be recovered, and the salt is this
/// installation's, so other apps' digests can't be compared. It never leaves the device.
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
