public import SiderealBase
import SiderealSystem

/// UserDefaults behind the gate: its empty answer from before the first unlock is never mistaken for empty defaults.
///
/// Reads cover only the domain itself, not registered defaults, launch arguments or other domains, which would hide an
/// empty domain.
///
/// Choose keys that differ as `String`: two spellings of "é" are one key to UserDefaults on Linux, and two on Apple
/// platforms.
///
/// UserDefaults can serve the empty answer until the app is launched again, even after the unlock. So values are
/// trusted only after one shows a write of an earlier launch, or after the domain's file shows the same keys. This
/// trust lasts for the launch. For later launches a sentinel is stored under `sidereal.sentinel`.
public final class GatedDefaults: Sendable {
    /// The word that distinguishes this launch's sentinel from those of other launches.
    private static let word = String(RealFileSystem().randomWord(), radix: 16)

    private let domain: DefaultsDomain
    private let word: String
    private let gate: @Sendable () -> FirstUnlockGate.State
    private let isFresh = Lock(false)

    /// The domain's name, which distinguishes it from other domains.
    package var domainName: String { domain.name }
    package var isOfExtension: Bool { domain.isOfExtension }
    package var settingsKeys: Set<String> { domain.settingsKeys() }

    package init(
        domain: DefaultsDomain, word: String = GatedDefaults.word,
        gate: @escaping @Sendable () -> FirstUnlockGate.State
    ) {
        self.domain = domain
        self.word = word
        self.gate = gate
    }

    /// Reads the value of a key.
    ///
    /// `absent` is as reliable as UserDefaults: the defaults were read after the first unlock, and have no such key.
    /// They do not show an earlier deletion of their file. A value of another type is converted as by UserDefaults. The
    /// other cases are:
    /// - `unavailable(.undecodable)`: the value can't be converted.
    /// - `unavailable(.stale)`: UserDefaults still serves the empty answer from before the first unlock.
    /// - `unavailable(.unproven)`: it is not clear whether UserDefaults serves that empty answer.
    /// - `unavailable(.damaged)`: the file is not a property list.
    public func read<Value: GatedDefaults.Value>(_ key: String, as type: Value.Type = Value.self) -> ProtectedReading<
        Value
    > {
        guard Value.self is any PropertyListConvertible.Type else { return .unavailable(.noDefaultsValue(Value.self)) }
        if let reason = readState() { return .unavailable(reason) }
        guard let stored = domain.value(key) else { return .absent }
        guard let value: Value = stored.value() else {
            return .unavailable(.undecodable(reason: "\(stored.kind), asked for as \(Value.self)"))
        }
        return .value(value)
    }

    /// Returns the keys of the domain itself that begin with a prefix, in order.
    ///
    /// - Throws: The reason why the defaults are unavailable, until they provably match the stored values.
    public func keys(beginningWith prefix: String = "") throws(Unavailability) -> [String] {
        if let reason = readState() { throw reason }
        return domain.keys().filter { $0 != DefaultsFreshness.sentinelKey && $0.utf8.starts(with: prefix.utf8) }
            .sorted()
    }

    /// Sets the value of a key, as durably as UserDefaults does.
    ///
    /// - Throws: The reason why the defaults are unavailable, until they provably match the stored values. The defaults
    ///   are unchanged then.
    public func set<Value: GatedDefaults.Value>(_ value: Value, for key: String) throws(Unavailability) {
        guard let list = PropertyListValue(value) else { throw .noDefaultsValue(Value.self) }
        if let reason = readState() { throw reason }
        domain.set(key, list)
    }

    /// Removes a key. A missing key is not an error.
    ///
    /// - Throws: The reason why the defaults are unavailable, until they provably match the stored values. The defaults
    ///   are unchanged then.
    public func remove(_ key: String) throws(Unavailability) {
        if let reason = readState() { throw reason }
        domain.remove(key)
    }

    /// Gives up for good the stored values that UserDefaults does not serve, and continues with those that it does.
    ///
    /// If the defaults can be read, this does nothing.
    ///
    /// - Throws: The reason why the defaults are unavailable, if the gate is closed.
    public func reset() throws(Unavailability) {
        if let reason = domain.unavailability() ?? gate().unavailability { throw reason }
        guard readState() != nil else { return }
        if case .keys(let stored) = domain.keysOnDisk() {
            // Removing a key that is not shown would change nothing, and would not reach the disk.
            for key in stored.subtracting(domain.keys()) {
                domain.set(key, .boolean(false))
                domain.remove(key)
            }
        }
        remember(writingSentinel: true)
    }

    /// Passes changes on to the disk.
    package func synchronize() {
        domain.synchronize()
    }

    /// Returns the reason why the defaults can't be trusted, or `nil` if they can. The gate is checked first: before it
    /// opens, UserDefaults must not be touched, or it would read and keep the empty answer.
    private func readState() -> Unavailability? {
        if let reason = domain.unavailability() { return reason }
        if isFresh.withLock({ $0 }) { return nil }
        if let reason = gate().unavailability { return reason }
        // Read the file first: a key that is set meanwhile then appears only in UserDefaults, which is harmless.
        let disk = domain.keysOnDisk()
        let keys = domain.keys()
        var sentinel: String?
        if keys.contains(DefaultsFreshness.sentinelKey) {
            sentinel = domain.value(DefaultsFreshness.sentinelKey)?.value()
        }
        let freshness = DefaultsFreshness.judge(
            shown: keys, sentinel: sentinel, own: word, disk: disk)
        if let reason = freshness.unavailability { return reason }
        remember(writingSentinel: sentinel == nil)
        return nil
    }

    private func remember(writingSentinel: Bool) {
        if writingSentinel {
            domain.set(DefaultsFreshness.sentinelKey, .string(word))
            domain.synchronize()
        }
        isFresh.withLock { $0 = true }
    }
}

extension Unavailability {
    fileprivate static func noDefaultsValue(_ type: Any.Type) -> Unavailability {
        .undecodable(reason: "UserDefaults keep no \(type)")
    }
}
