import Foundation
package import SiderealSystem

extension DefaultsDomain {
    /// UserDefaults of this device: the standard ones, or those of a suite; nil where UserDefaults has no such suite.
    ///
    /// Every call makes its own `UserDefaults`, because the class promises on no system that its objects may be shared
    /// between threads; they are faces of one cache.
    package static func foundation(suite: String?, fileSystem: some FileSystem = RealFileSystem()) -> DefaultsDomain? {
        guard userDefaults(suite) != nil else { return nil }
        let name = DefaultsPlace.name(suite: suite)
        let files = DefaultsPlace.files(suite: suite)
        return DefaultsDomain(
            keys: { Set(contents(suite, name).keys) },
            value: { contents(suite, name)[$0].map { PropertyListValue(foundation: $0) } },
            set: { key, value in
                userDefaults(suite)?.set(value.foundation, forKey: key)
                if DefaultsPlace.writesNeedSync { synchronize(suite) }
            },
            remove: { key in
                userDefaults(suite)?.removeObject(forKey: key)
                if DefaultsPlace.writesNeedSync { synchronize(suite) }
            },
            synchronize: { synchronize(suite) },
            keysOnDisk: { DefaultsOnDisk(files: files, fileSystem: fileSystem) })
    }

    private static func userDefaults(_ suite: String?) -> UserDefaults? {
        suite == nil ? .standard : UserDefaults(suiteName: suite)
    }

    private static func synchronize(_ suite: String?) {
        _ = userDefaults(suite)?.synchronize()
    }

    private static func contents(_ suite: String?, _ name: String) -> [String: Any] {
        if suite == nil, DefaultsPlace.standardNeedsSync { synchronize(nil) }
        return userDefaults(suite)?.persistentDomain(forName: name) ?? [:]
    }
}

extension DefaultsOnDisk {
    /// Reads the property lists that a domain may lie in, all of them: which one the system takes, it does not say.
    package init(files: [String], fileSystem: some FileSystem) {
        var all = DefaultsOnDisk.missing
        for file in files {
            switch (all, DefaultsOnDisk(file: file, fileSystem: fileSystem)) {
            case (.missing, let one): all = one
            case (.keys(let keys), .keys(let more)): all = .keys(keys.union(more))
            case (_, .missing), (.unreadable, _), (.garbled, .keys): break
            case (_, let one): all = one
            }
        }
        self = all
    }

    private init(file: String, fileSystem: some FileSystem) {
        do throws(SystemError) {
            let bytes = try Self.read(file, fileSystem)
            let list = try? unsafe PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
            self = (list as? [String: Any]).map { .keys(Set($0.keys)) } ?? .garbled
        } catch {
            self = error.isNotFound ? .missing : .unreadable(errno: error.number.rawValue)
        }
    }

    private static func read(_ path: String, _ fileSystem: some FileSystem) throws(SystemError) -> [UInt8] {
        let file = try fileSystem.retrying { () throws(SystemError) in try fileSystem.open(path, .readOnly) }
        defer { fileSystem.close(file) }
        let size = try fileSystem.retrying { () throws(SystemError) in try fileSystem.size(of: file) }
        return try fileSystem.retrying { () throws(SystemError) in
            try fileSystem.readFully(file, at: 0, count: Int(clamping: size))
        }
    }
}
