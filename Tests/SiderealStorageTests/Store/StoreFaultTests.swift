import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

/// Each call of a store fails, once or from then on: no acknowledged value is lost, no present one is absent, each
/// error gives the reason and the place, and the same process continues afterwards.
@Suite("failing calls of a store") struct StoreFaultTests {
    static let numbers: [ErrorNumber] = TestExtent.choose(
        part: [.inputOutput, .noSpace],
        whole: [.inputOutput, .noSpace, .tooManyFiles, .accessDenied, .notPermitted, .readOnly, .quotaExceeded])

    /// One in so many calls fails.
    static let every = TestExtent.choose(part: 2, whole: 1)

    enum Start: CaseIterable { case absent, steady, reopened, growing, lost, damaged }
    enum Deed: CaseIterable { case read, set, update, reset }

    /// A store in its starting state, and an operation on it.
    struct Trial {
        let start: Start
        let deed: Deed
        let device: StoryDisk
        let app: StoryApp
        /// The readings of the count before the operation, and after it.
        let old: ProtectedReading<Int>
        let new: ProtectedReading<Int>

        init(_ start: Start, _ deed: Deed, knowsProtection: Bool) async throws {
            self.start = start
            self.deed = deed
            device = StoryDisk(knowsProtection ? .unlocked : nil)
            var app = try device.launch()
            if start != .absent {
                try await app.store.set(1, for: .count)
                try await app.store.set("Ada", for: .name)
            }
            if start == .lost || start == .damaged { device.disk.remove(StoryDisk.path) }
            if start == .damaged { device.disk.place([1, 2, 3], at: StoryDisk.path, tier: .afterFirstUnlock) }
            if start == .reopened || start == .lost || start == .damaged {
                device.disk.kill(1)
                app = try device.launch()
            }
            self.app = app
            let old: ProtectedReading<Int> =
                switch start {
                case .absent: .absent
                case .lost: .unavailable(.lost)
                case .damaged: .unavailable(.damaged)
                case .steady, .reopened, .growing: .value(1)
                }
            self.old = old
            switch (deed, start) {
            case (.reset, .lost), (.reset, .damaged): new = .absent
            case (.read, _), (.reset, _), (_, .lost), (_, .damaged): new = old
            case (.set, _): new = .value(3)
            case (.update, _): new = .value(start == .absent ? 10 : 11)
            }
        }

        /// A Boolean value that indicates whether the operation fails without any fault.
        var isRefused: Bool { (start == .lost || start == .damaged) && (deed == .set || deed == .update) }

        func perform() async -> (seen: ProtectedReading<Int>?, failure: StoreError?) {
            do throws(StoreError) {
                switch deed {
                case .read: return (app.store.read(.count), nil)
                case .set:
                    try await app.store.transaction { [isGrowing = start == .growing] transaction throws(StoreError) in
                        try transaction.set(3, for: .count)
                        if isGrowing { try transaction.set(String(repeating: "x", count: 20_000), for: .big) }
                    }
                case .update:
                    try await app.store.transaction { [isGrowing = start == .growing] transaction throws(StoreError) in
                        try transaction.set((try transaction.value(.count) ?? 0) + 10, for: .count)
                        if isGrowing { try transaction.set(String(repeating: "x", count: 20_000), for: .big) }
                    }
                case .reset: try await app.store.resetIfUnrecoverable()
                }
                return (nil, nil)
            } catch {
                return (nil, error)
            }
        }

        /// Checks after the fault that this process and others read a correct value, and that all of them continue.
        func check(_ failure: StoreError?, _ place: String) async throws {
            let seen = app.store.read(.count)
            try #require(seen == new || failure != nil && seen == old, "\(place)")
            let other = try device.launch(2).store
            try #require(other.read(.count) == seen, "\(place)")
            if start == .damaged, seen == .absent {
                try #require(device.disk.contents(of: StoryDisk.path + ".damaged-1") == [1, 2, 3], "\(place)")
            }
            if start != .absent || failure == nil && (deed == .set || deed == .update) { checkMarker(place) }
            // A lock that stayed would keep other processes out. After the other operations process 1 writes next.
            if deed == .update, !isRefused { try await other.set(5, for: .other) }
            if case .unavailable = seen { try await app.store.resetIfUnrecoverable() }
            let kept = app.store.read(.count)
            try await app.store.set(4, for: .other)
            device.restart(.unlocked)
            let later = try device.launch(3).store
            try #require(later.read(.other) == .value(4), "\(place)")
            try #require(later.read(.count) == kept, "\(place)")
            let isHarmed = start == .absent || start == .lost || start == .damaged
            try #require(later.read(.name) == (isHarmed ? .absent : .value("Ada")), "\(place)")
        }

        /// Expects that the creation marker is as durable as the values.
        private func checkMarker(_ place: String) {
            let disk = device.disk.copy()
            disk.cutPower()
            disk.remove(StoryDisk.path)
            let files = StoreFiles(
                directory: StoryDisk.directory, name: "settings", tier: .afterFirstUnlock, coding: .json,
                disk: disk.process(8))
            let content = files.read({ .unlocked }).content
            guard case .unavailable(.lost) = content else {
                Issue.record("\(place): \(content)")
                return
            }
        }
    }

    @Test(
        "a failing call loses no value and reports no value as absent, and its error gives the reason and place",
        .computesForLong, arguments: Start.allCases, Deed.allCases)
    func aFailingCallLosesNothing(start: Start, deed: Deed) async throws {
        var calls = 0
        for knowsProtection in [true, false] {
            // The same calls as of another operation: once is enough.
            let isRepetition = deed == .update || start == .growing && deed != .set
            for number in knowsProtection && !isRepetition ? Self.numbers : [.inputOutput] {
                calls += try await explore(start, deed, .fail(number), number, 1, knowsProtection)
            }
            for number in knowsProtection && !isRepetition ? [.inputOutput, .notPermitted] : [ErrorNumber.accessDenied]
            {
                calls += try await explore(start, deed, .fail(number), number, 100, knowsProtection)
            }
            calls += try await explore(start, deed, .failHalfway(.inputOutput), .inputOutput, 1, knowsProtection)
        }
        print("store, \(start), \(deed): \(calls) failing calls")
        // A remembered value needs no call.
        #expect(calls > 0 || deed == .read && start == .growing || deed == .read && start == .steady)
    }

    /// Tries a fault at each call. Returns the number of calls.
    private func explore(
        _ start: Start, _ deed: Deed, _ fault: DiskFault, _ number: ErrorNumber, _ lasting: Int, _ knowsProtection: Bool
    ) async throws -> Int {
        var (call, count) = (Int(number.rawValue) % Self.every, 0)
        while true {
            let trial = try await Trial(start, deed, knowsProtection: knowsProtection)
            for index in 0..<lasting { trial.device.disk.schedule(fault, process: 1, call: call + index) }
            let (seen, failure) = await trial.perform()
            if trial.device.disk.cancelFaults(process: 1) == lasting { return count }
            if call % 3 == 1 { trial.device.disk.evictCleanPages() }
            let place = "\(start), \(deed), \(fault) at \(call), \(lasting) times: \(trial.device.disk.trace.suffix(5))"
            try #require(lasting > 1 || !trial.device.disk.names.contains(StoryDisk.path + ".new"), "\(place)")
            // On a system with locks a denial counts as a lock.
            let isLock = knowsProtection && (number == .notPermitted || number == .accessDenied)
            if let seen { try check(seen, trial.old, number, isLock: isLock, place) }
            if let failure {
                try check(failure, number, isLock: isLock, isRefused: trial.isRefused, place)
            } else {
                try #require(!trial.isRefused, "\(place)")
            }
            try await trial.check(failure, place)
            call += Self.every
            count += 1
        }
    }

    /// Expects that a reading while calls fail is the value, or unavailable for the right reason.
    private func check(
        _ seen: ProtectedReading<Int>, _ old: ProtectedReading<Int>, _ number: ErrorNumber, isLock: Bool,
        _ place: String
    ) throws {
        if seen == old || isLock && seen == .unavailable(.locked) { return }
        try #require(seen == .unavailable(.unreadable(errno: number.rawValue)), "\(place)")
    }

    private func check(
        _ failure: StoreError, _ number: ErrorNumber, isLock: Bool, isRefused: Bool, _ place: String
    ) throws {
        let path = failure.path ?? ""
        try #require(path.hasPrefix(StoryDisk.directory) || path == ".", "\(place): \(failure)")
        try #require(failure.description.contains(path), "\(place): \(failure)")
        if isRefused, failure.cause == .unavailable(.lost) || failure.cause == .unavailable(.damaged) { return }
        if isLock, failure.cause == .unavailable(.locked) { return }
        try #require(failure.errno == number.rawValue, "\(place): \(failure)")
        let isFull = number == .noSpace || number == .quotaExceeded
        let causes: [StoreError.Cause] = [
            isFull ? .noSpace : .notSaved, .unavailable(.unreadable(errno: number.rawValue)),
        ]
        try #require(causes.contains(failure.cause), "\(place): \(failure)")
    }

    @Test(
        "interrupted calls and short counts are not errors",
        .computesForLong, arguments: Start.allCases, [DiskFault.fail(.interrupted), .short])
    func habitsAreNoErrors(start: Start, fault: DiskFault) async throws {
        for deed in Deed.allCases {
            var call = fault == .short ? Self.every - 1 : 0
            while true {
                let trial = try await Trial(start, deed, knowsProtection: call % 4 < 2)
                trial.device.disk.schedule(fault, process: 1, call: call)
                let (seen, failure) = await trial.perform()
                if trial.device.disk.cancelFaults(process: 1) > 0 { break }
                let place = "\(deed), \(fault) at \(call): \(trial.device.disk.trace.suffix(5))"
                try #require(seen == nil || seen == trial.old, "\(place)")
                try #require(failure == nil || trial.isRefused, "\(place): \(failure?.description ?? "")")
                try await trial.check(failure, place)
                call += Self.every
            }
        }
    }

    /// A failed sync leaves pages that only look clean: its own change may be lost, but no earlier one.
    @Test("a failed sync doesn't lose earlier changes")
    func oneFailedSyncTakesNothingWithIt() async throws {
        for count in 0..<6 {
            let device = StoryDisk()
            let app = try device.launch()
            for number in 0..<count { try await app.store.set(number, for: .count) }
            var possible: Set<ProtectedReading<Int>> = [count == 0 ? .absent : .value(count - 1)]
            var change = 0
            while true {
                device.disk.schedule(.fail(.inputOutput), process: 1, change: change)
                do {
                    try await app.store.set(100 + change, for: .count)
                    possible = [.value(100 + change)]
                } catch {
                    possible.insert(.value(100 + change))
                }
                if device.disk.cancelFaults(process: 1) > 0 { break }
                device.disk.evictCleanPages()
                let seen = app.store.read(.count)
                #expect(possible.contains(seen), "\(seen) after change \(change)")
                // A value that was read once is the base of the next change.
                possible = [seen]
                change += 1
            }
            #expect(change > 2)
            device.restart(.unlocked)
            #expect(try device.launch(2).store.read(.count) == .value(100 + change))
        }
    }
}

extension StoreKey<String> {
    fileprivate static var big: Self { .init("big") }
}
