package import SiderealBase
import SiderealSystem

/// A store's memory: the content of its files for readers, and the means to check whether the content is current.
package struct StoreMemory: Sendable {
    /// The contents of the latest read, or of this process's latest commit.
    package struct Contents: Sendable {
        /// The stored keys and values, or `nil` if the store was never written.
        package private(set) var table: StoreTable?
        package private(set) var known: StoreReadOutcome.Remembered
        /// The decoded values. Each value is in a `Decoded` object.
        package fileprivate(set) var decoded: [ExactName: any AnyObject & Sendable] = [:]

        /// Applies the changes of commits, in order.
        fileprivate mutating func apply(_ all: [[ExactName: [UInt8]?]], _ now: StoreReadOutcome.Remembered) {
            for changes in all {
                table?.apply(changes)
                for name in changes.keys { decoded[name] = nil }
            }
            known = now
        }
    }

    /// The means to check whether the memory is current, without a copy of its contents.
    package struct Freshness: Sendable {
        let word: SharedWord
        let seen: UInt64
        let words: CommitWords?

        /// A Boolean value that indicates whether the memory matches the stored values. The check makes two system
        /// calls. The check takes no lock of this library, and never waits.
        ///
        /// During a commit of this process, the memory has the content that the commit changes. The memory receives the
        /// new content when the commit ends.
        package var isCurrent: Bool {
            guard let word = word.load() else { return false }
            return word == seen || word == words?.during || word == words?.after
        }
    }

    package private(set) var contents: Contents?
    /// The sidecar's words of this process's present commit, or `nil` if no commit is under way.
    private var words: CommitWords?
    /// A number that grows each time the device is locked, and with each commit of this process. The memory ignores the
    /// result of a read that began at an earlier revision.
    package private(set) var revision: UInt64 = 0

    /// Creates an empty memory.
    package init() {}

    /// The means to check whether the memory still matches the file, or `nil` if the memory is empty.
    package var freshness: Freshness? {
        guard let word = contents?.known.word, let seen = contents?.known.seen else { return nil }
        return Freshness(word: word, seen: seen, words: words)
    }

    // MARK: - Reads

    /// Records the result of a read that began at a revision. Returns the table for the reader.
    ///
    /// If the memory is current after the read, the reader receives the memory's table. The table of a slow read may be
    /// older. A table that was read during a commit of this process may have unacknowledged changes.
    @discardableResult
    package mutating func remember(
        _ table: StoreTable?, _ known: StoreReadOutcome.Remembered?, since revision: UInt64, isCurrent: Bool
    ) -> StoreTable? {
        if isCurrent { return contents?.table }
        // Record even an outdated table, so that the next read reads only later additions.
        guard self.revision == revision, let known else { return table }
        contents = Contents(table: table, known: known)
        return table
    }

    /// Applies the changes that a read found. Returns `false` if the memory has changed since the read began, or if the
    /// changes may be those of a commit of this process that is under way.
    package mutating func add(
        _ changes: [[ExactName: [UInt8]?]], since known: StoreReadOutcome.Remembered, _ now: StoreReadOutcome.Remembered
    ) -> Bool {
        guard words == nil, contents?.known.isOfSameContent(as: known) == true, contents?.table != nil else {
            return false
        }
        contents?.apply(changes, now)
        return true
    }

    /// Records a decoded value if its bytes match the bytes in memory.
    package mutating func remember(_ decoded: any AnyObject & Sendable, of bytes: [UInt8], _ name: ExactName) {
        guard contents?.table?.value(of: name) == bytes else { return }
        contents?.decoded[name] = decoded
    }

    /// Drops all contents, since locked values must not stay in memory. The memory also ignores the results of reads
    /// that are in progress.
    package mutating func forget() {
        contents = nil
        revision &+= 1
    }

    // MARK: - Commits

    /// Prepares for a commit that is about to change the files. Until the commit ends, the memory has the table that
    /// the commit changes, and all readers receive this table. So no reader receives unacknowledged changes.
    package mutating func willCommit(_ begun: BegunCommit) {
        words = begun.words
        revision &+= 1
        if let before = begun.words.before, contents?.known.seen == before { return }
        guard let base = begun.base, let word = begun.word else { return contents = nil }
        // If the sidecar had no word before the commit, the word of the commit is its first word.
        let seen = begun.words.before ?? begun.words.during
        contents = Contents(table: base, known: StoreReadOutcome.Remembered(word: word, seen: seen, place: nil))
    }

    /// Records the content after a commit. If the device can lock the files again (`isLockable`), drops all contents
    /// instead.
    package mutating func takeIn(_ commit: StoreCommit, isLockable: Bool) {
        self.words = nil
        guard let table = commit.content, let words = commit.words else {
            // After a failure, the file has either the old content or the new content.
            if commit.failure != nil { forget() }
            return
        }
        // Without the sidecar's word, the result of a read under way would seem current. `forget()` makes the memory
        // ignore this result.
        guard let word = commit.word, !isLockable else { return forget() }
        // If the commit could not write its last word to the sidecar, the word stays odd. The next writer then sets
        // another word.
        let seen = commit.isEndAnnounced ? words.after : words.during
        let now = StoreReadOutcome.Remembered(word: word, seen: seen, place: commit.place)
        // The same word alone does not prove the same content. After a failure, the content may have been only in the
        // cache. Another program may also have replaced the file. So apply the changes only if the commit continues
        // this process's last commit.
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
