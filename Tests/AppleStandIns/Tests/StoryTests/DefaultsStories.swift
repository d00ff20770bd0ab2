import Foundation
import Phone
import SiderealCore
import SiderealStorage
import SiderealTesting
import Testing

/// Makes the gated defaults of an app on a phone, as `GatedDefaults()` makes them.
@MainActor
func defaults(of app: SimulatedApp, on phone: Phone, launch: String) throws -> GatedDefaults {
    let (files, daemon) = (phone.device.disk.process(app.process), phone.defaults)
    let domain = DefaultsDomain.foundation(
        suite: nil, place: daemon.place, defaults: { daemon.standard() }, fileSystem: files)
    return GatedDefaults(domain: try #require(domain), word: launch, gate: app.gate)
}

extension Stories {
    /// UserDefaults and their file, read through `GatedDefaults`.
    @Suite @MainActor struct Settings {
        func relaunch(_ app: SimulatedApp, on phone: Phone) throws -> SimulatedApp {
            phone.end(app)
            phone.defaults.relaunch()
            return try phone.launch()
        }

        /// The naive reader finds that the user was not welcomed; the gated one finds that the value is unavailable.
        @Test(
            "gated defaults are unavailable before the first unlock, and have the value in all later states",
            arguments: [false, true])
        func earlyLaunchUnlockLockRelaunch(keepsEmptyAnswer: Bool) throws {
            let phone = Phone()
            phone.defaults.keepsEmptyAnswer = keepsEmptyAnswer
            try defaults(of: try phone.launch(), on: phone, launch: "first").set(true, for: "welcomed")
            phone.reboot()
            let early = try phone.launch()
            let gated = try defaults(of: early, on: phone, launch: "second")
            #expect(gated.read("welcomed", as: Bool.self) == .unavailable(.beforeFirstUnlock))
            #expect(throws: Unavailability.beforeFirstUnlock) { try gated.set(1, for: "count") }
            let naive = try #require(phone.defaults.standard())
            #expect(naive.object(forKey: "welcomed") == nil, "the bug")
            phone.unlock()
            let unlocked: ProtectedReading<Bool> = keepsEmptyAnswer ? .unavailable(.stale) : .value(true)
            #expect(gated.read("welcomed") == unlocked)
            #expect((naive.object(forKey: "welcomed") == nil) == keepsEmptyAnswer)
            phone.lock()
            #expect(gated.read("welcomed") == unlocked)
            let late = try defaults(of: try relaunch(early, on: phone), on: phone, launch: "third")
            #expect(late.read("welcomed") == .value(true))
            #expect(late.read("count", as: Int.self) == .absent)
            try late.set(2, for: "count")
            #expect(late.read("count") == .value(2))
        }

        /// The gated defaults don't make UserDefaults read, and keep, the empty answer before the gate is open.
        @Test("gated defaults don't make the system keep an empty answer") func theGatedOneDoesNotSpoilTheAnswer()
            throws
        {
            let phone = Phone()
            phone.defaults.keepsEmptyAnswer = true
            try defaults(of: try phone.launch(), on: phone, launch: "first").set(true, for: "welcomed")
            phone.reboot()
            let gated = try defaults(of: try phone.launch(), on: phone, launch: "second")
            #expect(gated.read("welcomed", as: Bool.self) == .unavailable(.beforeFirstUnlock))
            phone.unlock()
            #expect(gated.read("welcomed") == .value(true))
        }

        @Test("gated defaults find the file where the system keeps it") func whereTheSystemKeepsThem() {
            let own = DefaultsPlace.apple(
                suite: nil, application: "net.example.app", bundle: "/App.app", home: "/home", group: nil)
            #expect(!own.isInExtension)
            #expect(own.name == "net.example.app")
            #expect(own.file == "/home/Library/Preferences/net.example.app.plist")
            let shared = DefaultsPlace.apple(
                suite: "group.example", application: "net.example.app", bundle: "/App.app/PlugIns/Widget.appex",
                home: "/home", group: "/group")
            #expect(shared.isInExtension)
            #expect(shared.name == "group.example")
            #expect(shared.file == "/group/Library/Preferences/group.example.plist", "an old one in the home is none")
        }
    }
}
