public import SiderealBase
import SiderealSystem

/// UserDefaults behind the gate: the empty answer of before the first unlock is never taken for empty defaults.
///
/// It answers for what the domain itself holds: neither defaults that were registered, nor launch arguments, nor other
/// domains, which all would hide that nothing is stored.
///
/// Choose keys that `String` tells apart: two spellings of "é" are one key to UserDefaults on Linux, and two on Apple
/// platforms.
///
/// UserDefaults can go on serving the empty answer until the app is launched again, even after the unlock. So nothing
/// is believed before a value shows that an earlier launch wrote, or before the domain's file shows the same keys. Once
/// that was so, it stays so for the launch, and a sentinel is stored for the launches to come, under
/// `sidereal.sentinel`.
public final class GatedDefaults: Sendable {
    /// What tells this launch's sentinel from those of others.
    private static let word = String(RealFileSystem().randomWord(), radix: 16)

    private let domain: DefaultsDomain
    private let word: String
    private let gate: @Sendable () -> FirstUnlockState
    private let isFresh = Lock(false)

    /// What tells its domain from others, and whether that is an app extension's own.
    package var domainName: String { domain.name }
    package var isOfExtension: Bool { domain.isOfExtension }
    package var settingsKeys: Set<String> { domain.settingsKeys() }

    package init(
        domain: DefaultsDomain, word: String = GatedDefaults.word,
        gate: @escaping @Sendable () -> FirstUnlockState
    ) {
        self.domain = domain
        self.word = word
        self.gate = gate
    }

    /// Reads the value of a key.
    ///
    /// `absent` is proven, as far as UserDefaults is: the defaults were read after the first unlock, and hold no such
    /// key. Whether somebody deleted their file before is not told. A value of another type is converted as
    /// UserDefaults does, and where it has no such value gives `unavailable(.undecodable)`; the empty answer of before
    /// the first unlock, still served, `unavailable(.stale)`; where nothing shows whether it is,
    /// `unavailable(.unproven)`; and a file that holds no property list, `unavailable(.damaged)`.
    public func read<Value: DefaultsValue>(_ key: String, as type: Value.Type = Value.self) -> StoreReading<Value> {
        guard Value.self is any PropertyListConvertible.Type else { return .unavailable(.noDefaultsValue(Value.self)) }
        if let reason = readState() { return .unavailable(reason) }
        guard let stored = domain.value(key) else { return .absent }
        guard let value: Value = stored.value() else {
            return .unavailable(.undecodable(reason: "\(stored.kind), asked for as \(Value.self)"))
        }
        return .value(value)
    }

    /// The keys that the domain itself holds and that begin with a prefix, in order.
    ///
    /// - Throws: Why the defaults are unavailable, until they are known to be those that are stored.
    public func keys(beginningWith prefix: String = "") throws(Unavailability) -> [String] {
        if let reason = readState() { throw reason }
        return domain.keys().filter { $0 != DefaultsFreshness.sentinelKey && $0.utf8.starts(with: prefix.utf8) }
            .sorted()
    }

    /// Sets the value of a key, as durably as UserDefaults does.
    ///
    /// - Throws: Why the defaults are unavailable, until they are known to be those that are stored. Nothing was
    ///   changed then.
    public func set<Value: DefaultsValue>(_ value: Value, for key: String) throws(Unavailability) {
        guard let list = PropertyListValue(value) else { throw .noDefaultsValue(Value.self) }
        if let reason = readState() { throw reason }
        domain.set(key, list)
    }

    /// Removes a key. A key that doesn't exist is no error.
    ///
    /// - Throws: Why the defaults are unavailable, until they are known to be those that are stored. Nothing was
    ///   changed then.
    public func remove(_ key: String) throws(Unavailability) {
        if let reason = readState() { throw reason }
        domain.remove(key)
    }

    /// Gives up for good what is stored and is not served, and goes on with what is.
    ///
    /// Does nothing if the defaults can be read.
    ///
    /// - Throws: Why the defaults are unavailable, before the first unlock.
    public func reset() throws(Unavailability) {
        if let reason = domain.unavailability() ?? gate().unavailability { throw reason }
        guard readState() != nil else { return }
        if case .keys(let stored) = domain.keysOnDisk() {
            // The removal of a key that is not shown would change nothing, and not be handed on to the disk.
            for key in stored.subtracting(domain.keys()) {
                domain.set(key, .boolean(false))
                domain.remove(key)
            }
        }
        remember(writingSentinel: true)
    }

    /// Hands on to the disk what was set and removed.
    package func synchronize() {
        domain.synchronize()
    }

    /// Why the defaults can't be believed; nil where they can. The gate comes first: before it is open nobody here
    /// touches UserDefaults, so that it is not made to read, and to keep, the empty answer.
    private func readState() -> Unavailability? {
        if let reason = domain.unavailability() { return reason }
        if isFresh.withLock({ $0 }) { return nil }
        if let reason = gate().unavailability { return reason }
        // The file first: what is set meanwhile is then shown and not missed.
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
