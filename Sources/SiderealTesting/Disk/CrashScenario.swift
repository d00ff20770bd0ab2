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

/// How the medium answers its open questions at a power cut before the last one.
package enum CrashAnswers: Sendable {
    case oldest
    case newest
    case seeded(UInt64)

    package func answers(to questions: [[Int]]) -> [Int] {
        switch self {
        case .oldest: return questions.map { _ in 0 }
        case .newest: return questions.map { $0.count &- 1 }
        case .seeded(let seed):
            var random = SplitMix(state: seed)
            return questions.map { Int(random.next() % UInt64($0.count)) }
        }
    }
}

/// A small generator whose sequence a seed fixes for ever.
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}

/// What an exploration found.
package struct CrashReport: Sendable {
    /// Histories: choices of the calls that faults met.
    package internal(set) var histories = 0
    /// States of the medium after a last power cut, each opened again and checked.
    package internal(set) var states = 0
    /// How many checks failed, and the first of them in words.
    package internal(set) var violationCount = 0
    package internal(set) var violations: [String] = []

    mutating func violate(_ text: String) {
        violationCount &+= 1
        if violations.count < 5 { violations.append(text) }
    }
}
