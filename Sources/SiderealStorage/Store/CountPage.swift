import SiderealCore
import SiderealSystem

/// One page beside a store whose first word changes with every commit: what tells readers, without a system call, that
/// what they remember may be old.
///
/// It is odd while a commit is being made: whoever is killed in the middle leaves it so, and nobody remembers what may be
/// half there. It holds nothing else, is in the tier `always`, and never shrinks.
final class CountPage<Disk: FileSystem>: Sendable {
    private struct Held: Sendable {
        let file: OpenFile
        let identity: FileIdentity
        let word: SharedWord
    }

    private static var size: Int { 4096 }

    let path: String
    private let disk: PatientFileSystem<Disk>
    private let held = Lock<Held?>(nil)

    init(path: String, disk: PatientFileSystem<Disk>) {
        self.path = path
        self.disk = disk
    }

    deinit {
        if let held = held.withLock({ $0 }) { disk.close(held.file) }
    }

    /// The word, for as long as the file is what the path names, and what it was; nil where nothing may be remembered.
    func word(creating: Bool) -> (word: SharedWord, seen: UInt64)? {
        let word = held.withLock { held in
            (try? hold(&held, creating: creating))??.word
        }
        guard let word else { return nil }
        let seen = word.load()
        return seen & 1 == 0 ? (word, seen) : nil
    }

    /// Says that a commit is being made; only under the store's lock.
    func begin() throws(SystemError) { _ = try change(isBusy: true) }

    /// Says that a commit was made, or failed; only under the store's lock. Returns the new word.
    func end() throws(SystemError) -> (word: SharedWord, value: UInt64) { try change(isBusy: false) }

    private func change(isBusy: Bool) throws(SystemError) -> (word: SharedWord, value: UInt64) {
        try held.withLock { held throws(SystemError) in
            guard let page = try hold(&held, creating: true) else { throw SystemError(.open, path, .notFound) }
            // Any other value will do: not counted, because one that runs backwards could come to the same again.
            let old = page.word.load()
            var new = disk.randomWord() & ~1 | (isBusy ? 1 : 0)
            if new == old || new == 0 { new = old &+ 2 }
            var bytes = [UInt8](repeating: 0, count: 8)
            bytes.put(word: new, at: 0)
            try disk.writeFully(page.file, bytes, at: 0)
            return (page.word, new)
        }
    }

    private func hold(_ held: inout sending Held?, creating: Bool) throws(SystemError) -> Held? {
        if let known = held {
            if try disk.identityIfPresent(ofPath: path) == known.identity { return known }
            disk.close(known.file)
            held = nil
        }
        // To write even where it is only read: some file systems map another file for those who only read.
        let opened = creating ? try disk.open(path, .openOrCreate) : try disk.openIfPresent(path, .readWrite)
        guard let file = opened else { return nil }
        do throws(SystemError) {
            let tier = try disk.protection(of: file)
            guard tier == nil || tier == .always else { throw SystemError(.map, path, .notPermitted) }
            let size = Int(clamping: try disk.size(of: file))
            if size < Self.size {
                // Whoever made it was killed before this, or is just about to do it. Never the word itself: another may have
                // set it meanwhile.
                let start = max(size, 8)
                try disk.writeFully(file, [UInt8](repeating: 0, count: Self.size &- start), at: Int64(start))
            }
            let page = Held(file: file, identity: try disk.identity(of: file), word: try disk.mapWord(of: file))
            held = page
            return page
        } catch {
            disk.close(file)
            throw error
        }
    }
}
