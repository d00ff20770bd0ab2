import Foundation
import SiderealBase
import SiderealStorage
import SiderealTesting
import Testing

/// A move from the app's own directory into that of its group: here two stores of one device.
@Suite("a move of a store") struct StoreMoveTests {
    static let name = StoreKey<String>("name")
    static let count = StoreKey<Int>("count")
    static let both: [StoreKey<Int>] = [StoreKey("caf\u{e9}"), StoreKey("cafe\u{301}")]

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    struct Process {
        let app: SimulatedApp
        let old: ProtectedStore
        let new: ProtectedStore
        let move: StoreMigration

        init(_ device: SimulatedDevice, _ name: String = "app", seesOld: Bool = true) throws {
            app = try device.launch(name, isExtension: !seesOld)
            old = try app.store("old")
            new = try app.store("new")
            move = StoreMigration("to the group", from: seesOld ? old : nil, to: new)
        }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    static func device(tier: ProtectionTier = .afterFirstUnlock) throws -> SimulatedDevice {
        let device = SimulatedDevice()
        let app = try device.launch()
        let old = try app.store("old", tier: tier)
        try device.run {
            try await old.transaction { transaction throws(StoreError) in
                try transaction.set("Ada", for: name)
                try transaction.set(7, for: count)
                for (index, key) in both.enumerated() { try transaction.set(index, for: key) }
            }
        }
        app.kill()
        return device
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a move empties the old store into the new one, and no key reads as absent before the move")
    func moves() throws {
        let device = try Self.device()
        let process = try Process(device)
        #expect(process.new.read(Self.name) == .unavailable(.notMigrated))
        #expect(throws: Unavailability.notMigrated) { try process.new.keys() }
        let report = try device.run { try await process.move.run() }
        #expect(report.moved.count == 4 && report.kept.isEmpty && !report.wasDone)
        #expect(process.new.read(Self.name) == .value("Ada") && process.new.read(Self.count) == .value(7))
        #expect(Self.both.map { process.new.read($0) } == [.value(0), .value(1)])
        #expect(process.new.read(StoreKey<Int>("other")) == .absent)
        #expect(try process.old.keys().isEmpty)
        try device.run { try await process.old.set("Edsger", for: Self.name) }
        #expect(process.new.read(Self.name) == .value("Ada") && process.old.read(Self.name) == .value("Edsger"))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a store that was never written moves nothing, and its keys are absent")
    func nothing() throws {
        let device = SimulatedDevice()
        let process = try Process(device)
        #expect(process.new.read(Self.name) == .unavailable(.notMigrated))
        #expect(try device.run { try await process.move.run() } == StoreMigration.Report())
        #expect(process.new.read(Self.name) == .absent)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("values in the new store count as newer, and later changes in the old store stay there")
    func kept() throws {
        let device = try Self.device()
        let process = try Process(device)
        try device.run {
            try await process.new.set("Grace", for: Self.name)
            try await process.new.set(7, for: Self.count)
        }
        let report = try device.run { try await process.move.run() }
        #expect(report.kept == ["name": .storeHasOther] && report.moved.contains("count"))
        #expect(process.new.read(Self.name) == .value("Grace") && process.old.read(Self.name) == .value("Ada"))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a value that an earlier version sets between two runs stays in the old store")
    func changedMeanwhile() throws {
        var tried = 0
        for change in 0..<120 {
            let device = try Self.device()
            let process = try Process(device)
            process.app.kill(beforeDiskChange: change)
            _ = try? device.run(within: .seconds(60)) { try await process.move.run() }
            guard !process.app.isAlive else { break }
            process.app.kill()
            let earlier = try Process(device)
            try device.run { try await earlier.old.set("Edsger", for: Self.name) }
            earlier.app.kill()
            let next = try Process(device)
            let report = try device.run { try await next.move.run() }
            // All of it was copied before, or is now.
            let isCopied = next.new.read(Self.name) == .value("Ada")
            #expect(isCopied || next.new.read(Self.name) == .value("Edsger"))
            if isCopied { #expect(next.old.read(Self.name) == .value("Edsger"), "killed before change \(change)") }
            tried += isCopied && report.kept == ["name": .changedSinceCopied] ? 1 : 0
        }
        #expect(tried > 0)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a widget without access to the old store waits for the app")
    func widget() throws {
        let device = try Self.device()
        let widget = try Process(device, "widget", seesOld: false)
        #expect(widget.new.read(Self.name) == .unavailable(.notMigrated))
        #expect(throws: StoreMigration.Failure.store(.notMigrated)) { try device.run { try await widget.move.run() } }
        let app = try Process(device)
        let waited = try device.run {
            try await widget.new.value(Self.name)
        } whileWaiting: {
            _ = try device.run { try await app.move.run() }
        }
        #expect(waited == .value("Ada"))
        #expect(try device.run { try await widget.move.run() }.wasDone)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("migrations that ran into the old store don't run again into the new store")
    func migrations() throws {
        let device = SimulatedDevice()
        let first = try device.launch()
        try first.defaults().set("Ada", for: "name")
        @Sendable func migration(_ app: SimulatedApp, _ store: ProtectedStore) -> StoreMigration {
            StoreMigration("settings", items: [.init("name", to: Self.name)], from: app.defaults(), to: store)
        }
        let old = try first.store("old")
        try device.run { try await migration(first, old).run() }
        first.kill()
        let process = try Process(device)
        let again = migration(process.app, process.new)
        try device.run { try await process.move.run() }
        #expect(process.new.read(Self.name) == .value("Ada"))
        #expect(try device.run { try await again.run() }.wasDone)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a move waits for the unlock that the old store's tier needs")
    func waits() throws {
        let device = try Self.device(tier: .whenUnlocked)
        let app = try device.launch()
        _ = app.gate.state
        device.lock()
        let (old, new) = (try app.store("old", tier: .whenUnlocked), try app.store("new"))
        let move = StoreMigration("to the group", from: old, to: new)
        try device.run {
            try await move.run()
        } whileWaiting: {
            device.advance(by: .seconds(100))
            #expect(new.read(Self.name) == .unavailable(.notMigrated))
            device.unlock()
        }
        #expect(new.read(Self.name) == .value("Ada"))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("the loss of an old store is reported until that store is reset")
    func lost() throws {
        let device = try Self.device()
        device.disk.remove("/store/old.store")
        let process = try Process(device)
        #expect(throws: StoreMigration.Failure.oldValue(name: "store:old", .lost)) {
            try device.run { try await process.move.run() }
        }
        #expect(process.new.read(Self.name) == .unavailable(.lost))
        try device.run {
            try await process.old.resetIfUnrecoverable()
            try await process.move.run()
        }
        #expect(process.new.read(Self.name) == .absent)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "a move survives kills and power cuts at any step, with and without another process", arguments: [false, true])
    func killed(isPowerCut: Bool) throws {
        var killed = 0
        for change in 0..<120 {
            let device = try Self.device()
            let process = try Process(device)
            process.app.kill(beforeDiskChange: change)
            _ = try? device.run(within: .seconds(60)) { try await process.move.run() }
            let wasKilled = !process.app.isAlive
            killed += wasKilled ? 1 : 0
            if isPowerCut { device.reboot() } else if change % 2 == 0 { process.app.kill() }
            device.unlock()
            let next = try Process(device)
            // The other process may still live, and either finishes the move.
            try device.run { try await next.move.run() }
            #expect(next.new.read(Self.name) == .value("Ada"), "killed before change \(change)")
            #expect(next.new.read(Self.count) == .value(7), "killed before change \(change)")
            #expect(Self.both.map { next.new.read($0) } == [.value(0), .value(1)])
            #expect(try next.old.keys().isEmpty)
            if !wasKilled { break }
        }
        #expect(killed > 10 && killed < 119)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a store can't be moved to itself")
    func toItself() throws {
        let device = try Self.device()
        let old = try device.launch().store("old")
        let move = StoreMigration("to the group", from: old, to: old)
        let error = #expect(throws: StoreMigration.Failure.self) { try device.run { try await move.run() } }
        guard case .unsuitableStore? = error else { Issue.record("\(String(describing: error))"); return }
        #expect(old.read(Self.name) == .value("Ada"))
    }

    /// The release between was skipped, or its migration has not run.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a pending migration into the old store runs before the move, and a migration into the new store after it")
    func order() throws {
        let device = SimulatedDevice()
        let app = try device.launch()
        try app.defaults().set("Ada", for: "name")
        let (old, new) = (try app.store("old"), try app.store("new"))
        let items: [StoreMigration.Item] = [.init("name", to: Self.name)]
        let first = StoreMigration("settings", items: items, from: app.defaults(), to: old)
        let move = StoreMigration("to the group", from: old, to: new)
        let late = StoreMigration("settings", items: items, from: app.defaults(), to: new)
        #expect(throws: StoreMigration.Failure.oldValue(name: "store:old", .notMigrated)) {
            try device.run { try await move.run() }
        }
        #expect(throws: StoreMigration.Failure.store(.notMigrated)) { try device.run { try await late.run() } }
        try device.run {
            try await first.run()
            try await move.run()
        }
        #expect(new.read(Self.name) == .value("Ada"))
        #expect(try device.run { try await late.run() }.wasDone)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a value that an earlier version stores after the move is reported, and stays")
    func rolledBack() throws {
        let device = try Self.device()
        let process = try Process(device)
        try device.run {
            try await process.move.run()
            try await process.old.set("Edsger", for: Self.name)
        }
        let report = try device.run { try await process.move.run() }
        #expect(report == StoreMigration.Report(kept: ["name": .changedSinceCopied]))
        #expect(process.new.read(Self.name) == .value("Ada") && process.old.read(Self.name) == .value("Edsger"))
    }
}
