// The parts of Foundation that Apple platforms have and Linux lacks, or that behave differently there: marks that keep
// a file out of backups, protection classes by path, containers of app groups, the bundle of an app, an app's home
// directory.
//
// The modules that use these types have their own names for them (Names.swift beside their sources), because a file
// that imports Foundation gets Linux's types.
//
// Models: a mark belongs to a file, not to its name; a volume can refuse it; an app has one Application Support
// directory, or none.
//
// https://developer.apple.com/documentation/foundation/urlresourcevalues/isexcludedfrombackup
// https://developer.apple.com/documentation/foundation/filemanager/containerurl(forsecurityapplicationgroupidentifier:)
// https://developer.apple.com/documentation/foundation/fileprotectiontype
import DarwinMachine
public import Foundation
import Glibc
import Synchronization

/// An installed app, as its process sees itself.
public struct InstalledApp: Sendable {
    public var home = "/"
    public var bundleIdentifier: String?
    public var bundlePath = "/Applications/App.app"
    public var supportDirectory: String?
    public var groups: [String: String] = [:]
    /// A Boolean value that indicates whether the volume of its files supports marks and classes.
    public var volumeKnowsMarks = true

    public init() {}

    @TaskLocal public static var current = InstalledApp()

    public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$current.withValue(self, operation: body)
    }
}

/// The marks of files, kept while the process lasts.
public enum BackupMarks {
    fileprivate static let excluded = Mutex<Set<DarwinMachine.Inode>>([])

    /// Returns whether a file stays out of backups.
    public static func isExcluded(_ path: String) -> Bool {
        inode(path).map { inode in excluded.withLock { $0.contains(inode) } } ?? false
    }
}

private func inode(_ path: String) -> DarwinMachine.Inode? {
    var information = stat()
    guard lstat(path, &information) == 0 else { return nil }
    return DarwinMachine.Inode(device: UInt64(information.st_dev), number: UInt64(information.st_ino))
}

private func existing(_ path: String) throws -> DarwinMachine.Inode {
    guard InstalledApp.current.volumeKnowsMarks else { throw CocoaError(.featureUnsupported) }
    guard let inode = inode(path) else { throw CocoaError(.fileNoSuchFile) }
    return inode
}

public struct AppleResourceValues {
    public var isExcludedFromBackup: Bool?
    public init() {}
}

extension URL {
    public mutating func setResourceValues(_ values: AppleResourceValues) throws {
        guard values.isExcludedFromBackup == true else { return }
        let inode = try existing(path)
        // Kept open, so that no other file gets its numbers while the process lasts.
        if BackupMarks.excluded.withLock({ $0.insert(inode).inserted }) { _ = open(path, O_RDONLY | O_CLOEXEC) }
    }
}

/// The part of `FileManager` that the library uses.
public struct AppleFileManager: Sendable {
    public static let `default` = AppleFileManager()

    public func urls(for: FileManager.SearchPathDirectory, in: FileManager.SearchPathDomainMask) -> [URL] {
        InstalledApp.current.supportDirectory.map { [URL(filePath: $0, directoryHint: .isDirectory)] } ?? []
    }

    public func containerURL(forSecurityApplicationGroupIdentifier group: String) -> URL? {
        InstalledApp.current.groups[group].map { URL(filePath: $0, directoryHint: .isDirectory) }
    }

    public func setAttributes(_ attributes: [FileAttributeKey: FileProtectionType], ofItemAtPath path: String) throws {
        let inode = try existing(path)
        if let tier = attributes[.protectionKey], tier == FileProtectionType.none {
            DarwinMachine.current.protect(inode, 4)
        }
    }

    public func contentsOfDirectory(atPath path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path)
    }

    public func contents(atPath path: String) -> Data? { FileManager.default.contents(atPath: path) }
}

/// The part of `Bundle` that the library uses.
public struct AppleBundle: Sendable {
    public static let main = AppleBundle()

    public var bundleIdentifier: String? { InstalledApp.current.bundleIdentifier }
    public var bundlePath: String { InstalledApp.current.bundlePath }
}
