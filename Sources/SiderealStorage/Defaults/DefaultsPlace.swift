import SiderealSystem

/// Where UserDefaults keeps a domain, and what it takes to have it written there.
package struct DefaultsPlace: Sendable, Equatable {
    /// The domain's name.
    package let name: String
    /// Whether this process is one of an app extension.
    package let isInExtension: Bool
    /// The property list that it lies in.
    package let file: String
    /// The bundle in which the app describes what Settings shows; nil where there are no such bundles.
    package let settingsBundle: String?
    /// Whether what is set is written by `synchronize` alone, and lost otherwise.
    package let writesNeedSync: Bool
    /// Whether the standard domain by its name is another cache than the one that `UserDefaults.standard` writes to.
    package let standardNeedsSync: Bool

    package init(
        name: String, isInExtension: Bool = false, file: String, settingsBundle: String? = nil, writesNeedSync: Bool,
        standardNeedsSync: Bool
    ) {
        self.name = name
        self.isInExtension = isInExtension
        self.file = file
        self.settingsBundle = settingsBundle
        self.writesNeedSync = writesNeedSync
        self.standardNeedsSync = standardNeedsSync
    }

    /// On Apple platforms: in the preferences of the app group of the suite's name, if there is one; an old list of
    /// that name may still lie in the app's home. All others are in the preferences of the app's home. The system's
    /// daemon writes what was set, soon, and after this process's end, too. The bundle of an extension ends with
    /// `.appex`.
    package static func apple(
        suite: String?, application: String, bundle: String, home: String, group: String?
    ) -> DefaultsPlace {
        let name = suite ?? application
        let isInExtension = bundle.hasSuffix(".appex")
        // Settings shows what the app describes that holds the extension.
        let app = isInExtension ? bundle.parentDirectory?.parentDirectory ?? bundle : bundle
        return DefaultsPlace(
            name: name, isInExtension: isInExtension,
            file: (group ?? home) + "/Library/Preferences/\(name).plist", settingsBundle: app + "/Settings.bundle",
            writesNeedSync: false, standardNeedsSync: false)
    }
}
