import SiderealSystem

/// The place where UserDefaults keeps a domain, with the steps that a write needs.
package struct DefaultsPlace: Sendable, Equatable {
    /// The domain's name.
    package let name: String
    /// A Boolean value that indicates whether this process belongs to an app extension.
    package let isInExtension: Bool
    /// The path of the domain's property list.
    package let file: String
    /// The path of the bundle that describes the app's settings, or `nil` on systems without such bundles.
    package let settingsBundle: String?
    /// A Boolean value that indicates whether only `synchronize` writes a change. Without a call to `synchronize`, the
    /// change is lost.
    package let writesNeedSync: Bool
    /// A Boolean value that indicates whether a read of the standard domain by name uses a different cache than a
    /// write through `UserDefaults.standard`.
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

    /// Returns the place of a domain on Apple platforms. If an app group has the suite's name, the file is in the
    /// preferences of the group's container, even if the app's home has an old file of that name. The files of all
    /// other domains are in the preferences of the app's home. A system daemon writes changes to the file soon, even
    /// after this process has ended. The path of an extension's bundle ends with `.appex`.
    package static func apple(
        suite: String?, application: String, bundle: String, home: String, group: String?
    ) -> DefaultsPlace {
        let name = suite ?? application
        let isInExtension = bundle.hasSuffix(".appex")
        // Settings shows the bundle of the app that contains the extension.
        let app = isInExtension ? bundle.parentDirectory?.parentDirectory ?? bundle : bundle
        return DefaultsPlace(
            name: name, isInExtension: isInExtension,
            file: (group ?? home) + "/Library/Preferences/\(name).plist", settingsBundle: app + "/Settings.bundle",
            writesNeedSync: false, standardNeedsSync: false)
    }
}
