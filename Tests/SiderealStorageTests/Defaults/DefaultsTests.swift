import Foundation
import SiderealBase
import SiderealStorage
import Testing

/// A type that UserDefaults doesn't keep, and says that it does.
struct ForeignValue: DefaultsValue, Codable, Hashable {
    var number = 1
}

@Suite("gated defaults") struct DefaultsTests {
    static let sentinel = DefaultsFreshness.sentinelKey
    typealias Row = (
        shown: Set<String>, sentinel: String?, disk: DefaultsOnDisk, markerState: Bool, verdict: DefaultsFreshness
    )

    static let rows: [Row] = [
        // Another launch's sentinel is shown: it was read from somewhere.
        ([sentinel], "old", .missing, true, .fresh),
        ([sentinel, "a"], "old", .keys([sentinel, "a", "b"]), true, .fresh),
        ([sentinel], "old", .unreadable(errno: 5), true, .fresh),
        ([sentinel], "old", .garbled, false, .fresh),
        // No file: nothing can be missed, whatever was there once.
        ([], nil, .missing, false, .fresh),
        ([], nil, .missing, true, .fresh),
        (["a"], nil, .missing, true, .fresh),
        ([sentinel], "own", .missing, true, .fresh),
        // A file, and all of it is shown.
        ([], nil, .keys([]), false, .fresh),
        (["a"], nil, .keys(["a"]), false, .fresh),
        (["a", "b"], nil, .keys(["a"]), true, .fresh),
        ([sentinel], "own", .keys([sentinel]), true, .fresh),
        ([sentinel, "a"], "own", .keys([sentinel, "a"]), true, .fresh),
        // A file, and nothing of it is shown.
        ([], nil, .keys(["a"]), false, .stale),
        (["b"], nil, .keys(["a"]), false, .stale),
        ([sentinel], "own", .keys(["a"]), true, .stale),
        // This launch's own sentinel is no evidence.
        ([sentinel], "own", .keys([sentinel, "a"]), true, .stale),
        // The sentinel lies in the file, and is not shown.
        ([], nil, .keys([sentinel]), true, .stale),
        (["a"], nil, .keys([sentinel, "a"]), false, .stale),
        (["a"], nil, .keys([sentinel, "a", "b"]), true, .stale),
        // Some of the file is shown: the app may have just set that.
        (["a"], nil, .keys(["a", "b"]), false, .unproven),
        ([sentinel, "a"], "own", .keys([sentinel, "a", "b"]), true, .unproven),
        // Nothing to compare with.
        ([], nil, .unreadable(errno: 13), false, .unproven),
        ([], nil, .unreadable(errno: 13), true, .stale),
        (["a"], nil, .unreadable(errno: 13), true, .stale),
        ([sentinel], "own", .unreadable(errno: 13), true, .unproven),
        ([], nil, .garbled, false, .unproven),
        ([], nil, .garbled, true, .stale),
        ([sentinel], "own", .garbled, true, .unproven),
    ]

    @Test("the keys shown, the sentinel and the keys on disk decide what is fresh", arguments: rows)
    func judgesByWhatIsShownAndWhatIsOnDisk(_ row: Row) {
        let verdict = DefaultsFreshness.judge(
            shown: row.shown, sentinel: row.sentinel, own: "own", disk: row.disk, markerState: row.markerState)
        #expect(verdict == row.verdict)
    }

    @Test("values are read, set and removed, and last beyond a relaunch")
    func readsSetsAndRemoves() throws {
        let world = DefaultsWorld(["name": .string("x")])
        let defaults = world.defaults()
        #expect(defaults.read("name") == .value("x"))
        #expect(defaults.read("name", as: Int.self) == .unavailable(.undecodable(reason: "string, asked for as Int")))
        #expect(defaults.read("none", as: Int.self) == .absent)
        try defaults.set(3, for: "count")
        #expect(defaults.read("count") == .value(3))
        try defaults.remove("name")
        #expect(defaults.read("name", as: String.self) == .absent)
        world.relaunch()
        #expect(world.defaults().read("count") == .value(3))
        #expect(world.disk?[Self.sentinel] == .string("launch 1"))
        #expect(world.markerState)
    }

    @Test("a type that UserDefaults doesn't keep is undecodable, and changes nothing")
    func foreignTypes() throws {
        let world = DefaultsWorld(["name": .string("x"), "list": .array([])])
        let defaults = world.defaults()
        func refuses<Value: DefaultsValue & Equatable>(_ value: Value) {
            let refusal = Unavailability.undecodable(reason: "UserDefaults keep no \(Value.self)")
            for key in ["name", "list", "none"] {
                #expect(defaults.read(key, as: Value.self) == .unavailable(refusal))
                #expect(throws: refusal) { try defaults.set(value, for: key) }
            }
        }
        refuses(ForeignValue())
        refuses([ForeignValue()])
        refuses([[ForeignValue]]())
        refuses(["a": ForeignValue()])
        #expect(world.disk?["name"] == .string("x") && world.disk?["list"] == .array([]))
        #expect(world.disk?["none"] == nil)
    }

    @Test("nothing touches the defaults before the first unlock")
    func nobodyTouchesTheDefaultsBeforeTheFirstUnlock() {
        let world = DefaultsWorld(["token": .string("secret")])
        world.restart()
        let defaults = world.defaults()
        #expect(defaults.read("token", as: String.self) == .unavailable(.beforeFirstUnlock))
        #expect(throws: Unavailability.beforeFirstUnlock) { try defaults.set(1, for: "launches") }
        #expect(throws: Unavailability.beforeFirstUnlock) { try defaults.remove("token") }
        #expect(throws: Unavailability.beforeFirstUnlock) { try defaults.reset() }
        #expect(world.touchesWhileClosed == 0)
        world.change { $0.gate = .indeterminate(errno: 28) }
        #expect(defaults.read("token", as: String.self) == .unavailable(.indeterminate(errno: 28)))
        world.change { $0.gate = nil }
        world.unlock()
        #expect(defaults.read("token") == .value("secret"))
    }

    @Test("an empty answer from before the unlock is not believed after it", arguments: [false, true])
    func theEmptyAnswerIsNotBelievedAfterTheUnlock(_ knowsTheSentinel: Bool) throws {
        let world = DefaultsWorld(["token": .string("secret")])
        if knowsTheSentinel { #expect(world.defaults().read("token") == .value("secret")) }
        world.restart()
        #expect(world.appReads("token") == nil)
        world.unlock()
        let defaults = world.defaults()
        #expect(defaults.read("token", as: String.self) == .unavailable(.stale))
        #expect(throws: Unavailability.stale) { try defaults.set("new", for: "token") }
        // The app writes past the gate, which proves nothing either.
        world.appSets("launches", .integer(1))
        world.flush()
        let expected: Unavailability = knowsTheSentinel ? .stale : .unproven
        #expect(defaults.read("token", as: String.self) == .unavailable(expected))
        world.relaunch()
        #expect(world.defaults().read("token") == .value("secret"))
    }

    @Test("defaults without a file are absent")
    func emptyDefaultsAreEmpty() {
        let world = DefaultsWorld()
        world.restart()
        _ = world.appReads("token")
        world.unlock()
        #expect(world.defaults().read("token", as: String.self) == .absent)
    }

    @Test("an object that found the defaults fresh keeps using them")
    func onceFreshStaysFresh() {
        let world = DefaultsWorld(["a": .integer(1)])
        let defaults = world.defaults()
        #expect(defaults.read("a") == .value(1))
        world.change { $0.diskFault = .unreadable(errno: 24) }
        #expect(defaults.read("b", as: Int.self) == .absent)
    }

    @Test("a sentinel of this launch proves nothing to another object")
    func thisLaunchsSentinelProvesNothingToAnotherObject() {
        let world = DefaultsWorld(["a": .integer(1)])
        #expect(world.defaults().read("a") == .value(1))
        world.change { $0.diskFault = .unreadable(errno: 24) }
        #expect(world.defaults().read("a", as: Int.self) == .unavailable(.unproven))
        world.change { $0.diskFault = nil }
        #expect(world.defaults().read("a") == .value(1))
    }

    @Test("keys that the app removed are absent after a relaunch, not unavailable", arguments: [false, true])
    func aLogoutThatEmptiesTheDomainIsNotForEver(_ setsAnother: Bool) {
        let world = DefaultsWorld(["token": .string("secret")])
        #expect(world.defaults().read("token") == .value("secret"))
        for key in ["token", Self.sentinel] { world.appSets(key, nil) }
        if setsAnother { world.appSets("loggedOut", .boolean(true)) }
        world.relaunch()
        #expect(world.disk == (setsAnother ? ["loggedOut": .boolean(true)] : nil))
        #expect(world.defaults().read("token", as: String.self) == .absent)
        world.relaunch()
        #expect(world.defaults().read("token", as: String.self) == .absent)
    }

    @Test("defaults are unproven while the file still holds a removed key")
    func removedKeysThatTheFileStillHoldsAreWaitedFor() {
        let world = DefaultsWorld(["a": .integer(1), "b": .integer(2)])
        world.appSets("a", nil)
        let defaults = world.defaults()
        #expect(defaults.read("b", as: Int.self) == .unavailable(.unproven))
        world.flush()
        #expect(defaults.read("b") == .value(2))
    }

    @Test("a reset gives up stale defaults, and keeps fresh ones")
    func resetGivesUpWhatIsStaleAndNothingElse() throws {
        let world = DefaultsWorld(["token": .string("secret"), "b": .integer(2)])
        try world.defaults().reset()
        #expect(world.defaults().read("token") == .value("secret"))
        world.restart()
        world.appSets("launches", .integer(1))
        world.unlock()
        let defaults = world.defaults()
        #expect(defaults.read("token", as: String.self) == .unavailable(.stale))
        try defaults.reset()
        #expect(defaults.read("token", as: String.self) == .absent)
        try defaults.set("new", for: "token")
        world.relaunch()
        let later = world.defaults()
        #expect(later.read("token") == .value("new"))
        #expect(later.read("b", as: Int.self) == .absent)
        #expect(later.read("launches", as: Int.self) == .absent)
    }

    @Test("a reset ends an unproven state, too")
    func resetEndsWhatCannotBeProvenToo() throws {
        let world = DefaultsWorld()
        world.change { $0.diskFault = .garbled }
        #expect(world.defaults().read("a", as: Int.self) == .unavailable(.unproven))
        try world.defaults().reset()
        world.relaunch()
        #expect(world.defaults().read("a", as: Int.self) == .absent)
    }

    @Test("each suite has a creation marker of its own")
    func filesOfBirthAreToldApart() {
        let names = ["a", "A", "a/b", "a%2fb", "a.b", "", "../x", "ä"].map {
            DefaultsCreationMarker.fileName(suite: $0)
        }
        #expect(Set(names).count == names.count)
        #expect(!names.contains { $0.contains("/") })
        #expect(DefaultsCreationMarker.fileName(suite: nil) == "defaults.born")
        #expect(DefaultsCreationMarker.fileName(suite: "group.a-b_c") == "defaults-group.a-b_c.born")
    }
}
