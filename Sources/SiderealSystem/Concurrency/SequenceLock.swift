internal import CSiderealSystem

/// A few words in memory. Many threads read them without a lock, and one thread at a time replaces them.
///
/// This type is a sequence lock. Its sequence number is odd while a thread replaces the words, and has a new value
/// afterwards. A reader copies the words and then checks that the number is still the same. No thread waits for another
/// thread. The words are atomic, so a copy during a change is useless, but not a data race (H. Boehm, Can seqlocks get
/// along with programming language memory models?, MSPC 2012).
///
/// The class is `@unchecked Sendable`, because it allocates the words itself. Only atomic calls use this memory, with
/// one exception: the thread that replaces the words reads the old words directly.
package final class SequenceLock: @unchecked Sendable {
    private let number: UnsafeMutablePointer<UInt64>
    private let words: UnsafeMutablePointer<UInt64>
    private let count: Int

    /// Creates words that are zero at first.
    ///
    /// - Parameter count: The number of words.
    package init(count: Int) {
        self.count = count
        number = .allocate(capacity: 1)
        number.initialize(to: 0)
        words = .allocate(capacity: count)
        words.initialize(repeating: 0, count: count)
    }

    deinit {
        number.deallocate()
        words.deallocate()
    }

    /// Copies the words. Returns `false` if another thread is replacing the words. If the result is `false`, the copy
    /// is meaningless.
    package func read(into copy: UnsafeMutablePointer<UInt64>) -> Bool {
        let before = sidereal_load_acquire(number)
        guard before & 1 == 0 else { return false }
        for index in 0..<count { copy[index] = sidereal_load_relaxed(words + index) }
        sidereal_fence_acquire()
        return sidereal_load_relaxed(number) == before
    }

    /// Replaces the words, unless another thread is replacing them, or `stays` returns `true` for the old words.
    /// Returns whether this method replaced the words.
    @discardableResult
    package func replace(
        by new: UnsafePointer<UInt64>, unless stays: (_ old: UnsafePointer<UInt64>) -> Bool = { _ in false }
    ) -> Bool {
        let before = sidereal_load_relaxed(number)
        guard before & 1 == 0, sidereal_replace(number, before, before | 1) != 0 else { return false }
        if stays(words) {
            sidereal_store_release(number, before)
            return false
        }
        sidereal_fence_release()
        for index in 0..<count { sidereal_store_relaxed(words + index, new[index]) }
        sidereal_store_release(number, before &+ 2)
        return true
    }
}

/// A number that only increases, and that all threads can read.
///
/// The class is `@unchecked Sendable`, because it allocates the number itself, and only atomic calls use this memory.
package final class SharedCount: @unchecked Sendable {
    private let word: UnsafeMutablePointer<UInt64>

    package init() {
        word = .allocate(capacity: 1)
        word.initialize(to: 0)
    }

    deinit { word.deallocate() }

    /// The number. A thread that reads the number also sees everything that was written before the number was raised.
    package var count: UInt64 { sidereal_load_acquire(word) }

    /// Raises the number. Only one thread at a time may call this method.
    package func raise() { sidereal_store_release(word, sidereal_load_relaxed(word) &+ 1) }
}
