public import SiderealBase
import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A file that the app itself keeps, such as a database, behind the gate: a locked file is never taken for a missing or
/// a damaged one.
///
/// ```swift
/// let file = ProtectedFile(databaseURL, alongside: ["-wal", "-shm"])
/// let isThere = try await file.waitUntilReadable()
/// let database = try openDatabase(!isThere)
/// ```
///
/// The file itself tells: which tier it is in, and whether that can be read now. This opens it for a moment, does not
/// change it, and takes no lock. On Linux it makes a file of its own beside one that is missing, and removes that: in a
/// directory whose key is missing (fscrypt) no name can be seen, and none made. Whether what it holds is sound, only
/// its owner knows: if a file that is readable can't be opened as a database, it is damaged, and not locked.
public struct ProtectedFile: Sendable {
    /// The state of a file, as a look finds it.
    public enum State: Sendable, Hashable {
        /// It can be read. The tier is the strictest of its files; nil where the system knows none, as on Linux and on
        /// Macs.
        ///
        /// One in the tier `whenUnlocked` can't be opened any more soon after the device is locked.
        case readable(ProtectionTier?)
        /// There is no such file, and that is proven: names can be seen before the first unlock, too.
        case missing
        /// It is there, or may be, and can't be read now. Never take it for `missing`, and erase nothing.
        case unavailable(Unavailability)
    }

    /// The file.
    public let url: URL
    private let suffixes: [String]
    private let gate: FirstUnlockGate
    /// The path under which the system has it.
    private let path: @Sendable () -> String

    /// A file, which need not exist.
    ///
    /// - Parameters:
    ///   - url: The file. Links are followed.
    ///   - suffixes: What other names that belong to it have beside its own: for SQLite `-wal`, `-shm` and `-journal`.
    ///     It is readable only if those that exist are.
    ///   - gate: What tells that the device was unlocked.
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

    /// Looks at it: a few calls of the system, which wait for nothing.
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

    /// Reads all of it.
    ///
    /// Takes memory for all of it. A file that is written at the same time may be read half old and half new: give a
    /// file its name when it is whole, as `Data.write(to:options: .atomic)` does.
    public func read() -> StoreReading<Data> {
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

    /// Waits until it can be read: for the first unlock, or, where it is in the tier `whenUnlocked`, for the present
    /// one.
    ///
    /// - Parameter timeout: How long to wait at most, the device's sleep included; nil for as long as it takes.
    /// - Returns: Whether there is such a file.
    /// - Throws: Where the task is cancelled, the time is up, or waiting does not help.
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

    /// Reads all of it once it can be read; nil where there is none.
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
        // A file that is locked can't be opened; one that was locked since can't be read.
        switch opened(path, gate, { file, disk throws(SystemError) in _ = try disk.read(file, at: 0, count: 1) }) {
        case .success(let content): content.map { .readable($0.tier) } ?? .missing
        case .failure(let why): .unavailable(why)
        }
    }

    /// Whether names there are not what they say: in an encrypted directory without its key (fscrypt) every name seems
    /// to be missing, and only making one tells.
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

    /// Opens it, asks for its tier, and does something with it; nil where there is no such file.
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
            // Where no file has a tier, a gate that a test holds shut stands for the lock.
            if tier == nil, closed == .beforeFirstUnlock { return .failure(.beforeFirstUnlock) }
            if tier == .afterFirstUnlock { gate.recordReadable() }
            return .success((tier, result))
        } catch {
            if error.isNotFound { return hidesNames(path, disk) ? .failure(closed ?? .locked) : .success(nil) }
            return .failure(Unavailability(error.number, closed: closed, hasClasses: disk.knowsProtection))
        }
    }
}
