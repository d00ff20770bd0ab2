package import SiderealBase
import SiderealSystem

/// A store's memory of its files for readers, with the means to check whether it is current.
package struct StoreMemory: Sendable {
    /// The contents of the latest read, or of this process's latest commit.
    package struct Contents: Sendable {
        /// The stored keys and values, or `nil` if the store was never written.
        package private(set) var table: StoreTable?
        package private(set) var known: StoreReadOutcome.Remembered
        /// The decoded values, each a `Decoded`.
        package fileprivate(set) var decoded: [ExactName: any AnyObject & Sendable] = [:]

        /// Advances to the state that commits left, by applying their changes.
        fileprivate mutating func apply(_ all: [[ExactName: [UInt8]?]], _ now: StoreReadOutcome.Remembered) {
            for changes in all {
                table?.apply(changes)
                for name in changes.keys { decoded[name] = nil }
            }
            known = now
        }
    }

    /// The means to check a memory for currency, without its contents.
    package struct Freshness: Sendable {
        let word: SharedWord
        let seen: UInt64
        let words: CommitWords?

        /// Indicates whether the memory matches the stored values. The check takes two system calls, takes no lock of
        /// ours, and never waits.
        ///
        /// During a commit of this process the memory holds the latest acknowledged state, until the commit is taken
        /// in.
        package var isCurrent: Bool {
            guard let word = word.load() else { return false }
            if word == seen { return true }
            guard let words else { return false }
            return words.before == seen && (word == words.during || word == words.after)
        }
    }

    package private(set) var contents: Contents?
    /// The words of this process's latest commit, which may be under way.
    private var words: CommitWords?
    /// The number of device locks and of this process's commits. A read that began at an earlier revision is not
    /// remembered.
    package private(set) var revision: UInt64 = 0

    /// Creates an empty memory.
    package init() {}

    /// The means to check whether the memory still matches the file, or `nil` if the memory is empty.
    package var freshness: Freshness? {
        guard let word = contents?.known.word, let seen = contents?.known.seen else { return nil }
        return Freshness(word: word, seen: seen, words: words)
    }

    // MARK: - Reads

    /// Remembers the result of a read that began at a revision, and returns the table to answer from.
    ///
    /// If the memory was current after the read, it takes precedence: a slow read's table may be older, and a table
    /// read during a commit of this process holds changes that are not yet acknowledged.
    @discardableResult
    package mutating func remember(
        _ table: StoreTable?, _ known: StoreReadOutcome.Remembered?, since revision: UInt64, isCurrent: Bool
    ) -> StoreTable? {
        if isCurrent { return contents?.table }
        // Remember even an outdated table: then only later additions have to be read.
        guard self.revision == revision, let known else { return table }
        contents = Contents(table: table, known: known)
        return table
    }

    /// Applies the changes that a read found. Returns `false` if the memory has moved on meanwhile.
    package mutating func add(
        _ changes: [[ExactName: [UInt8]?]], since known: StoreReadOutcome.Remembered, _ now: StoreReadOutcome.Remembered
    ) -> Bool {
        guard contents?.known.seen == known.seen, contents?.table != nil else { return false }
        contents?.apply(changes, now)
        return true
    }

    /// Remembers a decoded value if its bytes match the remembered ones.
    package mutating func remember(_ decoded: any AnyObject & Sendable, of bytes: [UInt8], _ name: ExactName) {
        guard contents?.table?.value(of: name) == bytes else { return }
        contents?.decoded[name] = decoded
    }

    /// Forgets all contents, since locked values must not stay in memory. Reads under way are not remembered either.
    package mutating func forget() {
        contents = nil
        revision &+= 1
    }

    // MARK: - Commits

    /// Prepares for a commit that is about to change the files. Until the commit is taken in, readers see the current
    /// memory, or else the table that the commit found. So no reader sees unacknowledged changes.
    package mutating func willCommit(_ begun: BegunCommit) {
        let isUpToDate = freshness?.seen == begun.words.before
        words = begun.words
        revision &+= 1
        guard !isUpToDate, let table = begun.found, let word = begun.word, let seen = begun.words.before else { return }
        contents = Contents(table: table, known: StoreReadOutcome.Remembered(word: word, seen: seen, place: nil))
    }

    /// Advances to the state that a commit left. If the files can be locked again, `isLockable`, it forgets all
    /// content.
    package mutating func takeIn(_ commit: StoreCommit, isLockable: Bool) {
        self.words = nil
        guard let table = commit.content, let words = commit.words else {
            // After a failure the file has either the old content or the new one.
            if commit.failure != nil { forget() }
            return
        }
        // Without a new word, the result of a read under way would seem to be the newest.
        guard let word = commit.word, !isLockable else { return forget() }
        // If the end could not be announced the word stays odd, and the next writer sets another one.
        let seen = commit.isEndAnnounced ? words.after : words.during
        let now = StoreReadOutcome.Remembered(word: word, seen: seen, place: commit.place)
        // A read at the same word may have seen other content than the commit was built on: after a failure the content
        // may have been in the cache alone, and another program may have replaced the file.
        if words.isContinuing, contents?.known.seen == words.before, contents?.table != nil {
            contents?.apply([commit.changes], now)
        } else {
            contents = Contents(table: table, known: now)
        }
    }
}

/// A decoded value, stored in a class so that a cast can check its type.
package final class Decoded<Value: Sendable>: Sendable {
    let value: Value
    package init(_ value: Value) { self.value = value }
}
