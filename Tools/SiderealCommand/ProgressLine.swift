import SiderealSystem

/// The progress of a long task: a bar, a number, the speed, and the remaining time. The line changes at most five
/// times a second.
final class ProgressLine: Sendable {
    private let total: UInt64
    private let terminal: Terminal
    private let started = ContinuousClock.now
    private let lastShown = Lock<ContinuousClock.Instant?>(nil)

    init(of total: UInt64, _ terminal: Terminal) {
        self.total = total
        self.terminal = terminal
    }

    var seconds: Double { (ContinuousClock.now - started) / .seconds(1) }

    func show(_ done: UInt64) {
        guard terminal.showsProgress, total > 0 else { return }
        let now = ContinuousClock.now
        let isDue = lastShown.withLock { last in
            if let last, now - last < .milliseconds(200) { return false }
            last = now
            return true
        }
        guard isDue else { return }
        let share = min(1, Double(done) / Double(total))
        let filled = Int(share * 24)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
        let left = share > 0 ? UInt64(seconds / share - seconds) : 0
        terminal.progress(
            "\(bar) \(Self.grouped(done)) of \(Self.grouped(total)), \(Int(Double(done) / max(seconds, 0.001))) a second, \(left) s left"
        )
    }

    /// Returns the number with a comma before each group of three digits.
    static func grouped(_ number: UInt64) -> String {
        let digits = Array(String(number))
        var text = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }

    static func tenths(_ seconds: Double) -> String {
        let tenths = Int64(seconds * 10)
        return "\(tenths / 10).\(tenths % 10)"
    }
}
