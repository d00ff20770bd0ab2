import Foundation
import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

/// A type that UserDefaults doesn't support, although it claims to.
struct ForeignValue: GatedDefaults.Value, Codable, Hashable {
    var number = 1
}

@Suite("gated defaults") struct DefaultsTests {
    static let sentinel = DefaultsFreshness.sentinelKey
    typealias Row = (shown: Set<String>, sentinel: String?, disk: DefaultsOnDisk, verdict: DefaultsFreshness)

    static let rows: [Row] = [
        // Another launch's sentinel is shown: it was read from somewhere.
        ([sentinel], "old", .missing, .fresh),
        ([sentinel, "a"], "old", .keys([sentinel, "a", "b"]), .fresh),
        ([sentinel], "old", .unavailable(.unreadable(errno: 5)), .fresh),
        ([sentinel], "old", .damaged, .fresh),
        // No file: nothing can be missed.
        ([], nil, .missing, .fresh),
        (["a"], nil, .missing, .fresh),
        ([sentinel], "own", .missing, .fresh),
        // A file, and all of it is shown.
        ([], nil, .keys([]), .fresh),
        (["a"], nil, .keys(["a"]), .fresh),
        (["a", "b"], nil, .keys(["a"]), .fresh),
        ([sentinel], "own", .keys([sentinel]), .fresh),
        ([sentinel, "a"], "own", .keys([sentinel, "a"]), .fresh),
        // A file, and nothing of it is shown.
        ([], nil, .keys(["a"]), .unavailable(.stale)),
        (["b"], nil, .keys(["a"]), .unavailable(.stale)),
        ([sentinel], "own", .keys(["a"]), .unavailable(.stale)),
        // This launch's own sentinel is not evidence.
        ([sentinel], "own", .keys([sentinel, "a"]), .unavailable(.stale)),
        // The sentinel lies in the file, and isn't shown.
        ([], nil, .keys([sentinel]), .unavailable(.stale)),
        (["a"], nil, .keys([sentinel, "a"]), .unavailable(.stale)),
        (["a"], nil, .keys([sentinel, "a", "b"]), .unavailable(.stale)),
        // Some of the file is shown: the app may have just set that.
        (["a"], nil, .keys(["a", "b"]), .unavailable(.unproven)),
        ([sentinel, "a"], "own", .keys([sentinel, "a", "b"]), .unavailable(.unproven)),
        // Nothing to compare with: the file's unavailability counts.
        ([], nil, .unavailable(.locked), .unavailable(.locked)),
        (["a"], nil, .unavailable(.unreadable(errno: 24)), .unavailable(.unreadable(errno: 24))),
        ([sentinel], "own", .unavailable(.locked), .unavailable(.locked)),
        ([], nil, .damaged, .unavailable(.damaged)),
        (["a"], nil, .damaged, .unavailable(.damaged)),
        ([sentinel], "own", .damaged, .unavailable(.damaged)),
    ]

    @Test("the keys shown, the sentinel and the keys on disk decide whether defaults are fresh", arguments: rows)
    func judgesByWhatIsShownAndWhatIsOnDisk(_ row: Row) {
        let verdict = DefaultsFreshness.judge(
            shown: row.shown, sentinel: row.sentinel, own: "own", disk: row.disk)
        #expect(verdict == row.verdict)
    }

    @Test("values are read, set and removed, and survive a relaunch")
    func readsSetsAndRemoves() throws {
        let world = DefaultsWorld(["name": .string("x")])
        let defaults = world.defaults()
        #expect(defaults.read("name") == .value("x"))
        #expect(
            defaults.read("name", as: Int.self)
                == .unavailable(.undecodable(reason: "string, but the app reads it as Int")))
        #expect(defaults.read("none", as: Int.self) == .absent)
        try defaults.set(3, for: "count")
        #expect(defaults.read("count") == .value(3))
        try defaults.remove("name")
        #expect(defaults.read("name", as: String.self) == .absent)
        world.relaunch()
        #expect(world.defaults().read("count") == .value(3))
        #expect(world.disk?[Self.sentinel] == .string("launch 1"))
    }

    @Test("a type that UserDefaults doesn't support is undecodable, and changes nothing")
    func foreignTypes() throws {
        let world = DefaultsWorld(["name": .string("x"), "list": .array([])])
        let defaults = world.defaults()
        func refuses<Value: GatedDefaults.Value & Equatable>(_ value: Value) {
            let refusal = Unavailability.undecodable(
                reason: "UserDefaults can't store a value of the type \(Value.self)")
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

    @Test("gated defaults don't touch UserDefaults before the first unlock")
    func nobodyTouchesTheDefaultsBeforeTheFirstUnlock() {
        let world = DefaultsWorld(["token": .string("secret")])
        world.restart()
        let defaults = world.defaults()
        #expect(defaults.read("token", as: String.self) == .unavailable(.beforeFirstUnlock))
        #expect(throws: Unavailability.beforeFirstUnlock) { try defaults.set(1, for: "launches") }
        #expect(throws: Unavailability.beforeFirstUnlock) { try defaults.remove("token") }
        #expect(throws: Unavailability.beforeFirstUnlock) { try defaults.resetIfUnrecoverable() }
        #expect(world.touchesWhileClosed == 0)
        world.change { $0.gate = .indeterminate(errno: 28) }
        #expect(defaults.read("token", as: String.self) == .unavailable(.indeterminate(errno: 28)))
        world.change { $0.gate = nil }
        world.unlock()
        #expect(defaults.read("token") == .value("secret"))
    }

    /// Waits for nothing, so that a check at an interval comes at once.
    private var impatient: Environment {
        var environment = Environment.live
        environment.scheduler.wait = { _ in await Task.yield() }
        return environment
    }

    @Test("followers of a key don't touch the defaults before the first unlock", .timeLimit(Patience.ofATest))
    func followersDoNotTouchTheDefaultsBeforeTheFirstUnlock() async {
        let world = DefaultsWorld(["token": .string("secret")])
        world.restart()
        let defaults = world.defaults(environment: impatient)
        var readings = defaults.changes(of: "token", as: String.self).makeAsyncIterator()
        #expect(await readings.next() == .unavailable(.beforeFirstUnlock))
        world.unlock()
        #expect(await readings.next() == .value("secret"))
        #expect(world.touchesWhileClosed == 0)
    }

    @Test("followers of a key check at intervals for changes without a notification", .timeLimit(Patience.ofATest))
    func followersCheckWhatMayPassUnannounced() async {
        let world = DefaultsWorld(["token": .string("secret")])
        world.change { $0.diskFault = .unavailable(.unreadable(errno: 13)) }
        let defaults = world.defaults(environment: impatient)
        var readings = defaults.changes(of: "token", as: String.self).makeAsyncIterator()
        #expect(await readings.next() == .unavailable(.unreadable(errno: 13)))
        world.change { $0.diskFault = nil }
        #expect(await readings.next() == .value("secret"))
        await #expect(
            defaults.changes(of: "token", as: ForeignValue.self).first { _ in true }
                == .unavailable(
                    .undecodable(reason: "UserDefaults can't store a value of the type ForeignValue")))
    }

    @Test("a follower's checks become less frequent, and end with the follower", .timeLimit(Patience.ofATest))
    func checksGrowRare() async {
        let (world, waits) = (DefaultsWorld(["token": .string("secret")]), HeldWaits())
        var environment = Environment.live
        environment.scheduler.wait = waits.wait
        world.change { $0.diskFault = .unavailable(.unreadable(errno: 13)) }
        let changes = world.defaults(environment: environment).changes(of: "token", as: String.self)
        let follower = Task {
            var readings = changes.makeAsyncIterator()
            return [await readings.next(), await readings.next()]
        }
        for begun in 1...3 {
            await waits.reached(begun: begun, held: 1)
            waits.end()
        }
        await waits.reached(begun: 4, held: 1)
        #expect(waits.spans == [.milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2)])
        follower.cancel()
        #expect(await follower.value == [.unavailable(.unreadable(errno: 13)), nil])
        await until { waits.heldCount == 0 }
    }

    @Test(
        "a reading that is the same as before is not repeated", .timeLimit(Patience.ofATest),
        arguments: [
            ([.integer(1), .boolean(true), .real(1.3), .string("1"), .integer(2)], [.value(1), .value(2)]),
            (
                [.real(.nan), .real(.nan), .integer(2)],
                [.unavailable(.undecodable(reason: "real, but the app reads it as Int")), .value(2)]
            ),
            (
                [.string("a"), .string("b"), .integer(2)],
                [.unavailable(.undecodable(reason: "string, but the app reads it as Int")), .value(2)]
            ),
        ] as [([PropertyListValue], [ProtectedReading<Int>])])
    func sameReadings(values: [PropertyListValue], expected: [ProtectedReading<Int>]) async {
        let world = DefaultsWorld()
        let seen = Lock<[ProtectedReading<Int>]>([])
        let changes = world.defaults().changes(of: "count", as: Int.self)
        let follower = Task {
            for await reading in changes { seen.withLock { $0.append(reading) } }
        }
        await until { seen.withLock { $0 } == [.absent] }
        for value in values {
            world.appSets("count", value)
            world.appSets("count.read", value)
        }
        await until { seen.withLock { $0.last } == expected.last }
        follower.cancel()
        let all = seen.withLock { $0 }
        #expect(all.dropFirst().allSatisfy { expected.contains($0) })
        #expect(zip(all, all.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test("an empty answer that UserDefaults gave before the unlock is not trusted later", arguments: [false, true])
    func earlierEmptyAnswerIsNotTrusted(_ knowsTheSentinel: Bool) throws {
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

    @Test("an object that found the defaults fresh keeps using them")
    func onceFreshStaysFresh() {
        let world = DefaultsWorld(["a": .integer(1)])
        let defaults = world.defaults()
        #expect(defaults.read("a") == .value(1))
        world.change { $0.diskFault = .unavailable(.unreadable(errno: 24)) }
        #expect(defaults.read("b", as: Int.self) == .absent)
    }

    @Test("a sentinel that this launch stored proves nothing to another object")
    func thisLaunchsSentinelProvesNothingToAnotherObject() {
        let world = DefaultsWorld(["a": .integer(1)])
        #expect(world.defaults().read("a") == .value(1))
        world.change { $0.diskFault = .unavailable(.unreadable(errno: 24)) }
        #expect(world.defaults().read("a", as: Int.self) == .unavailable(.unreadable(errno: 24)))
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

    @Test("a reset discards stale defaults, and keeps fresh defaults")
    func resetGivesUpWhatIsStaleAndNothingElse() throws {
        let world = DefaultsWorld(["token": .string("secret"), "b": .integer(2)])
        try world.defaults().resetIfUnrecoverable()
        #expect(world.defaults().read("token") == .value("secret"))
        world.restart()
        world.appSets("launches", .integer(1))
        world.unlock()
        let defaults = world.defaults()
        #expect(defaults.read("token", as: String.self) == .unavailable(.stale))
        try defaults.resetIfUnrecoverable()
        #expect(defaults.read("token", as: String.self) == .absent)
        try defaults.set("new", for: "token")
        world.relaunch()
        let later = world.defaults()
        #expect(later.read("token") == .value("new"))
        #expect(later.read("b", as: Int.self) == .absent)
        #expect(later.read("launches") == .value(1), "what the system showed is left")
    }

    @Test("a reset continues with the values that UserDefaults shows if the file is damaged")
    func resetGoesOnFromWhatIsShown() throws {
        let world = DefaultsWorld(["a": .integer(1)])
        world.change { $0.diskFault = .damaged }
        #expect(world.defaults().read("a", as: Int.self) == .unavailable(.damaged))
        try world.defaults().resetIfUnrecoverable()
        world.relaunch()
        #expect(world.defaults().read("a") == .value(1))
    }
}
