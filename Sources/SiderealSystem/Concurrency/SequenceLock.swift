internal import CSiderealSystem

/// A few words that many threads read without a lock, and one at a time replaces now and then.
///
/// A sequence lock: its number is odd while the words are being replaced, and another one afterwards. A reader copies
/// the words and checks that the number is still the same; no thread waits for another. The words are atomic, so that a
/// copy in the midst of a change is no race, only of no use (H. Boehm, Can seqlocks get along with programming language
/// memory models?, MSPC 2012).
///
/// Unchecked, because the words are in memory of its own: only atomic calls touch it, except that the old words are
/// read by the one thread that may replace them.
package final class SequenceLock: @unchecked Sendable {
    private let number: UnsafeMutablePointer<UInt64>
    private let words: UnsafeMutablePointer<UInt64>
    private let count: Int

    /// - Parameter count: How many words, zero at first.
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

    /// Copies the words; false, and what was copied means nothing, where they are being replaced at this moment.
    package func read(into copy: UnsafeMutablePointer<UInt64>) -> Bool {
        let before = sidereal_load_acquire(number)
        guard before & 1 == 0 else { return false }
        for index in 0..<count { copy[index] = sidereal_load_relaxed(words + index) }
        sidereal_fence_acquire()
        return sidereal_load_relaxed(number) == before
    }

    /// Replaces the words, unless another thread is doing so, or what is there is to stay; whether it did.
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

/// A number that only grows, and that all threads see.
///
/// Unchecked, because the number is in memory of its own that only atomic calls touch.
package final class SharedCount: @unchecked Sendable {
    private let word: UnsafeMutablePointer<UInt64>

    package init() {
        word = .allocate(capacity: 1)
        word.initialize(to: 0)
    }

    deinit { word.deallocate() }

    /// With all that was written before it was raised.
    package var count: UInt64 { sidereal_load_acquire(word) }

    /// One thread at a time.
    package func raise() { sidereal_store_release(word, sidereal_load_relaxed(word) &+ 1) }
}
