import Foundation
import SiderealBase
import SiderealStorage
import SiderealTesting
import Testing

@Suite("the gated keychain") struct KeychainTests {
    typealias Row = (status: Int32, gate: FirstUnlockGate.State, answer: KeychainAnswer)

    static let gates: [FirstUnlockGate.State] = [.unknown, .beforeFirstUnlock, .indeterminate(errno: 5), .unlocked]
    static let closed: [(FirstUnlockGate.State, Unavailability)] = [
        (.unknown, .beforeFirstUnlock), (.beforeFirstUnlock, .beforeFirstUnlock),
        (.indeterminate(errno: 5), .indeterminate(errno: 5)),
    ]
    static let rows: [Row] =
        gates.map { (0, $0, .done) }
        + closed.map { (-25300, $0.0, .unavailable($0.1)) } + [(-25300, .unlocked, .notFound)]
        + closed.prefix(2).map { (-25308, $0.0, .unavailable($0.1)) }
        // A temporary lock, not a gate that stays closed. A password manager mistook this answer for a restart, and
        // asked for the master password again.
        + [.indeterminate(errno: 28), .unlocked].map { (-25308, $0, .unavailable(.locked)) }
        // Before the first unlock none of them is final.
        + [-25299, -34018, -25291, -25293, -25320, -26275, -50, -128, 1, .min, .max].flatMap { status in
            closed.map { (status, $0.0, .unavailable($0.1)) }
                + [(status, .unlocked, .unavailable(.refused(status: status)))]
        }

    @Test("the keychain's status and the gate's state together decide the answer", arguments: rows)
    func judgesByStatusAndGate(_ row: Row) {
        #expect(KeychainAnswer.judge(status: row.status, gate: row.gate) == row.answer)
    }

    @Test(
        "before the first unlock, no item reads as absent, and no item is written",
        arguments: [Int32(-25300), -25308])
    func believesNothingBeforeTheFirstUnlock(_ status: Int32) {
        let world = KeychainWorld()
        world.put("token", [1])
        world.lock(.beforeFirstUnlock, status: status)
        world.setGate(.beforeFirstUnlock)
        let keychain = world.keychain()
        #expect(keychain.read("token") == .unavailable(.beforeFirstUnlock))
        #expect(throws: Unavailability.beforeFirstUnlock) {
            try keychain.set(Data([2]), for: "token")
        }
        #expect(throws: Unavailability.beforeFirstUnlock) {
            try keychain.remove("token")
        }
        #expect(world.calls == ["copy token"])
        world.lock(.unlocked)
        world.setGate(.unlocked)
        #expect(keychain.read("token") == .value(Data([1])))
        #expect(keychain.read("other") == .notFound)
    }

    @Test("a read tries again if the gate has opened meanwhile", arguments: [Int32(-25300), -25308])
    func asksAgainWhereTheGateOpenedMeanwhile(_ status: Int32) {
        let world = KeychainWorld()
        world.put("token", [1])
        world.lock(.beforeFirstUnlock, status: status)
        world.setGate(.beforeFirstUnlock)
        world.afterNextCall {
            world.lock(.unlocked)
            world.setGate(.unlocked)
        }
        #expect(world.keychain().read("token") == .value(Data([1])))
        #expect(world.calls == ["copy token", "copy token"])
    }

    @Test("a read tries again only once")
    func asksOnlyOnceMore() {
        let world = KeychainWorld()
        world.setGate(.beforeFirstUnlock)
        world.afterNextCall { world.setGate(.unlocked) }
        #expect(world.keychain().read("token") == .notFound)
        #expect(world.calls == ["copy token", "copy token", "find token"])
    }

    @Test(
        "items are added, updated, read and removed, with their accessibility",
        arguments: GatedKeychain.Accessibility.allCases)
    func setsAddsAndRemoves(_ accessibility: GatedKeychain.Accessibility) throws {
        let world = KeychainWorld()
        let keychain = world.keychain(accessibility)
        try keychain.set(Data([1, 2]), for: "a")
        try keychain.set(Data(), for: "b")
        #expect(world.calls == ["a", "b"].flatMap { ["copy \($0)", "find \($0)", "add \($0)"] })
        #expect(keychain.read("a") == .value(Data([1, 2])))
        #expect(keychain.read("b") == .value(Data()))
        #expect(world.accessibility(of: "a") == accessibility)
        try keychain.set(Data([3]), for: "a")
        #expect(keychain.read("a") == .value(Data([3])))
        try keychain.remove("a")
        try keychain.remove("a")
        #expect(keychain.read("a") == .notFound)
        #expect(!world.calls.prefix(while: { $0 != "delete a" }).contains { $0.hasPrefix("delete") })
    }

    @Test("an item with another accessibility is found, and gets the new accessibility when set")
    func anItemOfAnotherAccessibilityIsFoundAndTakesTheNewOne() throws {
        let world = KeychainWorld()
        world.put("a", [1], .whenUnlocked)
        #expect(world.keychain(.afterFirstUnlockThisDeviceOnly).read("a") == .value(Data([1])))
        try world.keychain(.afterFirstUnlockThisDeviceOnly).set(Data([2]), for: "a")
        #expect(world.accessibility(of: "a") == .afterFirstUnlockThisDeviceOnly)
    }

    @Test("if another process adds an item first, a set updates the item")
    func whoLosesTheRaceToAddUpdates() throws {
        let world = KeychainWorld()
        world.answer([-25300, -25300])
        world.put("a", [9])
        try world.keychain().set(Data([1]), for: "a")
        #expect(world.calls == ["copy a", "find a", "add a", "copy a", "update a"])
        #expect(world.keychain().read("a") == .value(Data([1])))
    }

    /// In the last case the keychain doesn't show a damaged item, but doesn't let it be added again either.
    @Test(
        "a write that the keychain refuses throws, and the item stays",
        arguments: [
            [-34018], [-25308], [-25300, -34018], [-25300, -25300, -34018], [-25300, -25300, -25299, -25308],
            [0, -34018], [0, -25308], [0, -25300, -25308], [-25300, -25300, -25299, -25300, -25300, -25299],
        ] as [[Int32]])
    func whatTheKeychainRefusesIsThrown(_ statuses: [Int32]) {
        let world = KeychainWorld()
        world.put("kept", [1])
        world.answer(statuses)
        let last = statuses.last ?? 0
        let reason: Unavailability = last == -25308 ? .locked : .refused(status: last)
        #expect(throws: reason) {
            try world.keychain().set(Data([1]), for: "a")
        }
        world.answer([last])
        #expect(throws: reason) {
            try world.keychain().remove("kept")
        }
        #expect(world.keychain().read("kept") == .value(Data([1])))
    }
}
