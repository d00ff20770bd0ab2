package import SiderealBase

/// One domain of UserDefaults, and its file.
package struct DefaultsDomain: Sendable {
    /// The domain's name, which distinguishes it from other domains.
    package let name: String
    /// A Boolean value that indicates whether the domain belongs to an app extension alone. The app's values are in
    /// another domain.
    package let isOfExtension: Bool
    /// Returns the keys of the domain itself, as UserDefaults reports them.
    package let keys: @Sendable () -> Set<String>
    /// Returns a value of the domain itself, ignoring registered defaults, launch arguments and other domains.
    package let value: @Sendable (String) -> PropertyListValue?
    package let set: @Sendable (String, PropertyListValue) -> Void
    package let remove: @Sendable (String) -> Void
    /// Writes changes to the disk, as far as UserDefaults allows.
    package let synchronize: @Sendable () -> Void
    package let onDisk: @Sendable () -> DefaultsOnDisk
    /// Returns a stream with an element for each possible change of a key from now on. This closure uses UserDefaults,
    /// so call it only if UserDefaults can be read.
    package let changes: @Sendable (_ key: String) -> AsyncStream<Void>
    /// Returns the keys that the app's Settings.bundle shows to the user.
    package let settingsKeys: @Sendable () -> Set<String>
    /// Returns the reason why a simulated process can't read the domain, or `nil` if the process can. On a device, the
    /// result is always `nil`.
    package let unavailability: @Sendable () -> Unavailability?

    package init(
        name: String, isOfExtension: Bool = false,
        keys: @escaping @Sendable () -> Set<String>,
        value: @escaping @Sendable (String) -> PropertyListValue?,
        set: @escaping @Sendable (String, PropertyListValue) -> Void,
        remove: @escaping @Sendable (String) -> Void,
        synchronize: @escaping @Sendable () -> Void,
        onDisk: @escaping @Sendable () -> DefaultsOnDisk,
        changes: @escaping @Sendable (_ key: String) -> AsyncStream<Void>,
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
        self.onDisk = onDisk
        self.changes = changes
        self.settingsKeys = settingsKeys
        self.unavailability = unavailability
    }

    /// Returns a Boolean value that indicates whether key-value observing can observe a key. In a key path, a dot
    /// separates two names, and "@" begins the name of an operator.
    package static func canObserve(_ key: String) -> Bool {
        !key.isEmpty && key.utf8.first != UInt8(ascii: "@") && !key.utf8.contains(UInt8(ascii: "."))
    }
}
