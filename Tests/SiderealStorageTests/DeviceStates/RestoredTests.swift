import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

/// A backup contains both the store and its creation marker. These tests also restore one without the other.
@Suite("a store restored from a backup", .timeLimit(Patience.ofATest)) struct RestoredTests {
    /// The store's files in the backup.
    enum Part: CaseIterable {
        case both, storeAlone, markerAlone, neither

        func has(_ path: String) -> Bool {
            switch self {
            case .both: true
            case .storeAlone: !path.hasSuffix(".born")
            case .markerAlone: path.hasSuffix(".born")
            case .neither: false
            }
        }
    }

    private static func restored(_ part: Part, _ tier: ProtectionTier, in situation: DeviceSituation) async throws
        -> SimulatedDisk
    {
        let old = try await DeviceRun.base(tier, isWritten: true)
        let disk = SimulatedDisk()
        let setUp = disk.process(1)
        try setUp.makeDirectories("store")
        try setUp.syncDirectory(".")
        for path in old.names where path.hasPrefix("store/") && part.has(path) {
            guard let bytes = old.contents(of: path), let tier = old.protection(of: path) else { continue }
            disk.place(bytes, at: path, tier: tier)
        }
        disk.setLock(situation.lock)
        return disk
    }

    @Test(
        "a store reads correctly, whichever part of it was restored",
        arguments: [ProtectionTier.always, .afterFirstUnlock, .whenUnlocked], DeviceSituation.withClasses)
    func oneFateForStoreAndBirthRecord(_ tier: ProtectionTier, _ situation: DeviceSituation) async throws {
        for part in Part.allCases {
            let disk = try await Self.restored(part, tier, in: situation)
            let app = try SimulatedStoreApp(on: disk, process: 2, tier: tier)
            let reading = app.store.read(.count)
            let isOpen = tier == .always || situation != .beforeFirstUnlock
            switch part {
            // A store alone still has its values, which are valid.
            case .both, .storeAlone:
                let expected: ProtectedReading<Int> =
                    situation.allows(tier) ? .value(1) : .unavailable(situation.unavailability)
                #expect(reading == expected, "\(part), \(tier), \(situation)")
            // A creation marker alone proves a loss, but only once the store could be read.
            case .markerAlone:
                #expect(reading == .unavailable(isOpen ? .lost : .beforeFirstUnlock), "\(tier), \(situation)")
            // Without both, this is a new device.
            case .neither: #expect(reading == .absent, "\(tier), \(situation)")
            }
            app.end()
        }
    }

    @Test("a store without its creation marker gets one with the next write")
    func aStoreAloneGetsItsRecordWithTheNextWrite() async throws {
        let disk = try await Self.restored(.storeAlone, .afterFirstUnlock, in: .unlocked)
        #expect(disk.contents(of: "store/settings.born") == nil)
        let app = try SimulatedStoreApp(on: disk, process: 2)
        try await app.store.set(2, for: .count)
        #expect(disk.contents(of: "store/settings.born") != nil)
        #expect(app.store.read(.name) == .value("Ada"))
        app.end()
    }
}
