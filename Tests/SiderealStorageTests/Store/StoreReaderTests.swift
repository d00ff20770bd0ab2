import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

/// Two processes on one store, interleaved at each call: a reader gets the last acknowledged value, or a later one.
@Suite("several processes on one store") struct StoreReaderTests {
    @Test(
        "a read during a write gives the old or the new value, and no later read gives an older value",
        arguments: StoryDisk.Start.allCases, [DeviceLock.unlocked, nil])
    func aReaderInTheMidstOfAWriteGetsTheOldOrTheNew(start: StoryDisk.Start, lock: DeviceLock?) async throws {
        let old: ProtectedReading<Int> = start == .new ? .absent : .value(1)
        var call = 0
        while true {
            let (device, writer, reader) = try await StoryDisk.prepare(start, lock)
            let seen = Lock<[ProtectedReading<Int>]>([])
            device.disk.interpose(process: 1, call: call) {
                for _ in 0..<2 {
                    let reading = reader.store.read(.count)
                    seen.withLock { $0.append(reading) }
                }
            }
            try await writer.store.set(2, for: .count)
            let readings = seen.withLock { $0 }
            if readings.isEmpty { break }
            #expect(Set(readings).isSubset(of: [old, .value(2)]), "call \(call)")
            #expect(readings != [.value(2), old], "call \(call)")
            #expect(reader.store.read(.count) == .value(2), "call \(call)")
            #expect(writer.store.read(.count) == .value(2), "call \(call)")
            #expect(try device.launch(3).store.read(.count) == .value(2), "call \(call)")
            call += 1
        }
        #expect(call > 5)
    }

    @Test(
        "a read finds a write that happened during the read before it",
        arguments: StoryDisk.Start.allCases, [DeviceLock.unlocked, nil])
    func aWriteInTheMidstOfAReadIsSeenByTheNext(start: StoryDisk.Start, lock: DeviceLock?) async throws {
        let old: ProtectedReading<Int> = start == .new ? .absent : .value(1)
        var call = 0
        while true {
            let (device, _, reader) = try await StoryDisk.prepare(start, lock)
            if start != .remembered { device.disk.kill(2) }
            let cold = start == .remembered ? reader : try device.launch(2)
            let other = device.files(3)
            // The memory has to be out of date, or there would be no call at all.
            if start == .remembered {
                #expect(other.commit([Put(key: .other, number: 5)], { .unlocked }, StoreMigrations()).failure == nil)
            }
            let failure = Lock<StoreError??>(nil)
            let witness = try device.launch(4)
            device.disk.interpose(process: 2, call: call) {
                _ = witness.store.read(.count)
                let commit = other.commit([Put(key: .count, number: 2)], { .unlocked }, StoreMigrations())
                failure.withLock { $0 = .some(commit.failure) }
            }
            let seen = cold.store.read(.count)
            guard let failure = failure.withLock({ $0 }) else { break }
            if failure?.cause == .busy {
                // A reader that makes the sidecar has its lock for a moment.
                #expect(start == .new)
                #expect(other.commit([Put(key: .count, number: 2)], { .unlocked }, StoreMigrations()).failure == nil)
            } else {
                #expect(failure == nil, "call \(call)")
            }
            #expect([old, .value(2)].contains(seen), "call \(call): \(seen)")
            #expect(cold.store.read(.count) == .value(2), "call \(call)")
            #expect(witness.store.read(.count) == .value(2), "call \(call)")
            call += 1
        }
        #expect(call > 3)
    }

    /// Two writers: each keeps the other's values, and neither remembers a value that the other has replaced.
    @Test("a write during another write is kept, or refused as busy", arguments: StoryDisk.Start.allCases)
    func aWriteInTheMidstOfAWriteIsKept(start: StoryDisk.Start) async throws {
        var call = 0
        var stored = 0
        while true {
            let (device, writer, _) = try await StoryDisk.prepare(start, .unlocked)
            let other = device.files(3)
            let failure = Lock<StoreError??>(nil)
            device.disk.interpose(process: 1, call: call) {
                let commit = other.commit([Put(key: .other, number: 5)], { .unlocked }, StoreMigrations())
                failure.withLock { $0 = .some(commit.failure) }
            }
            try await writer.store.set(2, for: .count)
            guard let failure = failure.withLock({ $0 }) else { break }
            for store in [writer.store, try device.launch(4).store] {
                #expect(store.read(.count) == .value(2), "call \(call)")
                #expect(store.read(.other) == (failure == nil ? .value(5) : .absent), "call \(call)")
            }
            #expect(failure == nil || failure?.cause == .busy, "call \(call)")
            if failure == nil { stored += 1 }
            // It continues from the present value.
            try await writer.store.update(.other) { $0 = ($0 ?? 0) + 1 }
            #expect(try device.launch(5).store.read(.other) == .value(failure == nil ? 6 : 1), "call \(call)")
            call += 1
        }
        #expect(call > 5 && stored > 0)
    }

    @Test(
        "a reader finds the next commit, wherever an earlier writer was killed",
        arguments: StoryDisk.Start.allCases, [DiskFault.kill, .killHalfway])
    func readerFindsTheCommitAfterAKill(start: StoryDisk.Start, fault: DiskFault) async throws {
        var change = 0
        while true {
            let (device, writer, reader) = try await StoryDisk.prepare(start, .unlocked)
            device.disk.schedule(fault, process: 1, change: change)
            _ = try? await writer.store.set(2, for: .count)
            let isMet = device.disk.cancelFaults(process: 1) == 0
            device.disk.kill(1)
            let seen = reader.store.read(.count)
            #expect([.absent, .value(1), .value(2)].contains(seen), "change \(change)")
            // Nor does it continue from its memory if others find what the killed writer left.
            #expect(try device.launch(4).store.read(.count) == seen, "change \(change)")
            let other = try device.launch(3)
            for number in [3, 4] {
                try await other.store.set(number, for: .count)
                #expect(reader.store.read(.count) == .value(number), "change \(change)")
                #expect(other.store.read(.count) == .value(number), "change \(change)")
            }
            if !isMet { break }
            change += 1
        }
        #expect(change > 2)
    }

    /// A value read during a commit isn't remembered, because its writer may be killed after its next write.
    @Test("a value read during a commit isn't remembered if its writer is killed")
    func valueReadDuringACommitIsNotRemembered() async throws {
        var outdated = 0
        for call in 0..<16 {
            for change in 0..<5 {
                let (device, writer, reader) = try await StoryDisk.prepare(.remembered, .unlocked)
                let during = Lock<ProtectedReading<Int>?>(nil)
                device.disk.interpose(process: 1, call: call) {
                    let reading = reader.store.read(.count)
                    during.withLock { $0 = reading }
                }
                device.disk.schedule(.kill, process: 1, change: change)
                _ = try? await writer.store.set(2, for: .count)
                let isKilled = device.disk.isStopped(1)
                device.disk.kill(1)
                let seen = try device.launch(4).store.read(.count)
                #expect(reader.store.read(.count) == seen, "call \(call), change \(change)")
                if isKilled, let during = during.withLock({ $0 }), during != seen { outdated += 1 }
            }
        }
        #expect(outdated > 0, "in no case was what the reader saw replaced before its writer was killed")
    }

    /// The first of two blocks of a change may remain, and its header is all that a reader checks again.
    @Test("a reader that found a change before its sync failed agrees with other processes afterwards")
    func readerOfAFailedSyncAgreesWithOthers() async throws {
        let text = StoreKey<String>("text")
        let (old, new) = (String(repeating: "a", count: 20), String(repeating: "b", count: 5_000))
        var taken = 0
        for call in 0..<16 {
            let device = StoryDisk(sectorSize: 4096)
            let (writer, reader) = (try device.launch(1), try device.launch(2))
            try await writer.store.set(old, for: text)
            #expect(reader.store.read(text) == .value(old))
            let during = Lock<ProtectedReading<String>?>(nil)
            device.disk.interpose(process: 1, call: call) {
                let reading = reader.store.read(text)
                during.withLock { $0 = reading }
            }
            // The word, the record, the sync.
            device.disk.schedule(.fail(.inputOutput), process: 1, change: 2)
            await #expect(throws: StoreError.self) { try await writer.store.set(new, for: text) }
            device.disk.evictCleanPages(isMixed: true)
            let seen = try device.launch(4).store.read(text)
            // As Booleans, so that a message doesn't quote the texts.
            let (isReaderRight, isWriterRight) = (reader.store.read(text) == seen, writer.store.read(text) == seen)
            #expect(isReaderRight && isWriterRight, "call \(call)")
            if during.withLock({ $0 }) == .value(new), seen == .value(old) { taken += 1 }
        }
        #expect(taken > 0, "in no case was what the reader saw taken back")
    }

    @Test("a commit that other processes couldn't notice is refused")
    func unnoticeableCommitIsRefused() async throws {
        let (device, writer, reader) = try await StoryDisk.prepare(.remembered, .unlocked)
        device.disk.schedule(.fail(.inputOutput), process: 1, change: 0)
        let failure = await #expect(throws: StoreError.self) { try await writer.store.set(2, for: .count) }
        #expect(failure?.cause == .notSaved && failure?.path == StoryDisk.sidecar)
        for store in [writer.store, reader.store, try device.launch(3).store] {
            #expect(store.read(.count) == .value(1))
        }
        try await writer.store.set(3, for: .count)
        #expect(reader.store.read(.count) == .value(3))
    }

    /// If the commit's beginning was announced, but not its end, the commit is durable, and others find it.
    @Test("a commit whose end was not announced is visible to all processes")
    func aCommitWhoseEndWasNotTold() async throws {
        let (device, writer, reader) = try await StoryDisk.prepare(.remembered, .unlocked)
        device.disk.schedule(.fail(.inputOutput), process: 1, change: 3)
        try await writer.store.set(2, for: .count)
        #expect(device.disk.cancelFaults(process: 1) == 0)
        #expect(device.disk.trace.last { $0.contains(": ") }?.contains(StoryDisk.sidecar) == true)
        for store in [writer.store, reader.store, try device.launch(3).store] {
            #expect(store.read(.count) == .value(2))
        }
        try await writer.store.set(3, for: .other)
        #expect(reader.store.read(.other) == .value(3))
        #expect(reader.store.read(.count) == .value(2))
    }

    /// After a commit that was cut off a read examines the file once, too: the verdict is remembered, and reading it
    /// takes a call or two.
    @Test("a commit that was cut off is examined once, and the result is remembered", arguments: [0, 1, 2, 3])
    func cutOffCommitIsExaminedOnce(change: Int) async throws {
        let (device, writer, reader) = try await StoryDisk.prepare(.remembered, .unlocked)
        device.disk.schedule(.killHalfway, process: 1, change: change)
        _ = try? await writer.store.set(2, for: .count)
        device.disk.kill(1)
        let seen = reader.store.read(.count)
        let before = device.disk.trace.count
        #expect(reader.store.read(.count) == seen)
        let calls = device.disk.trace[before...]
        #expect(calls == ["2 identity \(StoryDisk.sidecar)", "2 read \(StoryDisk.sidecar)"])
    }

    @Test("a reader reads only what another process added")
    func readerReadsOnlyAdditions() async throws {
        let device = StoryDisk()
        let (writer, reader) = (try device.launch(1), try device.launch(2))
        let ballast = StoreKey<String>("ballast")
        try await writer.store.set(String(repeating: "x", count: 200_000), for: ballast)
        try await writer.store.set(0, for: .count)
        #expect(reader.store.read(.count) == .value(0))
        for number in 1...9 {
            try await writer.store.set(number, for: .count)
            let before = device.disk.trace.count
            #expect(reader.store.read(.count) == .value(number))
            let calls = device.disk.trace[before...].filter { $0 == "2 read \(StoryDisk.path)" }
            // Both slots' last headers, the change, the bytes behind it, and the other slot once more.
            #expect(calls.count == 5)
        }
        #expect(reader.store.read(ballast) == writer.store.read(ballast))
    }

    /// A reader doesn't read everything beside a working writer: the writer's commit isn't acknowledged yet.
    @Test("while another process writes, a reader reads only what was added")
    func besideAWriterAtWorkOnlyWhatWasAddedIsRead() async throws {
        let device = StoryDisk()
        let (writer, reader) = (try device.launch(1), try device.launch(2))
        try await writer.store.set(0, for: .count)
        try await writer.store.set(1, for: .count)
        #expect(reader.store.read(.count) == .value(1))
        var isSeen = false
        for call in 0..<30 {
            let seen = Lock<(ProtectedReading<Int>, [String])?>(nil)
            device.disk.interpose(process: 1, call: call) {
                let before = device.disk.trace.count
                let reading = reader.store.read(.count)
                seen.withLock { $0 = (reading, Array(device.disk.trace[before...])) }
            }
            let next = call + 2
            try await writer.store.set(next, for: .count)
            guard let (reading, calls) = seen.withLock({ $0 }) else { break }
            #expect(reading == .value(next - 1) || reading == .value(next), "call \(call)")
            #expect(reader.store.read(.count) == .value(next), "call \(call)")
            if calls.contains(where: { $0.hasPrefix("2 lock") }) {
                // Unless the whole went to the other slot meanwhile.
                if calls.count(where: { $0 == "2 read \(StoryDisk.path)" }) == 5 { isSeen = true }
            }
        }
        #expect(isSeen)
    }

    /// Three processes in any order, in which some calls fail or kill the process: each reads the last acknowledged
    /// value, or one attempted since, and all read the same.
    @Test(
        "all processes read the same: the last acknowledged value, or a value whose write was tried since then",
        arguments: 0..<TestExtent.choose(part: 6, whole: 200))
    func allReadTheSame(seed: Int) async throws {
        var random = SplitMix64(seed: UInt64(seed))
        let device = StoryDisk()
        var apps: [Int: StoryApp] = [:]
        let keys = (0..<4).map { StoreKey<String>("key \($0)") }
        var model: [String: Set<String?>] = [:]
        for round in 0..<60 {
            let process = Int(random.next() % 3) + 1
            let app = try apps[process] ?? device.launch(process)
            apps[process] = app
            let key = keys[Int(random.next() % 4)]
            let size = [1, 20, 3_000, 9_000, 40_000][Int(random.next() % 5)]
            let value = random.next() % 5 == 0 ? nil : "\(round) " + String(repeating: "x", count: size)
            let fault: DiskFault? =
                switch random.next() % 12 {
                case 0: .kill
                case 1: .killHalfway
                case 2: .fail(.inputOutput)
                case 3: .failHalfway(.noSpace)
                case 4: .fail(.interrupted)
                default: nil
                }
            if let fault { device.disk.schedule(fault, process: process, change: Int(random.next() % 6)) }
            do {
                try await app.store.update(key) { $0 = value }
                model[key.name] = [value]
            } catch {
                model[key.name, default: [nil]].insert(value)
            }
            device.disk.cancelFaults(process: process)
            if device.disk.isStopped(process) {
                device.disk.kill(process)
                apps[process] = nil
            }
            let fresh = try device.launch(9)
            for key in keys {
                let seen = fresh.store.read(key)
                let expected = model[key.name] ?? [nil]
                switch seen {
                case .value(let value): try #require(expected.contains(value), "round \(round), \(key.name)")
                case .absent: try #require(expected.contains(nil), "round \(round), \(key.name)")
                case .unavailable: Issue.record("round \(round): \(seen)")
                }
                for (number, app) in apps {
                    try #require(app.store.read(key) == seen, "round \(round), process \(number), \(key.name)")
                }
            }
            device.disk.kill(9)
        }
    }

    @Test("a value that was only in the page cache is forgotten when the cache is evicted")
    func whatWasSeenInTheCacheAloneIsForgotten() async throws {
        var timesSeen = 0
        for change in 0..<8 {
            let (device, writer, other) = try await StoryDisk.prepare(.remembered, .unlocked)
            try await writer.store.set(1, for: .other)
            device.disk.schedule(.fail(.inputOutput), process: 2, change: change)
            _ = try? await other.store.set(9, for: .count)
            if device.disk.cancelFaults(process: 2) > 0 { break }
            if writer.store.read(.count) == .value(9) { timesSeen += 1 }
            device.disk.evictCleanPages()
            try await writer.store.set(2, for: .other)
            let fresh = try device.launch(5).store.read(.count)
            for store in [writer.store, other.store] { #expect(store.read(.count) == fresh, "change \(change)") }
        }
        #expect(timesSeen > 0)
    }

    @Test("each commit changes the commit counter, and no count repeats")
    func commitCounterNeverRepeats() async throws {
        let device = StoryDisk()
        let writer = try device.launch(1)
        var words: Set<[UInt8]> = []
        for number in 1...50 {
            try await writer.store.set(number, for: .count)
            words.insert(Array(device.disk.contents(of: StoryDisk.sidecar)?.prefix(8) ?? []))
        }
        #expect(words.count == 50)
        // A commit that stores nothing notifies no process.
        _ = try? await writer.store.transaction { _ throws(StoreError) in throw .abandoned }
        words.insert(Array(device.disk.contents(of: StoryDisk.sidecar)?.prefix(8) ?? []))
        #expect(words.count == 50)
    }
}
