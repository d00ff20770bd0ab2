package import SiderealBase

/// What the property list file of a domain says, past UserDefaults.
package enum DefaultsOnDisk: Sendable, Equatable {
    /// There is no file: the domain is empty.
    case missing
    case keys(Set<String>)
    /// It can't be read now.
    case unavailable(Unavailability)
    /// The file is there and is no property list of keys and values.
    case damaged
}

/// Whether UserDefaults serves what is stored, or still the empty answer of before the first unlock.
package enum DefaultsFreshness: Sendable, Equatable {
    case fresh
    case unavailable(Unavailability)

    package var unavailability: Unavailability? {
        if case .unavailable(let why) = self { why } else { nil }
    }

    /// The key of the sentinel: a word that no two launches share.
    package static let sentinelKey = "sidereal.sentinel"

    /// Judges, with the gate open, by what UserDefaults shows of the domain itself: registered defaults, launch
    /// arguments and other domains would hide that it is empty.
    ///
    /// The file decides wherever it can be read, so that a domain that somebody emptied is not missed for ever. Keys of
    /// the file that are not shown, beside others that are, prove nothing: they were removed, and the file has not been
    /// written since; or the app, still served the empty answer, has set the others.
    ///
    /// - Parameters:
    ///   - shown: The keys that UserDefaults shows, the sentinel's among them.
    ///   - sentinel: The sentinel's value there.
    ///   - own: The word of this launch, which proves nothing about it.
    ///   - disk: What the domain's file says.
    /// - Returns: Whether what is shown can be believed, or why not.
    package static func judge(
        shown: Set<String>, sentinel: String?, own: String, disk: DefaultsOnDisk
    ) -> DefaultsFreshness {
        if let sentinel, sentinel != own { return .fresh }
        switch disk {
        // Whether the app emptied it or somebody deleted it, nothing tells.
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
