import AppleFoundation
import Foundation
import Sidereal
import SiderealStorage
import SiderealSystem
import Testing

/// The directories of an app's data.
@Suite final class DarwinDirectoryTests {
    let root = URL(filePath: "/tmp/sidereal-darwin-\(UUID().uuidString)")

    init() throws { try Foundation.FileManager.default.createDirectory(at: root, withIntermediateDirectories: true) }

    deinit { try? Foundation.FileManager.default.removeItem(at: root) }

    @Test("an app's directories are in Application Support") func anAppsDirectories() {
        var app = InstalledApp()
        app.supportDirectory = "/app/Library/Application Support"
        app.bundleIdentifier = "net.example.app"
        app.run {
            #expect(StandardDirectories.state() == "/app/Library/Application Support/sidereal")
            #expect(StandardDirectories.data() == "/app/Library/Application Support/net.example.app/Store")
            #expect(StandardDirectories.applicationName == "net.example.app")
        }
    }

    @Test("a process without a home has no directories") func aProcessWithoutADirectoryHasNone() {
        InstalledApp().run {
            #expect(StandardDirectories.state() == nil)
            #expect(StandardDirectories.data() == nil)
            #expect(!StandardDirectories.applicationName.isEmpty)
        }
    }

    @Test("an app without a directory has no observatory") func anAppWithoutADirectoryHasNoObservatory() {
        let error = #expect(throws: ObservatoryError.self) { try InstalledApp().run { try Observatory() } }
        #expect(error?.cause == .directoryUnusable)
        #expect(error?.description == "there is no Application Support directory")
    }

    @Test("a group's shared record is in its container") func whatAGroupSharesIsInItsContainer() throws {
        var app = InstalledApp()
        (app.home, app.bundleIdentifier) = (root.path + "/home", "net.example.app")
        app.groups = ["group.net.example": root.path + "/group"]
        try app.run {
            let support = root.path + "/group/Library/Application Support"
            #expect(try Observatory(appGroup: "group.net.example").directory.path == support + "/sidereal")
            #expect(
                try Observatory(appGroup: "group.net.example").directory.path == support + "/sidereal")
            #expect(try ProtectedStore("shared", appGroup: "group.net.example").directory.path == support + "/Store")
            _ = try GatedDefaults(suiteName: "group.net.example")
        }
    }

    @Test("a group without an entitlement is refused, with no private directory in its place")
    func aGroupWithoutAnEntitlementIsRefused() {
        InstalledApp().run {
            let observatory = #expect(throws: ObservatoryError.self) { try Observatory(appGroup: "group.other") }
            #expect(observatory?.cause == .directoryUnusable && "\(observatory as Any)".contains("group.other"))
            let store = #expect(throws: StoreError.self) { try ProtectedStore("shared", appGroup: "group.other") }
            #expect(store?.cause == .directoryUnusable && "\(store as Any)".contains("group.other"))
            let defaults = #expect(throws: StoreError.self) { try GatedDefaults(suiteName: "group.other") }
            #expect(defaults?.cause == .directoryUnusable)
        }
    }

    /// An app's defaults are in its home, those of a group in the group's container. If it is unknown which of the two
    /// they are, both are read.
    @Test("an app's defaults are in its home, and a group's in its container") func whereDefaultsLie() throws {
        let home = root.path + "/home"
        var app = InstalledApp()
        (app.home, app.bundleIdentifier) = (home, "net.example.app")
        app.groups = ["group.net.example": root.path + "/group"]
        let files = [
            (suite: nil as String?, file: home + "/Library/Preferences/net.example.app.plist"),
            ("group.net.example", root.path + "/group/Library/Preferences/group.net.example.plist"),
        ]
        for (suite, file) in files {
            let directory = URL(filePath: file).deletingLastPathComponent()
            try Foundation.FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try PropertyListEncoder().encode(["seen": true]).write(to: URL(filePath: file))
            let domain = try #require(app.run { DefaultsDomain.foundation(suite: suite) })
            #expect("\(domain.onDisk())".contains("seen"))
        }
    }
}
