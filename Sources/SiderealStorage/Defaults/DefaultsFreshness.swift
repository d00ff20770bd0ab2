package import SiderealBase

/// What the property list file of a domain says, past UserDefaults.
package enum DefaultsOnDisk: Sendable, Equatable {
    /// There is no file: the domain is empty.
    case missing
    case keys(Set<String>)
    case unreadable(errno: Int32)
    /// The file is there and is no property list of keys and values.
    case garbled
}

/// Whether UserDefaults serves what is stored, or still the empty answer of before the first unlock.
package enum DefaultsFreshness: Sendable, Equatable {
    case fresh
    case stale
    case unproven

    package var unavailability: Unavailability? {
        switch self {
        case .fresh: nil
        case .stale: .stale
        case .unproven: .unproven
        }
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
    /// `shown` are the keys that UserDefaults shows, the sentinel's among them; `sentinel` is the sentinel's value
    /// there; `own` is the word of this launch, which proves nothing about it; `markerState` says whether a sentinel is
    /// known to have been written once.
    package static func judge(
        shown: Set<String>, sentinel: String?, own: String, disk: DefaultsOnDisk, markerState: Bool
    ) -> DefaultsFreshness {
        if let sentinel, sentinel != own { return .fresh }
        switch disk {
        case .missing: return .fresh
        case .keys(var stored):
            if sentinel == own { stored.remove(sentinelKey) }
            if stored.isSubset(of: shown) { return .fresh }
            if stored.contains(sentinelKey) || stored.isDisjoint(with: shown) { return .stale }
            return .unproven
        case .unreadable, .garbled: return markerState && sentinel == nil ? .stale : .unproven
        }
    }
}
