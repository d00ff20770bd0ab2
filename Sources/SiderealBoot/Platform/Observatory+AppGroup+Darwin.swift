#if canImport(Darwin)
    public import Foundation
    import SiderealGate

    extension Observatory {
        /// Opens the observatory that the apps and extensions of a group share, in the group's container.
        ///
        /// - Parameters:
        ///   - group: The group's identifier, as in the entitlements: `group.com.example.app`.
        ///   - observer: The name of your app or extension in the record. An app and its widget are two observers with
        ///     separate readings. The default is the bundle identifier. The name has 1 to 255 bytes.
        ///   - journal: A file to which the observatory appends every input, for replay, or `nil` for no journal.
        ///   - savesAutomatically: Pass `true` to save in the background after opening, and after each input that is
        ///     worth saving.
        ///   - driftPartsPerMillion: The largest rate error of this device's clocks, from 1 to 100,000. The default
        ///     is 100.
        /// - Throws: `directoryUnusable` if this app or extension lacks the entitlement for the group. On a Mac, the
        ///   system returns a container for any group, but saving in the container fails without the entitlement. Also
        ///   throws the errors of ``init(directory:observer:journal:savesAutomatically:driftPartsPerMillion:)``.
        @available(
            tvOS, unavailable,
            message: "tvOS may delete an app's files, so a missing file may have existed before"
        )
        public convenience init(
            appGroup group: String, observer: String? = nil, journal: URL? = nil, savesAutomatically: Bool = true,
            driftPartsPerMillion: Int? = nil
        ) throws(ObservatoryError) {
            guard let path = StandardDirectories.state(ofGroup: group) else {
                throw ObservatoryError(.directoryUnusable, StandardDirectories.groupReason(group))
            }
            try self.init(
                path: path, observer: observer, journal: journal, savesAutomatically: savesAutomatically,
                driftPartsPerMillion: driftPartsPerMillion)
        }
    }
#endif
