import SiderealClocks
import SiderealCore
import SiderealSystem

/// A recent trusted time, for a caller that soon queries again.
struct RecentTrust: Sendable, BitwiseCopyable {
    /// The number of the last input that the trusted time includes.
    var input: UInt64
    var trusted: TrustedTime
    /// A reading from just before the moment of `trusted`.
    var before: QuickReading
    /// The longest span of the elapsed clock by which `trusted` can be advanced.
    var longest: Int64

    /// The longest time that a reading of all clocks may take, in nanoseconds.
    static let longestReading: Int64 = 10_000

    func isNewer(than other: RecentTrust) -> Bool {
        (input, before.shown) > (other.input, other.before.shown)
    }

    /// Returns the trusted time at another reading, or `nil` if that reading is too much later.
    func carried(to now: QuickReading, drift: Rate) -> TrustedTime? {
        guard let span = now.span(since: before), span.atMost <= longest else { return nil }
        let least = Nanoseconds(max(0, span.atLeast - RecentTrust.longestReading))
        return trusted.carried(over: least, to: Nanoseconds(span.atMost), drift: drift)
    }
}

/// A cell with the latest trusted time, which threads read without a lock.
struct RecentTrustCell: Sendable {
    private static let wordCount = (MemoryLayout<RecentTrust>.size + 7) / 8
    private let words = SequenceLock(count: wordCount)

    /// Returns the stored trusted time, or `nil` if `input` is not the latest input that it includes.
    func value(input: UInt64) -> RecentTrust? {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: RecentTrustCell.wordCount) { copy in
            guard let start = copy.baseAddress, words.read(into: start), start[0] == input, input > 0 else {
                return nil
            }
            return UnsafeRawPointer(start).load(as: RecentTrust.self)
        }
    }

    /// Stores a value unless the stored value is newer. Without this check, `earliest` could go back if a thread was
    /// delayed after its reading.
    func replace(_ value: RecentTrust) {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: RecentTrustCell.wordCount) { copy in
            copy.initialize(repeating: 0)
            UnsafeMutableRawBufferPointer(copy).storeBytes(of: value, as: RecentTrust.self)
            guard let start = copy.baseAddress else { return }
            words.replace(by: start) { UnsafeRawPointer($0).load(as: RecentTrust.self).isNewer(than: value) }
        }
    }
}

/// One cell for each common question.
struct RecentTrustCells: Sendable {
    /// The number of the latest input, counted from one.
    let inputs = SharedCount()
    let usual = RecentTrustCell()
    let proven = RecentTrustCell()
    let unauthenticated = RecentTrustCell()
}
