import Sidereal

/// What the readers said in one launch, as they said it. It stays on the device: ``ProbeSheet`` makes answers of it.
public struct Observations: Codable, Sendable, Hashable {
    /// How the kernel's identity of the boot could be read.
    public enum BootSession: Codable, Sendable, Hashable {
        case readable
        /// There, and no UUID.
        case malformed
        /// Two reads differ.
        case changing
        case refused(errno: Int32)
    }

    /// What UserDefaults say of a key that is known to have been written.
    public enum Sentinel: Codable, Sendable, Hashable {
        case there
        case missing
        /// It was never written: this says nothing.
        case notPlanted
    }

    /// A further look at UserDefaults in the same process, so long after the unlock.
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
    /// What sysctl says of the other values, by their names there.
    public var kernelValues: [String: KernelAnswer]
    /// What it said to the app extension, as far as that was heard in this launch.
    public var extensionValues: [String: KernelAnswer]
    public var prewarmVariable: String?
    /// `UIApplication.isProtectedDataAvailable`; nil until the application object was asked.
    public var protectedDataAvailable: Bool?
    public var createProtectedFile: CallResult
    public var readProtectedFile: CallResult
    public var newCanary: LaunchRecord.Gate
    public var createUnprotectedFile: CallResult
    /// The statuses by the names of ``KeychainItem``; without those that were not planted.
    public var keychain: [String: Int32]
    public var passcodeStatus: Int32
    /// Of the library's record, and of the store that has the settings.
    public var recordMarks: FileMarks
    public var storeMarks: FileMarks
    public var defaults: Sentinel
    public var defaultsLater: [LaterLook]

    /// Asks everything once. What was not planted yet is not asked for: its absence would say nothing.
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

    /// What the app extension has handed on so far.
    static func extensionValues(_ readers: some DeviceReaders) -> [String: KernelAnswer] {
        var answers: [String: KernelAnswer] = [:]
        for value in KernelValue.allCases { answers[value.rawValue] = readers.extensionValue(value) }
        return answers
    }
}

extension Observations.BootSession {
    /// Reads twice; the text, in small letters, where it is an identity.
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

/// A digest that says whether two identities are the same, and nothing else about them.
///
/// 64 bits of a salted FNV-1a: an identity has 122, so that none can be found from it, and the salt is of this
/// installation, so that no other app's can be compared. It never leaves the device.
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
