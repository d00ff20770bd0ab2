import SiderealBase
import SiderealStorage
import Testing

@Suite("migrations from UserDefaults") struct MigrationTests {
    static let source: [String: PropertyListValue] = [
        "name": .string("x"), "count": .integer(3), "token": .data([1, 2]), "other": .boolean(true),
    ]

    /// Expects each value in the store, and only there.
    static func checkMoved(_ world: MigrationWorld) {
        for key in ["name", "count", "token"] {
            #expect(world.store[ExactName("store.\(key)")] == Self.source[key].map { MigrationWorld.encoded($0) })
            #expect(world.defaults.disk?[key] == nil)
        }
        #expect(world.defaults.disk?["other"] == .boolean(true))
        #expect(world.phase == .done)
    }

    @Test("a migration moves each value once, and then does nothing")
    func movesOnceAndThenDoesNothing() async throws {
        let world = MigrationWorld(Self.source)
        let report = try await world.run()
        #expect(report == StoreMigration.Report(moved: ["name", "count", "token"], kept: [:], wasDone: false))
        Self.checkMoved(world)
        // An older version of the app writes the key again, and the migration stays done.
        world.defaults.appSets("name", .string("old"))
        let steps = world.steps
        let again = try await world.run()
        #expect(again == StoreMigration.Report(moved: [], kept: [:], wasDone: true))
        #expect(world.steps == steps + 1)
        #expect(world.defaults.appReads("name") == .string("old"))
    }

    @Test(
        "a migration with nothing to move counts as done, too",
        arguments: [nil, [:], ["other": .boolean(true)]] as [[String: PropertyListValue]?])
    func nothingToMoveIsDoneAsWell(_ source: [String: PropertyListValue]?) async throws {
        let world = MigrationWorld(source)
        let report = try await world.run()
        #expect(report == StoreMigration.Report(moved: [], kept: [:], wasDone: false))
        #expect(world.phase == .done)
    }

    /// The process is killed before and after each step of the store, and after each change of the defaults.
    @Test("a migration that is killed twice, anywhere, loses nothing and finishes later", arguments: [false, true])
    func killedAnywhereTwiceNothingIsLost(_ cutsPower: Bool) async throws {
        let whole = MigrationWorld(Self.source)
        _ = try await whole.run()
        var cases = 0
        for first in 0...(whole.steps + 5) {
            for second in 0...(whole.steps + 5) {
                let world = MigrationWorld(Self.source)
                for point in [first, second] {
                    if point <= whole.steps {
                        world.dieAfter(point)
                    } else {
                        // The changes of the defaults: the sentinel, and three removals.
                        let changes = point - whole.steps - 1
                        world.defaults.change { $0.changesToLive = changes }
                    }
                    let report = try? await world.run()
                    #expect(report == nil || world.phase == .done, "finished, but not recorded")
                    for key in ["name", "count", "token"] {
                        let isStored =
                            world.store[ExactName("store.\(key)")]
                            == Self.source[key].map { MigrationWorld.encoded($0) }
                        #expect(isStored || world.defaults.disk?[key] == Self.source[key])
                    }
                    if cutsPower { world.cutPower() } else { world.relaunch() }
                }
                _ = try await world.run()
                Self.checkMoved(world)
                cases += 1
            }
        }
        print("migration: \(cases) pairs of kills")
    }

    @Test("a value in the store is not overwritten, and a different default is kept")
    func whatTheStoreHasStays() async throws {
        let world = MigrationWorld(Self.source)
        world.put("store.name", [9])
        world.put("store.count", MigrationWorld.encoded(.integer(3)))
        let report = try await world.run()
        #expect(report.moved == ["count", "token"])
        #expect(report.kept == ["name": .storeHasOther])
        #expect(world.store["store.name"] == [9])
        #expect(world.defaults.disk?["name"] == .string("x"))
        #expect(world.phase == .done)
    }

    @Test("a default that can't be decoded is kept and reported")
    func whatCannotBeReadIsKept() async throws {
        var source = Self.source
        source["token"] = .other(type: "NSUUID")
        let world = MigrationWorld(source)
        let report = try await world.run()
        #expect(report.moved == ["name", "count"])
        #expect(report.kept == ["token": .notConverted(reason: "NSUUID")])
        #expect(world.store["store.token"] == MigrationItem.unconverted)
        #expect(world.defaults.disk?["token"] == .other(type: "NSUUID"))
    }

    @Test("a default that changes during the migration is kept and reported", arguments: [1, 2, 3])
    func whatAnOldVersionChangesMeanwhileIsKept(_ step: Int) async throws {
        let world = MigrationWorld(Self.source)
        world.before(step) { world in
            world.defaults.appSets("name", .string("newer"))
            world.defaults.appSets("count", nil)
        }
        let report = try await world.run()
        #expect(report.moved == ["token"])
        #expect(report.kept == ["name": .changedSinceCopied])
        #expect(world.defaults.disk?["name"] == .string("newer"))
        #expect(world.store["store.name"] == MigrationWorld.encoded(.string("x")))
    }

    @Test("a default that changes between two removals is kept and reported")
    func whatChangesBetweenTwoRemovalsIsKept() async throws {
        let world = MigrationWorld(Self.source)
        world.defaults.change { $0.echoes["name"] = ["token": .data([3])] }
        let report = try await world.run()
        #expect(report.moved == ["name", "count"])
        #expect(report.kept == ["token": .changedSinceCopied])
        #expect(world.defaults.disk?["token"] == .data([3]))
    }

    @Test("a default that appears during the migration is kept and reported")
    func whatAnOldVersionAddsMeanwhileIsKept() async throws {
        var source = Self.source
        source["token"] = nil
        let world = MigrationWorld(source)
        world.before(3) { $0.defaults.appSets("token", .data([7])) }
        let report = try await world.run()
        #expect(report.moved == ["name", "count"])
        #expect(report.kept == ["token": .changedSinceCopied])
    }

    @Test("a default is kept if the store doesn't have its copy")
    func whatTheStoreDidNotKeepStays() async throws {
        let world = MigrationWorld(Self.source)
        world.lose(["store.token"])
        world.before(3) { $0.put("store.name", [4]) }
        let report = try await world.run()
        #expect(report.moved == ["count"])
        #expect(report.kept == ["token": .storeDiffers, "name": .storeDiffers])
        #expect(world.defaults.disk?["token"] == .data([1, 2]))
    }

    @Test("a migration fails if the store loses all copies, and the defaults are kept")
    func aStoreThatForgetsAllRemovesNothing() async throws {
        let world = MigrationWorld(Self.source)
        world.lose(["store.token", "store.name", "store.count", MigrationWorld.marker])
        await #expect(throws: StoreMigration.Failure.store(.lost)) { try await world.run() }
        #expect(world.defaults.disk?["token"] == .data([1, 2]))
    }

    @Test("a second process doesn't overwrite a value that changed after the first process copied it")
    func aSecondProcessThatRunsAtOnceCopiesNothingAnew() async throws {
        let world = MigrationWorld(Self.source)
        // The first process copies, and the app changes the value in the store before the second one's transaction.
        let copied = MigrationPlan.copy(
            MigrationWorld.items, marker: MigrationWorld.marker, anyMarker: "any",
            source: Self.source, present: [:])
        world.before(1) { world in
            for (name, bytes) in copied { world.put(name, bytes) }
            world.put("store.name", [5])
        }
        let report = try await world.run()
        #expect(world.store["store.name"] == [5])
        #expect(report.kept == ["name": .storeDiffers])
        #expect(report.moved == ["count", "token"])
    }

    @Test("a migration ends if another process has finished it", arguments: [2, 3, 4])
    func aSecondProcessThatIsDoneEndsTheFirst(_ step: Int) async throws {
        let world = MigrationWorld(Self.source)
        let done = try #require(MigrationMarker(phase: .done, copies: [:]).bytes)
        world.before(step) { $0.put(MigrationWorld.marker, done) }
        let report = try await world.run()
        #expect(world.phase == .done)
        if step < 4 { #expect(report.wasDone) }
    }

    @Test("a migration fails if its marker is unknown, and nothing changes")
    func aMarkerOfANewerVersionIsLeftAlone() async throws {
        let world = MigrationWorld(Self.source)
        let name = MigrationWorld.marker
        for text in ["{\"copies\":{},\"phase\":\"done\",\"version\":2}", "", "{}", "[]", "\u{0}"] {
            world.put(name, Array(text.utf8))
            await #expect(throws: StoreMigration.Failure.unknownMarker) { try await world.run() }
            #expect(world.store[name] == Array(text.utf8))
        }
        #expect(world.store.count == 1)
        #expect(world.defaults.disk?["token"] == .data([1, 2]))
    }

    @Test("a marker is decoded as it was encoded")
    func markersComeBackAsTheyWere() throws {
        let marker = MigrationMarker(
            phase: .copied, copies: ["a": .init(source: .max, stored: 1), "ä\"\n": .init(source: 0, stored: .max)])
        #expect(MigrationMarker(bytes: try #require(marker.bytes)) == marker)
    }

    @Test("ambiguous or reserved names are refused before the first step")
    func ambiguousItemsAreRefused() async {
        let world = MigrationWorld(Self.source)
        let marker = MigrationWorld.marker
        let cases: [(items: [(String, String)], key: String)] = [
            ([("a", "b"), ("a", "c")], "a"), ([("a", "c"), ("b", "c")], "c"), ([("a", marker.text)], marker.text),
            ([(DefaultsFreshness.sentinelKey, "a")], DefaultsFreshness.sentinelKey),
        ]
        for (items, key) in cases {
            let items = items.map { MigrationItem(from: $0.0, to: ExactName($0.1)) { $0.fingerprint } }
            await #expect(throws: StoreMigration.Failure.ambiguous(key: key)) { try await world.run(items) }
        }
        #expect(world.steps == 0)
    }
}
