#if FullFoundation || !os(Linux)
    import Foundation

    /// The keys of an app's Settings.bundle, which the Settings app reads and writes in UserDefaults itself.
    ///
    /// https://developer.apple.com/library/archive/documentation/Cocoa/Conceptual/UserDefaults/Preferences/Preferences.html
    package enum SettingsBundle {
        /// Returns the keys of all panes.
        ///
        /// - Parameters:
        ///   - path: The path of the bundle. A missing bundle has no keys.
        ///   - suite: The suite of the keys, or `nil` for the standard defaults. If the bundle names an app group, the
        ///     values are in the group's suite.
        /// - Returns: The keys, or an empty set if the bundle is for another suite.
        package static func keys(at path: String, suite: String?) -> Set<String> {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            let panes = files.filter { $0.hasSuffix(".plist") }.sorted().map { pane(path + "/" + $0) }
            // The app group of the first pane applies to all panes.
            let groups = panes.compactMap { $0["ApplicationGroupContainerIdentifier"] as? String }
            guard groups.first == suite else { return [] }
            var keys: Set<String> = []
            for pane in panes {
                let rows = pane["PreferenceSpecifiers"] as? [[String: Any]] ?? []
                keys.formUnion(rows.compactMap { $0["Key"] as? String })
            }
            return keys
        }

        private static func pane(_ path: String) -> [String: Any] {
            guard let data = FileManager.default.contents(atPath: path) else { return [:] }
            let list = try? unsafe PropertyListSerialization.propertyList(from: data, format: nil)
            return list as? [String: Any] ?? [:]
        }
    }
#endif
