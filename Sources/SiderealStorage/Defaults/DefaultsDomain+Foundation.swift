#if FullFoundation || !os(Linux)
    package import Foundation
    package import SiderealSystem

    extension DefaultsDomain {
        /// Returns the domain of this device's standard defaults or of a suite, or `nil` if UserDefaults has no such
        /// suite.
        ///
        /// Every access creates its own `UserDefaults`, because no system documents that threads may share an instance.
        /// All instances read one cache.
        package static func foundation(suite: String?, fileSystem: any FileSystem = RealFileSystem()) -> DefaultsDomain?
        {
            foundation(
                suite: suite, place: .system(suite: suite),
                defaults: { suite == nil ? .standard : UserDefaults(suiteName: suite) }, fileSystem: fileSystem)
        }

        /// Returns the domain of the given defaults, whose file is in the given place. Each access calls `defaults`.
        package static func foundation(
            suite: String?, place: DefaultsPlace, defaults: @escaping @Sendable () -> UserDefaults?,
            fileSystem: any FileSystem
        ) -> DefaultsDomain? {
            guard defaults() != nil else { return nil }
            let synchronize: @Sendable () -> Void = { _ = defaults()?.synchronize() }
            let contents: @Sendable () -> [String: Any] = {
                if suite == nil, place.standardNeedsSync { synchronize() }
                return defaults()?.persistentDomain(forName: place.name) ?? [:]
            }
            return DefaultsDomain(
                name: place.name, isOfExtension: suite == nil && place.isInExtension,
                keys: { Set(contents().keys) },
                value: { contents()[$0].map { PropertyListValue(foundation: $0) } },
                set: { key, value in
                    defaults()?.set(value.foundation, forKey: key)
                    if place.writesNeedSync { synchronize() }
                    DefaultsChanges.announce(place.name)
                },
                remove: { key in
                    defaults()?.removeObject(forKey: key)
                    if place.writesNeedSync { synchronize() }
                    DefaultsChanges.announce(place.name)
                },
                synchronize: synchronize,
                onDisk: { DefaultsOnDisk(file: place.file, fileSystem: fileSystem) },
                changes: { DefaultsChanges.stream(of: $0, in: place.name, defaults) },
                settingsKeys: {
                    guard let bundle = place.settingsBundle else { return [] }
                    return SettingsBundle.keys(at: bundle, suite: suite)
                })
        }
    }

    extension DefaultsOnDisk {
        /// Reads the property list file of a domain.
        package init(file: String, fileSystem: any FileSystem) {
            do throws(SystemError) {
                let bytes = try Self.read(file, fileSystem)
                let list = try? unsafe PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
                self =
                    (list as? [String: Any]).map { list in
                        .values(list.mapValues { PropertyListValue(foundation: $0) })
                    } ?? .damaged
            } catch {
                self =
                    error.isNotFound
                    ? .missing
                    : .unavailable(
                        Unavailability(error.number, closed: nil, hasClasses: fileSystem.knowsProtection))
            }
        }

        private static func read(_ path: String, _ fileSystem: any FileSystem) throws(SystemError) -> [UInt8] {
            let file = try fileSystem.retrying { () throws(SystemError) in try fileSystem.open(path, .readOnly) }
            defer { fileSystem.close(file) }
            let size = try fileSystem.retrying { () throws(SystemError) in try fileSystem.size(of: file) }
            return try fileSystem.retrying { () throws(SystemError) in
                try fileSystem.readFully(file, at: 0, count: Int(clamping: size))
            }
        }
    }
#endif
