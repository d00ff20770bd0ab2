package import SiderealBase

/// The content of a domain's property list file, read past UserDefaults.
package enum DefaultsOnDisk: Sendable, Equatable {
    /// The file is missing: the domain is empty.
    case missing
    case keys(Set<String>)
    /// The file can't be read now.
    case unavailable(Unavailability)
    /// The file exists but is not a property list of keys and values.
    case damaged
}

/// The freshness of UserDefaults: whether it serves the stored values, or still the empty answer from before the first
/// unlock.
package enum DefaultsFreshness: Sendable, Equatable {
    case fresh
    case unavailable(Unavailability)

    package var unavailability: Unavailability? {
        if case .unavailable(let why) = self { why } else { nil }
    }

    /// The key of the sentinel, whose value is a word that no two launches share.
    package static let sentinelKey = "sidereal.sentinel"

    /// Judges UserDefaults, with the gate open, by its keys of the domain itself: registered defaults, launch arguments
    /// and other domains would hide an empty domain.
    ///
    /// If the file can be read, it decides, so that an emptied domain does not count as stale for ever. If UserDefaults
    /// shows some of the file's keys but not all, that proves nothing. The missing keys may have been removed, with the
    /// file not yet rewritten; or the app may have set the others while still served the empty answer.
    ///
    /// - Parameters:
    ///   - shown: The keys that UserDefaults shows, including the sentinel's.
    ///   - sentinel: The sentinel's value in UserDefaults.
    ///   - own: The word of this launch. A sentinel with this word proves nothing.
    ///   - disk: The content of the domain's file.
    /// - Returns: `fresh` if the keys can be trusted, or else the reason why not.
    package static func judge(
        shown: Set<String>, sentinel: String?, own: String, disk: DefaultsOnDisk
    ) -> DefaultsFreshness {
        if let sentinel, sentinel != own { return .fresh }
        switch disk {
        // An app that emptied the domain and a deleted file look the same.
        case .missing: return .fresh
        case .keys(var stored):
            if sentinel == own { stored.remove(sentinelKey) }
            if stored.isSubset(of: shown) { return .fresh }
            let isStale = stored.contains(sentinelKey) || stored.isDisjoint(with: shown)
            return .unavailable(isStale ? .stale : .unproven)
        case .unavailable(let why): return .unavailable(why)
        case .damaged: return .unavailable(.damaged)
        }
    }
}
