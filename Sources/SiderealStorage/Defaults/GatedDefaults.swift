public import SiderealBase
package import SiderealSystem

/// An object that reads and writes UserDefaults only if a ``FirstUnlockGate`` is open. Before the first unlock,
/// UserDefaults returns no values. This class never mistakes that empty answer for empty defaults.
///
/// ```swift
/// let defaults = try GatedDefaults()
/// switch defaults.read("isMuted", as: Bool.self) {
/// case .value(let isMuted): show(isMuted)
/// case .absent: show(false)
/// case .unavailable(let why): showLaunchScreen(why)
/// }
/// ```
///
/// Reads return only values of the *domain*: the app's own defaults, or the suite's. Reads ignore registered defaults,
/// launch arguments and other domains. With values from these places, an empty domain would not look empty.
///
/// Choose keys that are not equal as Swift strings. For example, "é" has two encodings in Unicode. UserDefaults treats
/// the two encodings as one key on Linux, and as two keys on Apple platforms.
///
/// Even after the unlock, UserDefaults can return the empty answer until the next launch of the app. So this class
/// trusts UserDefaults only after one of these checks has succeeded since the launch:
/// - UserDefaults returns the sentinel, a word that an earlier launch stored under the key `sidereal.sentinel`.
/// - UserDefaults returns all keys of the domain's file. A missing file counts as a file without keys.
public final class GatedDefaults: Sendable {
    /// The word that distinguishes this launch's sentinel from the sentinels of other launches.
    private static let word = String(RealFileSystem().randomWord(), radix: 16)

    /// The lock for updates, which read a value and then write it.
    static let updates = Lock(())

    let domain: DefaultsDomain
    private let word: String
    let gate: FirstUnlockGate
    /// The scheduler that runs the tasks that follow a value.
    let scheduler: Environment.Scheduler
    private let isFresh = Lock(false)

    /// The domain's name, which distinguishes it from other domains.
    package var domainName: String { domain.name }
    package var isOfExtension: Bool { domain.isOfExtension }
    package var settingsKeys: Set<String> { domain.settingsKeys() }

    package init(
        domain: DefaultsDomain, word: String = GatedDefaults.word,
        gate: FirstUnlockGate, scheduler: Environment.Scheduler? = nil
    ) {
        self.domain = domain
        self.word = word
        self.gate = gate
        self.scheduler = scheduler ?? gate.environment.scheduler
    }

    /// Returns a Boolean value that indicates whether both objects read the same defaults.
    func isSame(as other: GatedDefaults) -> Bool {
        self === other || (domainName == other.domainName && gate === other.gate)
    }

    /// Reads the value of a key.
    ///
    /// `absent` means that the defaults don't have the key. A read returns `absent` only if the device has been
    /// unlocked since it restarted. The result is also `absent` if the file of the defaults was deleted, because
    /// UserDefaults does not report the deletion. If the stored value is of another type, this method converts the
    /// value as UserDefaults does. If the gate is open, but the value can't be read, the result can be:
    /// - `unavailable(.undecodable)`: the value can't be converted.
    /// - `unavailable(.stale)`: UserDefaults still returns the empty answer from before the first unlock.
    /// - `unavailable(.unproven)`: UserDefaults may still return that empty answer.
    /// - `unavailable(.damaged)`: the file of the defaults is not a property list.
    public func read<Value: GatedDefaults.Value>(_ key: String, as type: Value.Type = Value.self) -> ProtectedReading<
        Value
    > {
        Self.convert(find(key))
    }

    /// Reads the property list of a key.
    func find(_ key: String) -> ProtectedReading<PropertyListValue> {
        if let reason = readState() { return .unavailable(reason) }
        return domain.value(key).map { .value($0) } ?? .absent
    }

    /// Converts the result of reading a property list.
    static func convert<Value: GatedDefaults.Value>(
        _ found: ProtectedReading<PropertyListValue>, to type: Value.Type = Value.self
    ) -> ProtectedReading<Value> {
        guard Value.self is any PropertyListConvertible.Type else { return .unavailable(.noDefaultsValue(Value.self)) }
        switch found {
        case .absent: return .absent
        case .unavailable(let why): return .unavailable(why)
        case .value(let stored):
            guard let value: Value = stored.value() else {
                return .unavailable(.undecodable(reason: "\(stored.kind), but the app reads it as \(Value.self)"))
            }
            return .value(value)
        }
    }

    /// Returns the domain's own keys that begin with a prefix, sorted by name.
    ///
    /// - Throws: The reason why the defaults are unavailable: see ``read(_:as:)``.
    public func keys(beginningWith prefix: String = "") throws(Unavailability) -> [String] {
        if let reason = readState() { throw reason }
        return domain.keys().filter { $0 != DefaultsFreshness.sentinelKey && $0.utf8.starts(with: prefix.utf8) }
            .sorted()
    }

    /// Sets the value of a key. The value becomes durable when UserDefaults saves it.
    ///
    /// - Throws: The reason why the defaults are unavailable and stay unchanged: see ``read(_:as:)``.
    public func set<Value: GatedDefaults.Value>(_ value: Value, for key: String) throws(Unavailability) {
        try set(try Self.propertyList(of: value), for: key)
    }

    /// Returns the form in which UserDefaults stores a value.
    static func propertyList<Value: GatedDefaults.Value>(of value: Value) throws(Unavailability) -> PropertyListValue {
        guard let list = PropertyListValue(value) else { throw .noDefaultsValue(Value.self) }
        return list
    }

    func set(_ list: PropertyListValue, for key: String) throws(Unavailability) {
        if let reason = readState() { throw reason }
        domain.set(key, list)
    }

    /// Removes a key. A missing key is not an error.
    ///
    /// - Throws: The reason why the defaults are unavailable and stay unchanged: see ``read(_:as:)``.
    public func remove(_ key: String) throws(Unavailability) {
        if let reason = readState() { throw reason }
        domain.remove(key)
    }

    /// Discards the stored values that UserDefaults does not return. From then on, this class trusts UserDefaults.
    ///
    /// If the defaults can be read, this method does nothing.
    ///
    /// - Throws: The gate's reason if the gate is closed.
    public func resetIfUnrecoverable() throws(Unavailability) {
        if let reason = domain.unavailability() ?? gate.state.unavailability { throw reason }
        guard readState() != nil else { return }
        if case .values(let stored) = domain.onDisk() {
            // UserDefaults ignores the removal of a key that it does not return. So set the key first, and then remove
            // it.
            for key in Set(stored.keys).subtracting(domain.keys()) {
                domain.set(key, .boolean(false))
                domain.remove(key)
            }
        }
        remember(writingSentinel: true)
    }

    /// Writes changes to the disk, as far as UserDefaults allows.
    package func synchronize() {
        domain.synchronize()
    }

    /// Returns the reason why the defaults can't be trusted, or `nil` if they can be trusted. This method checks the
    /// gate first. If this method used UserDefaults before the gate opens, UserDefaults would return the empty answer,
    /// and keep it after the unlock.
    func readState() -> Unavailability? { examine().reason }

    /// Returns the values of keys, for a migration that copies them.
    ///
    /// If UserDefaults is stale or may be stale, the values come from the property list that shows this. If
    /// UserDefaults also returns a value for a key, that value is newer. In this case, `isProven` is `false`, and the
    /// caller must not remove the keys, because UserDefaults ignores the removal of a key that it does not return.
    ///
    /// - Throws: The reason why neither UserDefaults nor the property list can be used.
    func contents(
        of keys: [String]
    ) throws(Unavailability) -> (values: [String: PropertyListValue], isProven: Bool) {
        var (reason, stored) = examine()
        if reason == .stale || reason == .unproven {
            // The property list may be older than a change that UserDefaults has not saved.
            domain.synchronize()
            (reason, stored) = examine()
        }
        if let reason, reason != .stale, reason != .unproven { throw reason }
        var values: [String: PropertyListValue] = [:]
        for key in keys { values[key] = domain.value(key) ?? stored[key] }
        return (values, reason == nil)
    }

    /// Returns the reason why the defaults can't be trusted, or `nil`. If UserDefaults is stale or may be stale, also
    /// returns the values in its property list.
    private func examine() -> (reason: Unavailability?, stored: [String: PropertyListValue]) {
        if let reason = domain.unavailability() { return (reason, [:]) }
        if isFresh.withLock({ $0 }) { return (nil, [:]) }
        if let reason = gate.state.unavailability { return (reason, [:]) }
        // Read the file first. If the app then sets a key, only UserDefaults has that key, which does no harm.
        let disk = domain.onDisk()
        let keys = domain.keys()
        var sentinel: String?
        if keys.contains(DefaultsFreshness.sentinelKey) {
            sentinel = domain.value(DefaultsFreshness.sentinelKey)?.value()
        }
        let freshness = DefaultsFreshness.judge(
            shown: keys, sentinel: sentinel, own: word, disk: disk)
        if let reason = freshness.unavailability {
            return if case .values(let stored) = disk { (reason, stored) } else { (reason, [:]) }
        }
        remember(writingSentinel: sentinel == nil)
        return (nil, [:])
    }

    /// Records that this object trusts UserDefaults from now on. If this method writes the sentinel, it also wakes the
    /// tasks that follow a key.
    private func remember(writingSentinel: Bool) {
        isFresh.withLock { $0 = true }
        guard writingSentinel else { return }
        domain.set(DefaultsFreshness.sentinelKey, .string(word))
        domain.synchronize()
    }
}

extension Unavailability {
    fileprivate static func noDefaultsValue(_ type: Any.Type) -> Unavailability {
        .undecodable(reason: "UserDefaults can't store a value of the type \(type)")
    }
}
