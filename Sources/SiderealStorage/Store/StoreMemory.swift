package import SiderealBase
import SiderealSystem

/// What a store remembers of its files for readers, and how it is known whether that is still what is stored.
package struct StoreMemory: Sendable {
    /// What was read last, or left by this process's last commit.
    package struct Contents: Sendable {
        /// Nil: nothing was ever stored.
        package private(set) var table: StoreTable?
        package private(set) var known: StoreReadOutcome.Remembered
        /// Values as they were decoded, each a `Decoded`.
        package fileprivate(set) var decoded: [ExactName: any AnyObject & Sendable] = [:]

        /// Goes on to what commits left, by their changes.
        fileprivate mutating func apply(_ all: [[ExactName: [UInt8]?]], _ now: StoreReadOutcome.Remembered) {
            for changes in all {
                table?.apply(changes)
                for name in changes.keys { decoded[name] = nil }
            }
            known = now
        }
    }

    /// What was remembered at a moment, without what it was.
    package struct Freshness: Sendable {
        let word: SharedWord
        let seen: UInt64
        let words: CommitWords?

        /// Whether it is what is stored. By two calls of the system that take no lock of ours, and never wait.
        ///
        /// During a commit of this process it is what was acknowledged last, and will be until the commit is taken in.
        package var isCurrent: Bool {
            guard let word = word.load() else { return false }
            if word == seen { return true }
            guard let words else { return false }
            return words.before == seen && (word == words.during || word == words.after)
        }
    }

    package private(set) var contents: Contents?
    /// Those of this process's last commit, which may be under way.
    private var words: CommitWords?
    /// Counts the locks of the device and the commits of this process: what was read before one is not remembered after
    /// it.
    package private(set) var revision: UInt64 = 0

    /// Nothing is remembered.
    package init() {}

    /// Shows whether the memory still matches the file.
    package var freshness: Freshness? {
        guard let word = contents?.known.word, let seen = contents?.known.seen else { return nil }
        return Freshness(word: word, seen: seen, words: words)
    }

    // MARK: - Reads

    /// Remembers what a read found that began at a revision, and returns what that read is to answer from.
    ///
    /// What was found to be up to date after the read comes first: a slow read's table may be older, and one that was
    /// read during a commit of this process holds what is not acknowledged.
    @discardableResult
    package mutating func remember(
        _ table: StoreTable?, _ known: StoreReadOutcome.Remembered?, since revision: UInt64, isCurrent: Bool
    ) -> StoreTable? {
        if isCurrent { return contents?.table }
        // Even if it is out of date by now: then only what was added since has to be read.
        guard self.revision == revision, let known else { return table }
        contents = Contents(table: table, known: known)
        return table
    }

    /// Goes on to what a read found to be added; false where something else is remembered by now.
    package mutating func add(
        _ changes: [[ExactName: [UInt8]?]], since known: StoreReadOutcome.Remembered, _ now: StoreReadOutcome.Remembered
    ) -> Bool {
        guard contents?.known.seen == known.seen, contents?.table != nil else { return false }
        contents?.apply(changes, now)
        return true
    }

    /// Remembers a value as it was decoded, if its bytes are those that are remembered.
    package mutating func remember(_ decoded: any AnyObject & Sendable, of bytes: [UInt8], _ name: ExactName) {
        guard contents?.table?.value(of: name) == bytes else { return }
        contents?.decoded[name] = decoded
    }

    /// What is locked again must not lie in memory; nor is what a read under way has seen remembered.
    package mutating func forget() {
        contents = nil
        revision &+= 1
    }

    // MARK: - Commits

    /// A commit is about to change the files. What is remembered serves until it is taken in, and if nothing is that is
    /// up to date, what the commit found: so no reader sees what is not acknowledged yet.
    package mutating func willCommit(_ begun: BegunCommit) {
        let isUpToDate = freshness?.seen == begun.words.before
        words = begun.words
        revision &+= 1
        guard !isUpToDate, let table = begun.found, let word = begun.word, let seen = begun.words.before else { return }
        contents = Contents(table: table, known: StoreReadOutcome.Remembered(word: word, seen: seen, place: nil))
    }

    /// Goes on to what a commit left. Where files may be locked again, `isLockable`, nothing is remembered.
    package mutating func takeIn(_ commit: StoreCommit, isLockable: Bool) {
        self.words = nil
        guard let table = commit.content, let words = commit.words else {
            // After a failure the old content is there, or the new one.
            if commit.failure != nil { forget() }
            return
        }
        // Without a new word, what a read under way has seen would seem to be the newest.
        guard let word = commit.word, !isLockable else { return forget() }
        // If the end could not be announced the word stays odd, and the next writer sets another one.
        let seen = commit.isEndAnnounced ? words.after : words.during
        let now = StoreReadOutcome.Remembered(word: word, seen: seen, place: commit.place)
        // What was read at the same word need not be what the commit was built on: after a failure it may have been
        // seen in the cache alone, and a foreign hand may have put something else in place.
        if words.isContinuing, contents?.known.seen == words.before, contents?.table != nil {
            contents?.apply([commit.changes], now)
        } else {
            contents = Contents(table: table, known: now)
        }
    }
}

/// A value as it was decoded, under a type that can be asked for.
package final class Decoded<Value: Sendable>: Sendable {
    let value: Value
    package init(_ value: Value) { self.value = value }
}
