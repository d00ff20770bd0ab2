import SiderealSystem

/// One step of a history that ends with a power cut.
package enum CrashStep: Sendable {
    /// A process commits several times. If there is a fault, the explorer makes one history for each call that changes
    /// the disk, with the fault at that call.
    case commits(Int, by: Int, size: Int = 2000, meeting: DiskFault? = nil)
    case kill(Int)
    case evictCleanPages
    /// A power cut in the middle of the history.
    case cutPower(CrashAnswers)
}

/// The answers for a power cut: of each question the oldest, the newest, or a random answer.
package enum CrashAnswers: Sendable {
    case oldest
    case newest
    case seeded(UInt64)

    package func answers(to questions: [[Int]]) -> [Int] {
        switch self {
        case .oldest: return questions.map { _ in 0 }
        case .newest: return questions.map { $0.count &- 1 }
        case .seeded(let seed):
            var random = SplitMix64(seed: seed)
            return questions.map { Int(random.next() % UInt64($0.count)) }
        }
    }
}

/// The result of an exploration.
package struct CrashReport: Sendable {
    /// The number of histories. There is one history for each choice of the calls at which faults happen.
    package internal(set) var histories = 0
    /// The number of states of the medium at the end of a history.
    package internal(set) var states = 0
    /// The number of states that the explorer opened again and checked.
    package internal(set) var checked = 0
    /// The number of failed checks, and descriptions of the first five.
    package internal(set) var violationCount = 0
    package internal(set) var violations: [String] = []

    private let stride: Int
    private let phase: Int

    init(checkedEvery stride: Int) {
        self.stride = max(stride, 1)
        phase = Int.random(in: 0..<self.stride)
    }

    /// Counts a state. Returns `true` if the explorer checks this state.
    mutating func countsForCheck() -> Bool {
        defer { states &+= 1 }
        guard states % stride == phase else { return false }
        checked &+= 1
        return true
    }

    mutating func violate(_ text: String) {
        violationCount &+= 1
        if violations.count < 5 { violations.append(text) }
    }
}
