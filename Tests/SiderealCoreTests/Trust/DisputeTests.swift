import SiderealCore
import Testing

/// When the operators heard now disagree with what was trusted before.
@Suite struct DisputeTests {
    /// Replaced only once more than half of all known operators agree on something else.
    @Test(
        arguments: [
            // How many are known, and which of them has the casting vote.
            ("a", 1), ("ab", 2), ("abc", 2), ("abcd", 3), ("abcde", 3), ("abcdefg", 4),
        ] as [(String, Int)])
    func replacedByAMajorityOfAllKnown(known: String, casting: Int) {
        var jury = Jury(known: Jury.known(known, ago: .seconds(60)))
        jury.carry(0...2, by: known)
        jury.floor = .zero
        for (index, name) in known.enumerated() {
            let outcome = jury.hear(String(name), 50...52)
            #expect(outcome.replaced == (index + 1 == casting), "\(name)")
            if index + 1 == casting { break }
            #expect(outcome.leastOffset.map { $0 <= .zero } ?? true)
            #expect(jury.floor == .zero)
        }
        #expect(jury.agreed == 50...52)
        #expect(jury.floor == Nanoseconds(50))
        #expect(jury.consensus.anchor?.operators.count == casting)
    }

    /// Who says of the time only how late it is at least agrees with a liar, and with what stands: that is no contradiction.
    @Test func whoExcludesNothingReplacesNothing() {
        var jury = Jury(known: Jury.known("abl", ago: .seconds(60)))
        jury.carry(0...2, by: "abl")
        jury.floor = .zero
        #expect(!jury.hear("a", -5_000...Int64.max).replaced)
        #expect(!jury.hear("l", -85...(-83)).replaced)
        #expect(jury.floor == .zero && jury.agreed?.contains(1) == true)
        // The third decides.
        #expect(!jury.hear("b", 0...2).replaced)
        #expect(jury.agreed?.contains(1) == true)
    }

    /// Below the floor is as good as outside of the anchor.
    @Test func belowTheFloor() {
        var jury = Jury(known: Jury.known("abc", ago: .seconds(60)))
        jury.floor = Nanoseconds(100)
        let outcome = jury.hear("a", 0...2)
        #expect(outcome.reasons == [.disagreesWithAnchor])
        #expect(outcome.leastOffset == nil && !outcome.replaced)
        #expect(jury.hear("b", 0...2).replaced)
        #expect(jury.floor == .zero)
        // At the floor it is not.
        var meeting = Jury()
        meeting.floor = Nanoseconds(2)
        #expect(!meeting.hear("a", 0...2).replaced)
        #expect(meeting.floor == Nanoseconds(2))
    }

    /// Withheld only while at least half of those heard within a day miss the anchor.
    @Test(
        arguments: [
            // Heard a minute ago and content; heard too long ago; who contradicts now; whether anything is claimed.
            ("abc", "", "d", true), ("ab", "", "cd", false), ("abc", "", "de", true), ("a", "bcd", "e", false),
            ("ab", "cd", "e", true), ("", "abcd", "e", false),
        ] as [(String, String, String, Bool)])
    func disputedByHalfOfThoseHeardLately(lately: String, before: String, against: String, isClaimed: Bool) {
        let known = Jury.known(lately, ago: .seconds(60)) + Jury.known(before, ago: nil)
        var jury = Jury(known: known)
        jury.carry(0...2, by: lately + before)
        for name in against { #expect(!jury.hear(String(name), 50...52).replaced) }
        #expect((jury.agreed != nil) == isClaimed)
        #expect(jury.consensus.isDisputed != isClaimed)
    }

    @Test(arguments: [(Nanoseconds.zero, true), (.nanosecond, false)])
    func aDayHasItsEnd(beyond: Nanoseconds, isClaimed: Bool) {
        var jury = Jury(known: Jury.known("ab", ago: .seconds(86_400) + beyond))
        jury.carry(0...2, by: "ab")
        jury.hear("c", 50...52)
        #expect((jury.agreed != nil) == isClaimed)
    }

    /// While what stands is contested, it raises no floor either, whoever stood behind it before.
    @Test func theContestedRaisesNoFloor() {
        var jury = Jury(known: Jury.known("abcd", ago: nil))
        jury.carry(0...2, by: "abcd")
        let outcome = jury.hear("e", 50...52)
        #expect(jury.agreed == nil && outcome.leastOffset == nil)
    }

    /// Two of three replace what stood, and may still be one liar among them: the smaller earliest end counts.
    @Test func twoThatReplaceTolerateNoLiar() {
        var jury = Jury(known: Jury.known("abc", ago: .seconds(60)))
        jury.carry(0...2, by: "abc")
        jury.hear("a", 50...52)
        let outcome = jury.hear("b", 51...53)
        #expect(outcome.replaced && outcome.leastOffset == Nanoseconds(50))
        #expect(jury.agreed == 51...52)
    }

    /// A floor alone, and sources that agree on nothing.
    @Test func withoutAnAnchorNoMajorityIsADispute() {
        var jury = Jury(known: Jury.known("abc", ago: .seconds(60)))
        jury.floor = Nanoseconds(100)
        jury.hear("a", 0...2)
        jury.hear("b", 200...300)
        let outcome = jury.hear("c", 400...500)
        #expect(jury.consensus.isDisputed && jury.agreed == nil)
        #expect(outcome.reasons.contains(.outvoted) && outcome.leastOffset == .zero)
        #expect(jury.floor == Nanoseconds(100))
    }

    /// Once those who contradicted come round, what stood is claimed again.
    @Test func disputesEnd() {
        var jury = Jury(known: Jury.known("a", ago: .seconds(60)))
        jury.carry(0...2, by: "ab")
        jury.hear("c", 50...52)
        #expect(jury.agreed == nil)
        jury.hear("b", 0...5)
        #expect(jury.agreed == 0...2)
        jury.hear("a", 0...5)
        #expect(jury.agreed == 0...2)
    }

    /// Two liars of five never take over.
    @Test(arguments: 0..<6 as Range<UInt64>)
    func aMinorityNeverTakesOver(seed: UInt64) {
        var random = SplitMix64(state: seed)
        var jury = Jury(known: Jury.known("abcde", ago: nil))
        for round in 0..<300 {
            let name = "abcde".randomElement(using: &random) ?? "a"
            let width = Int64.random(in: 0...8, using: &random)
            // d and e agree on a lie.
            let outcome = jury.hear(String(name), "de".contains(name) ? 40 - width...40 + width : -width...width)
            if round < 20 { continue }
            if let agreed = jury.agreed { #expect(agreed.contains(0), "seed \(seed), round \(round)") }
            #expect((jury.floor ?? .zero) <= .zero, "seed \(seed), round \(round)")
            if outcome.replaced { #expect(jury.agreed?.contains(0) == true) }
        }
    }
}
