import SiderealBase

/// A file beside another file. A commit may replace the other file, but never the sidecar. The sidecar has a lock, and
/// a word that changes with every commit.
///
/// Other processes read the word with two quick system calls. If the word has changed, their copy of the content may be
/// old. The word is odd during a commit, and stays odd if the process is killed before the commit ends. The word is
/// random: after a power cut, a counter could go back and reach a value that another process has stored.
///
/// The sidecar is in the tier `always`, and no process removes it.
package final class Sidecar: Sendable {
    package let path: String
    let disk: RetryingFileSystem
    private let process: @Sendable () -> Int32
    private let held = Lock<Held?>(nil)

    private struct Held: Sendable {
        var opened: OpenSidecar
        /// The process that opened the file. A child of this process shares the lock of the same open file, so the
        /// lock would not exclude the child.
        var process: Int32
    }

    package init(
        path: String, disk: any FileSystem, process: @escaping @Sendable () -> Int32 = { Syscalls.processIdentifier }
    ) {
        self.path = path
        self.disk = RetryingFileSystem(base: disk)
        self.process = process
    }

    /// Closes the file as soon as no caller uses its lock or its word.
    package func close() { disk.withLock(held) { $0 = nil } }

    /// Takes the lock, or returns `nil` if another opener holds it at every attempt. Only one caller may hold the lock
    /// at a time.
    func lock(attempts: Int) throws(SystemError) -> SidecarLock? {
        let known = disk.withLock(held) { own($0) }
        let lock = try SidecarLock.take(
            path, on: disk, opened: known?.isWritable == true ? known : nil, attempts: attempts, creatingDirectory: true
        )
        if let lock { disk.withLock(held) { $0 = Held(opened: lock.opened, process: process()) } }
        return lock
    }

    /// Returns the open file, unless another process opened it, or the app has closed its descriptor.
    private func own(_ held: Held?) -> OpenSidecar? {
        held.flatMap { $0.process == process() && $0.opened.isOpen ? $0.opened : nil }
    }

    /// Returns the word, which is valid while the path names this file. If there is no word, returns `nil`, and the
    /// caller must not keep content in memory.
    package func word(creating: Bool = false) -> SharedWord? {
        disk.withLock(held) { held in
            var known = own(held)
            if let open = known, (try? disk.identityIfPresent(ofPath: path)) != open.identity { known = nil }
            if known == nil { known = try? open(creating: creating) }
            held = known.map { Held(opened: $0, process: process()) }
            return known?.sharedWord
        }
    }

    /// The word of the file that is open now, even if the path names another file.
    package var openWord: SharedWord? { disk.withLock(held) { $0?.opened.sharedWord } }

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
        // A file in another tier may be locked, and then its word can't be read.
        if let tier = try disk.protection(of: file), tier != .always { return nil }
        if creating, opened.word == nil, try disk.tryLock(file) {
            defer { disk.unlock(file) }
            // The creator was killed before it set the word, or has only just created the file.
            if opened.word == nil { try opened.put(disk.randomWord() & ~1) }
        }
        return opened
    }
}

/// A word in a file. Other processes also write the word. `load` returns the current word, or `nil` if the word can't
/// be read. A load makes two system calls and does not wait. The library does not map the file, because another program
/// may truncate it.
package struct SharedWord: Sendable {
    package let load: @Sendable () -> UInt64?

    package init(load: @escaping @Sendable () -> UInt64?) { self.load = load }
}

/// The values of the sidecar's word before, during and after a commit.
///
/// The upper bits identify a run: consecutive commits of one process, with no other process in between. Content that
/// was read in the same run differs from the present content only by later changes. The lowest bit is 1 during a
/// commit. The other bits are random.
package struct CommitWords: Equatable, Sendable {
    /// The word before the commit.
    package let before: UInt64?
    /// The word during the commit, which is odd.
    package let during: UInt64
    package let after: UInt64
    /// A Boolean value that indicates whether the commit continues from this process's last commit, with no other
    /// process in between.
    package let isContinuing: Bool

    private static let run = ~UInt64(0) << 41

    /// Creates the words `during` and `after`, which differ from each other and from `before`. They belong to the same
    /// run as `before`, or to a new run.
    package init(before: UInt64?, random: UInt64, isContinuing: Bool) {
        self.before = before
        self.isContinuing = isContinuing
        let run = isContinuing ? (before ?? random) & Self.run : random & Self.run
        let odd = run | random & ~Self.run | 1
        during = before == odd ? odd ^ 2 : odd
        let even = run | (random &* 0x9E37_79B9_7F4A_7C15) >> 23 & ~Self.run & ~1
        after = before == even ? even ^ 2 : even
    }

    /// The word after a failed commit. This word does not belong to any run, because content that other processes read
    /// during the commit may be gone.
    var afterFailure: UInt64 { after ^ Self.run }

    /// Returns whether two words belong to the same run.
    package static func areOfOneRun(_ one: UInt64, _ other: UInt64) -> Bool { (one ^ other) & run == 0 }
}

/// An open sidecar. The file closes when the last user releases this object.
final class OpenSidecar: Sendable {
    let file: OpenFile
    let identity: FileIdentity
    let isWritable: Bool
    let disk: RetryingFileSystem

    /// Takes over an open file, and closes the file if the initializer throws.
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

    deinit { if isOpen { disk.close(file) } }

    /// A Boolean value that indicates whether the descriptor still belongs to the file. If the app closed it by
    /// mistake, the system may have given its number to another file.
    var isOpen: Bool { (try? disk.identity(of: file)) == identity }

    /// The current word, or `nil` if the word can't be read, or if the path no longer names this file.
    var word: UInt64? {
        do throws(SystemError) {
            guard try disk.identity(ofPath: file.path) == identity else { return nil }
        } catch {
            // If this process isn't allowed to enter the directory, it can't check the path, but the file has not
            // moved.
            guard error.isPermissionDenied else { return nil }
        }
        return (try? disk.readWord(file)) ?? nil
    }

    var sharedWord: SharedWord { SharedWord { self.word } }

    func put(_ word: UInt64) throws(SystemError) { try disk.writeWord(word, to: file) }
}
