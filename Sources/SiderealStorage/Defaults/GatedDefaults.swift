public import SiderealBase
import SiderealSystem

/// UserDefaults behind the gate. Before the first unlock, UserDefaults returns an empty answer. This class never
/// mistakes that answer for empty defaults.
///
/// Reads cover only the domain itself. They ignore registered defaults, launch arguments and other domains, which would
/// hide an empty domain.
///
/// Choose keys that differ as `String`. For example, two spellings of "é" are one key to UserDefaults on Linux, and two
/// keys on Apple platforms.
///
/// Even after the unlock, UserDefaults can return the empty answer until the app is launched again. So this class
/// trusts the values only after one of two proofs: UserDefaults returns the sentinel of an earlier launch, or it
/// returns all keys of the domain's file. This trust lasts for the launch. The class stores the sentinel under
/// `sidereal.sentinel`.
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
    /// `absent` means that the defaults have no such key after the first unlock. It is as reliable as UserDefaults,
    /// which does not report an earlier deletion of its file. This method converts a value of another type as
    /// UserDefaults does. The other cases are:
    /// - `unavailable(.undecodable)`: the value can't be converted.
    /// - `unavailable(.stale)`: UserDefaults still returns the empty answer from before the first unlock.
    /// - `unavailable(.unproven)`: UserDefaults may still return that empty answer.
    /// - `unavailable(.damaged)`: the file is not a property list.
    public func read<Value: GatedDefaults.Value>(_ key: String, as type: Value.Type = Value.self) -> ProtectedReading<
        Value
    > {
        guard Value.self is any PropertyListConvertible.Type else { return .unavailable(.noDefaultsValue(Value.self)) }
        if let reason = readState() { return .unavailable(reason) }
        guard let stored = domain.value(key) else { return .absent }
        guard let value: Value = stored.value() else {
            return .unavailable(.undecodable(reason: "\(stored.kind), but the app reads it as \(Value.self)"))
        }
        return .value(value)
    }

    /// Returns the keys of the domain itself that begin with a prefix, in order.
    ///
    /// - Throws: The reason why the defaults are unavailable. They become available once they provably match the stored
    ///   values.
    public func keys(beginningWith prefix: String = "") throws(Unavailability) -> [String] {
        if let reason = readState() { throw reason }
        return domain.keys().filter { $0 != DefaultsFreshness.sentinelKey && $0.utf8.starts(with: prefix.utf8) }
            .sorted()
    }

    /// Sets the value of a key, as durably as UserDefaults does.
    ///
    /// - Throws: The reason why the defaults are unavailable. They become available once they provably match the stored
    ///   values. If this method throws, the defaults stay unchanged.
    public func set<Value: GatedDefaults.Value>(_ value: Value, for key: String) throws(Unavailability) {
        guard let list = PropertyListValue(value) else { throw .noDefaultsValue(Value.self) }
        if let reason = readState() { throw reason }
        domain.set(key, list)
    }

    /// Removes a key. A missing key is not an error.
    ///
    /// - Throws: The reason why the defaults are unavailable. They become available once they provably match the stored
    ///   values. If this method throws, the defaults stay unchanged.
    public func remove(_ key: String) throws(Unavailability) {
        if let reason = readState() { throw reason }
        domain.remove(key)
    }

    /// Discards the stored values that UserDefaults does not return, and continues with the values that it returns.
    ///
    /// If the defaults can be read, this method does nothing.
    ///
    /// - Throws: The reason why the defaults are unavailable, if the gate is closed.
    public func resetIfUnrecoverable() throws(Unavailability) {
        if let reason = domain.unavailability() ?? gate().unavailability { throw reason }
        guard readState() != nil else { return }
        if case .keys(let stored) = domain.keysOnDisk() {
            // UserDefaults ignores the removal of a key that it does not return. So set the key first, and then remove
            // it.
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

    /// Returns the reason why the defaults can't be trusted, or `nil` if they can. This method checks the gate first.
    /// If it used UserDefaults before the gate opens, UserDefaults would read and keep the empty answer.
    private func readState() -> Unavailability? {
        if let reason = domain.unavailability() { return reason }
        if isFresh.withLock({ $0 }) { return nil }
        if let reason = gate().unavailability { return reason }
        // Read the file first. If the app sets a key meanwhile, only UserDefaults has that key, which does no harm.
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
        .undecodable(reason: "UserDefaults can't store a value of the type \(type)")
    }
}
