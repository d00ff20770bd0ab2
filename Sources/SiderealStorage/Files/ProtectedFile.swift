public import SiderealBase
import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A file that your app manages itself, such as a database. This type never mistakes a locked file for a missing or
/// damaged one.
///
/// ```swift
/// let file = ProtectedFile(databaseURL, alongside: ["-wal", "-shm"])
/// let isThere = try await file.waitUntilReadable()
/// let database = try openDatabase(!isThere)
/// ```
///
/// To check the file, this type opens the file for a moment, and reads one byte and the file's tier. The check does not
/// change the file, and takes no lock.
///
/// On Linux, a directory may be encrypted with fscrypt. Until the kernel has the directory's key, the kernel hides the
/// names of the files in the directory, and no process can create a file there. So if a file seems to be missing, the
/// check creates and removes a test file in the same directory.
///
/// This type does not check the content of the file. If the file is readable, but your database library can't open the
/// file, the file is damaged, not locked.
public struct ProtectedFile: Sendable {
    /// The state of a file at the time of a check.
    public enum State: Sendable, Hashable {
        /// The file can be read. The associated value is the strictest tier of the file and its related files. The
        /// value is `nil` on Linux and on Macs, which have no tiers.
        ///
        /// When the device is locked, a file in the tier `whenUnlocked` soon becomes unreadable.
        case readable(ProtectionTier?)
        /// The file provably does not exist. The names of files are visible even before the first unlock.
        case missing
        /// The file exists, or may exist, but can't be read now. Never treat this case as `missing`, and don't replace
        /// the file.
        case unavailable(Unavailability)
    }

    /// The URL of the file.
    public let url: URL
    private let suffixes: [String]
    private let gate: FirstUnlockGate
    /// Returns the path of the file with links resolved.
    private let path: @Sendable () -> String

    /// Creates a reference to a file. The file need not exist.
    ///
    /// - Parameters:
    ///   - url: The URL of the file. This type follows symbolic links.
    ///   - suffixes: The suffixes that you append to the file's name to get the names of related files. For SQLite, the
    ///     suffixes are `-wal`, `-shm` and `-journal`. The state is `readable` only if the file and all existing
    ///     related files are readable.
    ///   - gate: The gate that reports the first unlock.
    public init(_ url: URL, alongside suffixes: [String] = [], gate: FirstUnlockGate = .shared) {
        self.init(
            url, alongside: suffixes, gate: gate, path: { url.resolvingSymlinksInPath().path(percentEncoded: false) })
    }

    package init(
        _ url: URL, alongside suffixes: [String], gate: FirstUnlockGate, path: @escaping @Sendable () -> String
    ) {
        self.url = url
        self.suffixes = suffixes
        self.gate = gate
        self.path = path
    }

    /// Returns the present state of the file. This method makes a few system calls, and never waits for an unlock.
    public func readState() -> State {
        let path = path()
        var state = Self.state(of: path, gate)
        for suffix in suffixes {
            guard case .readable(let tier) = state else { return state }
            switch Self.state(of: path + suffix, gate) {
            case .missing: break
            case .readable(let other): state = .readable(Self.stricter(tier, other))
            case .unavailable(let why): state = .unavailable(why)
            }
        }
        return state
    }

    /// Reads the whole file into memory.
    ///
    /// If another thread or process writes the file during the read, the result may mix old and new content. To
    /// prevent a mixed result, write a new file and then rename it, as `Data.write(to:options: .atomic)` does.
    public func read() -> ProtectedReading<Data> {
        switch Self.opened(
            path(), gate,
            { file, disk throws(SystemError) in
                try disk.readFully(file, at: 0, count: Int(clamping: try disk.size(of: file)))
            })
        {
        case .success(let content): content.map { .value(Data($0.result)) } ?? .absent
        case .failure(let why): .unavailable(why)
        }
    }

    /// Waits until the file can be read or is provably missing. If the file is in the tier `whenUnlocked`, this method
    /// waits for the next unlock. Otherwise, this method waits for the first unlock after the restart.
    ///
    /// - Parameter timeout: The longest wait, including the device's sleep, or `nil` to wait without limit.
    /// - Returns: `true` if the file exists, `false` if the file is missing.
    /// - Throws: An error if the task is cancelled, the timeout passes, or waiting can't help.
    @discardableResult
    public func waitUntilReadable(timeout: Duration? = nil) async throws(UnlockError) -> Bool {
        try await gate.answer(within: timeout) {
            switch readState() {
            case .readable: .success(true)
            case .missing: .success(false)
            case .unavailable(let why): .failure(why)
            }
        }
    }

    /// Reads the whole file once it can be read. Returns `nil` if the file is missing.
    func content() async throws(UnlockError) -> Data? {
        try await gate.answer(within: nil) {
            switch read() {
            case .value(let data): .success(data)
            case .absent: .success(nil)
            case .unavailable(let why): .failure(why)
            }
        }
    }

    private static func stricter(_ one: ProtectionTier?, _ other: ProtectionTier?) -> ProtectionTier? {
        [.whenUnlocked, .afterFirstUnlock, .always].first { $0 == one || $0 == other }
    }

    private static func state(of path: String, _ gate: FirstUnlockGate) -> State {
        // A locked file can't be opened. If the device locks while the file is open, the file can't be read, so read a
        // byte.
        switch opened(path, gate, { file, disk throws(SystemError) in _ = try disk.read(file, at: 0, count: 1) }) {
        case .success(let content): content.map { .readable($0.tier) } ?? .missing
        case .failure(let why): .unavailable(why)
        }
    }

    /// Returns whether the directory hides the names of its files. If the kernel lacks the key of an encrypted
    /// directory (fscrypt), every name seems to be missing. Only an attempt to create a file reveals the missing key.
    private static func hidesNames(_ path: String, _ disk: RetryingFileSystem) -> Bool {
        guard ErrorNumber.knowsMissingKeys, !disk.knowsProtection else { return false }
        var directory = path.parentDirectory
        while let place = directory {
            let name = (place == "/" ? "" : place) + "/.sidereal-" + String(disk.randomWord(), radix: 16)
            do throws(SystemError) {
                disk.close(try disk.open(name, .createExclusively(.always)))
                try? disk.unlink(name)
                return false
            } catch {
                if !error.isNotFound { return error.number.isMissingKey }
            }
            directory = place.parentDirectory
        }
        return false
    }

    /// Opens the file, runs the body, and reads the tier. Returns `nil` if the file is missing.
    private static func opened<Result>(
        _ path: String, _ gate: FirstUnlockGate,
        _ body: (OpenFile, any FileSystem) throws(SystemError) -> Result
    ) -> Swift.Result<(tier: ProtectionTier?, result: Result)?, Unavailability> {
        let disk = RetryingFileSystem(base: gate.environment.disk)
        let closed = gate.state.unavailability
        do throws(SystemError) {
            let file = try disk.open(path, .readOnly)
            defer { disk.close(file) }
            let result = try body(file, disk)
            let tier = try disk.protection(of: file)
            // On a system without tiers, a test simulates a lock by keeping the gate closed.
            if tier == nil, closed == .beforeFirstUnlock { return .failure(.beforeFirstUnlock) }
            if tier == .afterFirstUnlock { gate.recordReadable() }
            return .success((tier, result))
        } catch {
            if error.isNotFound { return hidesNames(path, disk) ? .failure(closed ?? .locked) : .success(nil) }
            return .failure(Unavailability(error.number, closed: closed, hasClasses: disk.knowsProtection))
        }
    }
}
