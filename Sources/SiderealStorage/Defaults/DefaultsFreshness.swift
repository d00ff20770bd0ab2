package import SiderealBase

/// The content of a domain's property list file, read without UserDefaults.
package enum DefaultsOnDisk: Sendable, Equatable {
    /// The file is missing, so the domain is empty.
    case missing
    case values([String: PropertyListValue])
    /// The file can't be read now.
    case unavailable(Unavailability)
    /// The file exists but is not a property list of keys and values.
    case damaged
}

/// The freshness of UserDefaults. If UserDefaults is stale, it still returns the empty answer from before the first
/// unlock instead of the stored values.
package enum DefaultsFreshness: Sendable, Equatable {
    case fresh
    case unavailable(Unavailability)

    package var unavailability: Unavailability? {
        if case .unavailable(let why) = self { why } else { nil }
    }

    /// The key of the sentinel. The sentinel's value is a word that differs for each launch.
    package static let sentinelKey = "sidereal.sentinel"

    /// Returns the freshness of UserDefaults after the gate has opened. The result depends only on the keys of the
    /// domain itself, because registered defaults, launch arguments and other domains would hide an empty domain.
    ///
    /// The sentinel of an earlier launch proves that UserDefaults is fresh. Otherwise the domain's file shows the
    /// freshness, if the file can be read:
    /// - If the file is missing, UserDefaults is fresh, since the app may have emptied the domain.
    /// - If UserDefaults returns all keys of the file, UserDefaults is fresh.
    /// - If UserDefaults returns none of the file's keys, or if the file has a sentinel that UserDefaults lacks,
    ///   UserDefaults is stale.
    /// - If UserDefaults returns only some of the file's keys, the result is `unproven`. The app may have removed the
    ///   other keys, and the file may still have them. Otherwise, UserDefaults may not have read the file yet, and the
    ///   app may have set the returned keys itself.
    ///
    /// - Parameters:
    ///   - shown: The keys that UserDefaults returns, including the sentinel's key.
    ///   - sentinel: The sentinel's value in UserDefaults.
    ///   - own: The random word that this launch writes as the sentinel's value. A sentinel with this word proves
    ///     nothing.
    ///   - disk: The content of the domain's file.
    /// - Returns: `fresh` if the keys can be trusted, or otherwise the reason why the keys can't be trusted.
    package static func judge(
        shown: Set<String>, sentinel: String?, own: String, disk: DefaultsOnDisk
    ) -> DefaultsFreshness {
        if let sentinel, sentinel != own { return .fresh }
        switch disk {
        // A domain whose file was deleted looks the same as a domain that the app emptied.
        case .missing: return .fresh
        case .values(let values):
            var stored = Set(values.keys)
            if sentinel == own { stored.remove(sentinelKey) }
            if stored.isSubset(of: shown) { return .fresh }
            let isStale = stored.contains(sentinelKey) || stored.isDisjoint(with: shown)
            return .unavailable(isStale ? .stale : .unproven)
        case .unavailable(let why): return .unavailable(why)
        case .damaged: return .unavailable(.damaged)
        }
    }
}
