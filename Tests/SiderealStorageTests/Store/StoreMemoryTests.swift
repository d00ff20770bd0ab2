import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

/// The memory of a store for its readers, tested without a disk. The sidecar's word is a number that the test sets.
@Suite("a store's memory for readers") struct StoreMemoryTests {
    typealias Remembered = StoreReadOutcome.Remembered

    static let key: ExactName = "key"
    static let other: ExactName = "other"

    /// The word as other processes leave it, or `nil` if it can't be read.
    let word = Lock<UInt64?>(10)
    var shared: SharedWord { SharedWord { [word] in word.withLock { $0 } } }

    func known(_ seen: UInt64) -> Remembered { Remembered(word: shared, seen: seen, place: nil) }

    /// Makes a table with a byte under either name.
    func table(_ byte: UInt8) -> StoreTable {
        var table = StoreTable()
        table.apply([Self.key: [byte], Self.other: [7]])
        return table
    }

    /// Makes a memory of the byte 1, as it was read at the word 10, and decoded.
    func memory() -> StoreMemory {
        var memory = StoreMemory()
        memory.remember(table(1), known(10), since: 0, isCurrent: false)
        memory.remember(Decoded(1), of: [1], Self.key)
        memory.remember(Decoded(7), of: [7], Self.other)
        return memory
    }

    /// Makes a commit of the byte 2.
    func commit(continuing: Bool = true, isEndAnnounced: Bool = true) -> StoreCommit {
        var commit = StoreCommit(refusals: [nil])
        commit.words = CommitWords(before: 10, random: 1 << 50 | 12_345, isContinuing: continuing)
        commit.content = table(2)
        commit.changes = [Self.key: [2]]
        commit.word = shared
        commit.isEndAnnounced = isEndAnnounced
        return commit
    }

    func byte(_ memory: StoreMemory) -> UInt8? { memory.contents?.table?.value(of: Self.key)?.first }
    func decodedNames(_ memory: StoreMemory) -> [ExactName] { memory.contents?.decoded.keys.sorted() ?? [] }

    @Test("before the first read, a memory is not current")
    func nothingAtFirst() {
        #expect(StoreMemory().freshness == nil)
    }

    @Test(
        "a memory is current as long as the sidecar word is unchanged",
        arguments: [(10, true), (12, false), (11, false), (nil, false)] as [(UInt64?, Bool)])
    func currentWhileTheWordStands(now: UInt64?, isCurrent: Bool) {
        let memory = memory()
        word.withLock { $0 = now }
        #expect(memory.freshness?.isCurrent == isCurrent)
    }

    @Test("the last acknowledged value is used during a commit of this process, but not of another process")
    func currentDuringOwnCommit() throws {
        var memory = memory()
        let words = try #require(commit().words)
        memory.willCommit(BegunCommit(words: words, base: table(1), word: shared))
        let all = [words.before, words.during, words.after, words.after ^ 2, words.during ^ 2]
        let current = all.map { now in
            word.withLock { $0 = now }
            return memory.freshness?.isCurrent
        }
        #expect(current == [true, true, true, false, false])
        memory.takeIn(commit(), isLockable: false)
        word.withLock { $0 = words.during }
        #expect(memory.freshness?.isCurrent == false, "it has ended")
    }

    /// The read began before any memory, or before the present one: a slow read must not undo what others saw.
    @Test("a read gets the acknowledged value, even during a commit that began before the value was remembered")
    func readsReturnAcknowledgedValues() throws {
        var memory = StoreMemory()
        let commit = commit(continuing: false)
        let words = try #require(commit.words)
        word.withLock { $0 = words.during }
        memory.willCommit(BegunCommit(words: words, base: table(1), word: shared))
        #expect(memory.freshness?.isCurrent == true && byte(memory) == 1)
        // The file's present content is not acknowledged.
        let seen = StoreReadOutcome.Remembered(word: shared, seen: words.before ?? 0, place: nil)
        #expect(memory.remember(table(2), nil, since: 1, isCurrent: true)?.value(of: Self.key) == [1])
        memory.takeIn(commit, isLockable: false)
        word.withLock { $0 = words.after }
        // A slow read, from before the commit.
        let isCurrent = memory.freshness?.isCurrent == true
        #expect(memory.remember(table(1), seen, since: 0, isCurrent: isCurrent)?.value(of: Self.key) == [2])
        #expect(byte(memory) == 2)
        // It isn't remembered either if others have written since.
        #expect(memory.remember(table(1), seen, since: 0, isCurrent: false)?.value(of: Self.key) == [1])
        #expect(byte(memory) == 2)
    }

    enum Word { case during, after }

    /// The end of a commit, and the memory after it.
    struct Ending: CustomTestStringConvertible {
        let testDescription: String
        var isContinuing = true
        var isEndAnnounced = true
        var isLockable = false
        var hasWord = true
        var fails = false
        let byte: UInt8?
        let decoded: [ExactName]
        /// The commit's word at which the memory is current.
        let seen: Word?
        let revision: UInt64
    }

    static let endings = [
        Ending(
            testDescription: "goes on: what it did not change stays decoded", byte: 2, decoded: [other],
            seen: .after, revision: 1),
        Ending(
            testDescription: "others were in between: nothing stays decoded", isContinuing: false, byte: 2,
            decoded: [], seen: .after, revision: 1),
        Ending(
            testDescription: "its end can't be announced: current while the word is as it was begun",
            isEndAnnounced: false, byte: 2, decoded: [other], seen: .during, revision: 1),
        Ending(
            testDescription: "may be locked again: nothing stays in memory", isLockable: true, byte: nil, decoded: [],
            seen: nil, revision: 2),
        Ending(
            testDescription: "without a word: nothing could show that it is old", hasWord: false, byte: nil,
            decoded: [], seen: nil, revision: 2),
        Ending(
            testDescription: "fails: the old content may be there, or the new one", fails: true, byte: nil,
            decoded: [], seen: nil, revision: 2),
    ]

    @Test("the end of a commit decides what is remembered", arguments: endings)
    func afterACommit(_ ending: Ending) throws {
        var memory = memory()
        var commit = commit(continuing: ending.isContinuing, isEndAnnounced: ending.isEndAnnounced)
        if !ending.hasWord { commit.word = nil }
        if ending.fails {
            commit.content = nil
            commit.failure = StoreError(.notSaved, "failed")
        }
        let words = try #require(commit.words)
        memory.willCommit(BegunCommit(words: words, base: table(1), word: shared))
        memory.takeIn(commit, isLockable: ending.isLockable)
        #expect(byte(memory) == ending.byte)
        #expect(decodedNames(memory) == ending.decoded)
        #expect(memory.contents?.known.seen == ending.seen.map { $0 == .after ? words.after : words.during })
        #expect(memory.revision == ending.revision)
    }

    @Test("a commit that changes nothing keeps the values in memory")
    func nothingWasChanged() {
        var memory = memory()
        memory.takeIn(StoreCommit(refusals: [nil]), isLockable: false)
        #expect(byte(memory) == 1 && decodedNames(memory) == [Self.key, Self.other] && memory.revision == 0)
    }

    @Test("a read that began before the device was locked is not remembered")
    func readBeforeALock() {
        var memory = memory()
        memory.forget()
        memory.remember(table(3), known(10), since: 0, isCurrent: false)
        #expect(memory.contents == nil)
        memory.remember(table(3), known(10), since: 1, isCurrent: false)
        #expect(byte(memory) == 3)
    }

    @Test(
        "an appended change is applied only to the state to which it was appended", arguments: [(10, true), (8, false)])
    func added(since seen: UInt64, isTaken: Bool) {
        var memory = memory()
        let changes: [[ExactName: [UInt8]?]] = [[Self.key: [4]], [Self.key: [5], Self.other: nil]]
        #expect(memory.add(changes, since: known(seen), known(14)) == isTaken)
        #expect(byte(memory) == (isTaken ? 5 : 1))
        #expect(decodedNames(memory) == (isTaken ? [] : [Self.key, Self.other]))
        #expect(memory.contents?.known.seen == (isTaken ? 14 : 10))
    }

    @Test("a decoded value is remembered only if its bytes are the same as the remembered bytes")
    func decodedOfOtherBytes() {
        var memory = StoreMemory()
        memory.remember(table(1), known(10), since: 0, isCurrent: false)
        memory.remember(Decoded(2), of: [2], Self.key)
        #expect(decodedNames(memory).isEmpty)
        memory.remember(Decoded(1), of: [1], Self.key)
        #expect(decodedNames(memory) == [Self.key])
    }

    /// One thread reads the whole file before another process's commit, and is slow. A second one reads the change
    /// during the commit, and a third one looks for more after it.
    @Test("changes apply only to the content that they follow, not to older content with the same sidecar word")
    func changesFollowTheirContent() async throws {
        var call = 0
        var middles = 0
        while true {
            let device = StoryDisk()
            let (writer, reader) = (device.files(1), device.files(2))
            #expect(writer.commit([Put(key: .count, number: 1)], { .unlocked }, StoreMigrations()).failure == nil)
            let old = reader.read { .unlocked }
            guard case .table(let first, _) = old.content, let known = old.remembered else {
                Issue.record("call \(call): \(old)")
                return
            }
            let during = Lock<(changes: [[ExactName: [UInt8]?]], now: Remembered)?>(nil)
            let isMet = Lock(false)
            device.disk.interpose(process: 1, call: call) {
                isMet.withLock { $0 = true }
                let found = reader.changes(since: known)
                during.withLock { $0 = found }
            }
            #expect(writer.commit([Put(key: .count, number: 2)], { .unlocked }, StoreMigrations()).failure == nil)
            guard isMet.withLock({ $0 }) else { break }
            call += 1
            guard let found = during.withLock({ $0 }), !found.changes.isEmpty else { continue }
            middles += 1
            var memory = StoreMemory()
            memory.remember(first, known, since: 0, isCurrent: false)
            let isAdded = memory.add(found.changes, since: known, found.now)
            #expect(isAdded)
            let after = try #require(reader.changes(since: found.now))
            memory.remember(first, known, since: 0, isCurrent: false)
            let isMistaken = memory.add(after.changes, since: found.now, after.now)
            #expect(!isMistaken, "call \(call - 1)")
            let rest = try #require(reader.changes(since: known))
            _ = memory.add(rest.changes, since: known, rest.now)
            #expect(memory.contents?.table?.value(of: "count") == Array("2".utf8))
        }
        #expect(middles > 0)
    }
}
