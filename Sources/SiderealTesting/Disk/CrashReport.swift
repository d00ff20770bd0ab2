import SiderealSystem

/// One step of a history that ends with a power cut.
package enum CrashStep: Sendable {
    /// A process commits several times. With a fault, every call that changes the disk meets it once.
    case commits(Int, by: Int, size: Int = 2000, meeting: DiskFault? = nil)
    case kill(Int)
    case evictCleanPages
    /// A power cut before the last one.
    case cutPower(CrashAnswers)
}

/// The medium's answers to its open questions at a power cut before the last one.
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
    /// The number of histories, one for each choice of the calls that faults met.
    package internal(set) var histories = 0
    /// The number of states of the medium after a last power cut.
    package internal(set) var states = 0
    /// The number of these states opened again and checked.
    package internal(set) var checked = 0
    /// The number of failed checks, and the first five of them in words.
    package internal(set) var violationCount = 0
    package internal(set) var violations: [String] = []

    private let stride: Int
    private let phase: Int

    init(checkedEvery stride: Int) {
        self.stride = max(stride, 1)
        phase = Int.random(in: 0..<self.stride)
    }

    /// Counts a state. Returns `true` if the state is to be checked.
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
