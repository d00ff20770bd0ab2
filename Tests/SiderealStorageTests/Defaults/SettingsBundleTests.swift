import Foundation
import SiderealStorage
import TestSupport
import Testing

@Suite("the keys of the Settings bundle") struct SettingsBundleTests {
    /// Writes a pane, as Xcode does.
    private static func write(_ rows: [[String: String]], group: String? = nil, to path: String) throws {
        let items = rows.map { row in
            "<dict>" + row.sorted { $0.key < $1.key }.map { "<key>\($0)</key><string>\($1)</string>" }.joined()
                + "</dict>"
        }
        let named = group.map { "<key>ApplicationGroupContainerIdentifier</key><string>\($0)</string>" } ?? ""
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>PreferenceSpecifiers</key><array>\(items.joined())</array>\(named)</dict></plist>
            """
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    @Test("all panes' keys count, but only in the defaults that the bundle names", arguments: [nil, "group.example"])
    func keys(_ group: String?) throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).app/Settings.bundle").path
        try FileManager.default.createDirectory(
            at: URL(filePath: directory), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: URL(filePath: directory).deletingLastPathComponent()) }
        #expect(SettingsBundle.keys(at: directory, suite: group).isEmpty)
        try Self.write(
            [
                ["Type": "PSGroupSpecifier", "Title": "General"], ["Type": "PSTextFieldSpecifier", "Key": "name"],
                ["Type": "PSChildPaneSpecifier", "File": "More"],
            ], group: group, to: directory + "/Root.plist")
        try Self.write([["Type": "PSToggleSwitchSpecifier", "Key": "loud"]], to: directory + "/More.plist")
        try Data("no list".utf8).write(to: URL(filePath: directory + "/Broken.plist"))
        try Data("x".utf8).write(to: URL(filePath: directory + "/Root.strings"))
        #expect(SettingsBundle.keys(at: directory, suite: group) == ["name", "loud"])
        #expect(SettingsBundle.keys(at: directory, suite: group == nil ? "group.example" : nil).isEmpty)
        #expect(SettingsBundle.keys(at: directory + "/none", suite: nil).isEmpty)
    }

    @Test("an app and its extensions use the app's Settings bundle")
    func place() {
        for bundle in ["/Applications/A.app", "/Applications/A.app/PlugIns/W.appex"] {
            let place = DefaultsPlace.apple(suite: nil, application: "a", bundle: bundle, home: "/h", group: nil)
            #expect(place.settingsBundle == "/Applications/A.app/Settings.bundle")
        }
    }
}
