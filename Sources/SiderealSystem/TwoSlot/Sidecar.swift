import SiderealBase

/// A file beside a guarded one, which may be replaced itself: a lock, and a word that changes with every commit.
///
/// By the word others know, at the price of two quick calls, that what they remember may be old. It is odd while a
/// commit is being made: whoever is killed in the middle leaves it so. It is random: a counter that runs backwards
/// after a power cut could come to a value that somebody remembers. The file is in the tier `always`, and never
/// removed.
package final class Sidecar: Sendable {
    package let path: String
    let disk: RetryingFileSystem
    private let held = Lock<OpenSidecar?>(nil)

    package init(path: String, disk: any FileSystem) {
        self.path = path
        self.disk = RetryingFileSystem(base: disk)
    }

    /// Closes it as soon as nobody has its lock or its word.
    package func close() { held.withLock { $0 = nil } }

    /// Takes the lock, or returns nil if another holds it at each of the attempts. Only one caller at a time.
    func lock(attempts: Int) throws(SystemError) -> SidecarLock? {
        let known = held.withLock { $0 }
        let lock = try SidecarLock.take(
            path, on: disk, opened: known?.isWritable == true ? known : nil, attempts: attempts, creatingDirectory: true
        )
        if let lock { held.withLock { $0 = lock.opened } }
        return lock
    }

    /// The word, for as long as the file is what the path names; nil where there is none, so that nothing may be
    /// remembered.
    package func word(creating: Bool = false) -> SharedWord? {
        held.withLock { held in
            if let known = held, (try? disk.identityIfPresent(ofPath: path)) != known.identity { held = nil }
            if held == nil { held = try? open(creating: creating) }
            return held?.sharedWord
        }
    }

    /// The word of the file that is open now, whatever the path names.
    package var openWord: SharedWord? { held.withLock { $0?.sharedWord } }

    private func open(creating: Bool) throws(SystemError) -> OpenSidecar? {
        let file: OpenFile?
        var isWritable = true
        do throws(SystemError) {
            file = creating ? try disk.open(path, .openOrCreate) : try disk.openIfPresent(path, .readWrite)
        } catch {
            guard error.isPermissionDenied || error.number == .readOnly else { throw error }
            isWritable = false
            file = try disk.openIfPresent(path, .readOnly)
        }
        guard let file else { return nil }
        let opened = try OpenSidecar(file, isWritable: isWritable, disk)
        // One that may be locked tells nothing while it is.
        if let tier = try disk.protection(of: file), tier != .always { return nil }
        if creating, opened.word == nil, try disk.tryLock(file) {
            defer { disk.unlock(file) }
            // Its maker was killed before it set the word, or has only just made it.
            if opened.word == nil { try opened.put(disk.randomWord() & ~1) }
        }
        return opened
    }
}

/// A word of a file that other processes write: what it is now, or nil where it can't be read. It takes two calls of
/// the system, which wait for nobody; not a map of the file, since a foreign hand may truncate it.
package struct SharedWord: Sendable {
    package let load: @Sendable () -> UInt64?

    package init(load: @escaping @Sendable () -> UInt64?) { self.load = load }
}

/// The words that go with a commit.
///
/// The upper bits name a run: commits of one process, one after the other, with nobody in between. What was read in the
/// same run is what there is now, less the changes since. The lowest bit says whether a commit is being made; the rest
/// is random.
package struct CommitWords: Equatable, Sendable {
    /// What stood there before.
    package let before: UInt64?
    /// What stands there while it is being made; odd.
    package let during: UInt64
    package let after: UInt64
    /// Whether it goes on from the last commit of this process, with nobody in between.
    package let isContinuing: Bool

    private static let run = ~UInt64(0) << 41

    /// Two that differ from each other and from the one before; of its run, or of a new one.
    package init(before: UInt64?, random: UInt64, isContinuing: Bool) {
        self.before = before
        self.isContinuing = isContinuing
        let run = isContinuing ? (before ?? random) & Self.run : random & Self.run
        let odd = run | random & ~Self.run | 1
        during = before == odd ? odd ^ 2 : odd
        let even = run | (random &* 0x9E37_79B9_7F4A_7C15) >> 23 & ~Self.run & ~1
        after = before == even ? even ^ 2 : even
    }

    /// What stands there where the commit failed: of no run, because what was seen of it may be gone.
    var afterFailure: UInt64 { after ^ Self.run }

    /// Whether two words are of one run.
    package static func areOfOneRun(_ one: UInt64, _ other: UInt64) -> Bool { (one ^ other) & run == 0 }
}

/// An open sidecar, closed with the last one who has it.
final class OpenSidecar: Sendable {
    let file: OpenFile
    let identity: FileIdentity
    let isWritable: Bool
    let disk: RetryingFileSystem

    /// Takes over an open file, and closes it where that fails.
    init(_ file: OpenFile, isWritable: Bool, _ disk: RetryingFileSystem) throws(SystemError) {
        do throws(SystemError) {
            identity = try disk.identity(of: file)
        } catch {
            disk.close(file)
            throw error
        }
        self.file = file
        self.isWritable = isWritable
        self.disk = disk
    }

    deinit { disk.close(file) }

    /// As it is now; nil where it can't be read, or the path names another file by now, or none.
    var word: UInt64? {
        do throws(SystemError) {
            guard try disk.identity(ofPath: file.path) == identity else { return nil }
        } catch {
            // A directory that may not be entered hides what the path names, and moves nothing.
            guard error.isPermissionDenied else { return nil }
        }
        return (try? disk.readWord(file)) ?? nil
    }

    var sharedWord: SharedWord { SharedWord { self.word } }

    func put(_ word: UInt64) throws(SystemError) { try disk.writeWord(word, to: file) }
}
