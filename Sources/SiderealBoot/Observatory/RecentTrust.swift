import SiderealClocks
import SiderealCore
import SiderealSystem

/// What was trusted a moment ago, for a caller that asks again.
struct RecentTrust: Sendable, BitwiseCopyable {
    /// The last input that it takes into account.
    var input: UInt64
    var trusted: TrustedTime
    /// Before `trusted` was true.
    var before: QuickReading
    /// For how long it is carried on, by the elapsed clock.
    var longest: Int64

    /// How long a reading of all clocks may take.
    static let longestReading: Int64 = 10_000

    func isNewer(than other: RecentTrust) -> Bool {
        (input, before.shown) > (other.input, other.before.shown)
    }

    /// The same, carried on to another reading; nil where that is too far away.
    func carried(to now: QuickReading, drift: Rate) -> TrustedTime? {
        guard let span = now.span(since: before), span.atMost <= longest else { return nil }
        let least = Nanoseconds(max(0, span.atLeast - RecentTrust.longestReading))
        return trusted.carried(over: least, to: Nanoseconds(span.atMost), drift: drift)
    }
}

/// What was trusted a moment ago, read without a lock.
struct RecentTrustCell: Sendable {
    private static let wordCount = (MemoryLayout<RecentTrust>.size + 7) / 8
    private let words = SequenceLock(count: wordCount)

    /// What was trusted a moment ago, if `input` is the latest.
    func value(input: UInt64) -> RecentTrust? {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: RecentTrustCell.wordCount) { copy in
            guard let start = copy.baseAddress, words.read(into: start), start[0] == input, input > 0 else {
                return nil
            }
            return UnsafeRawPointer(start).load(as: RecentTrust.self)
        }
    }

    /// Keeps what is there if it is newer: a thread that was held up since its reading would take `earliest` back.
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
    /// The number of the latest input, from one.
    let inputs = SharedCount()
    let usual = RecentTrustCell()
    let proven = RecentTrustCell()
    let unauthenticated = RecentTrustCell()
}
