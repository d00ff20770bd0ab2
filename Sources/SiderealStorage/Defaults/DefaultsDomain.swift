package import SiderealBase

/// One domain of UserDefaults, and its file.
package struct DefaultsDomain: Sendable {
    /// Its name, which tells it from other domains.
    package let name: String
    /// Whether it is an app extension's own: what the app itself has stored is in another one.
    package let isOfExtension: Bool
    /// The keys that the domain itself holds, as UserDefaults shows it.
    package let keys: @Sendable () -> Set<String>
    /// What the domain itself holds, past registered defaults, launch arguments and other domains.
    package let value: @Sendable (String) -> PropertyListValue?
    package let set: @Sendable (String, PropertyListValue) -> Void
    package let remove: @Sendable (String) -> Void
    /// Hands on to the disk what was set and removed, as far as UserDefaults lets anyone ask for it.
    package let synchronize: @Sendable () -> Void
    package let keysOnDisk: @Sendable () -> DefaultsOnDisk
    /// The keys that the app's Settings.bundle shows the user.
    package let settingsKeys: @Sendable () -> Set<String>
    /// Why nobody answers; nil as long as the process lives, and so always but in a simulation.
    package let unavailability: @Sendable () -> Unavailability?

    package init(
        name: String, isOfExtension: Bool = false,
        keys: @escaping @Sendable () -> Set<String>,
        value: @escaping @Sendable (String) -> PropertyListValue?,
        set: @escaping @Sendable (String, PropertyListValue) -> Void,
        remove: @escaping @Sendable (String) -> Void,
        synchronize: @escaping @Sendable () -> Void,
        keysOnDisk: @escaping @Sendable () -> DefaultsOnDisk,
        settingsKeys: @escaping @Sendable () -> Set<String> = { [] },
        unavailability: @escaping @Sendable () -> Unavailability? = { nil }
    ) {
        self.name = name
        self.isOfExtension = isOfExtension
        self.keys = keys
        self.value = value
        self.set = set
        self.remove = remove
        self.synchronize = synchronize
        self.keysOnDisk = keysOnDisk
        self.settingsKeys = settingsKeys
        self.unavailability = unavailability
    }
}
