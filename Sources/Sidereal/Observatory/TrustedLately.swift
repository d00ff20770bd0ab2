import SiderealCore
import SiderealSystem

/// What was trusted a moment ago, for a caller that asks again.
struct TrustedLately: Sendable, BitwiseCopyable {
    /// The last input that it takes into account.
    var input: UInt64
    var trusted: TrustedTime
    /// Before `trusted` was true.
    var before: ClockGlance
    /// For how long it is carried on, by the elapsed clock.
    var longest: Int64

    /// How long a reading of all clocks may take.
    static let longestReading: Int64 = 10_000

    func isNewer(than other: TrustedLately) -> Bool {
        (input, before.shown) > (other.input, other.before.shown)
    }

    /// The same, carried on to another glance; nil where that is too far away.
    func carried(to now: ClockGlance, drift: Rate) -> TrustedTime? {
        guard let span = now.span(since: before), span.atMost <= longest else { return nil }
        let least = Nanoseconds(max(0, span.atLeast - TrustedLately.longestReading))
        return trusted.carried(over: least, to: Nanoseconds(span.atMost), drift: drift)
    }
}

/// What was trusted a moment ago, read without a lock.
struct TrustedLatelyCell: Sendable {
    private static let wordCount = (MemoryLayout<TrustedLately>.size + 7) / 8
    private let words = SequenceLock(count: wordCount)

    /// What was trusted a moment ago, if `input` is the latest.
    func value(input: UInt64) -> TrustedLately? {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: TrustedLatelyCell.wordCount) { copy in
            guard let start = copy.baseAddress, words.read(into: start), start[0] == input, input > 0 else {
                return nil
            }
            return UnsafeRawPointer(start).load(as: TrustedLately.self)
        }
    }

    /// Keeps what is there if it is newer: a thread that was held up since its reading would take `earliest` back.
    func replace(_ value: TrustedLately) {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: TrustedLatelyCell.wordCount) { copy in
            copy.initialize(repeating: 0)
            UnsafeMutableRawBufferPointer(copy).storeBytes(of: value, as: TrustedLately.self)
            guard let start = copy.baseAddress else { return }
            words.replace(by: start) { UnsafeRawPointer($0).load(as: TrustedLately.self).isNewer(than: value) }
        }
    }
}

/// One cell for each common question.
struct TrustedLatelyCells: Sendable {
    /// The number of the latest input, from one.
    let inputs = SharedCount()
    let usual = TrustedLatelyCell()
    let proven = TrustedLatelyCell()
    let unauthenticated = TrustedLatelyCell()
}
