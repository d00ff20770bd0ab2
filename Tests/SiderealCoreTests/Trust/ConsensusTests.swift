import SiderealCore
import TestSupport
import Testing

@Suite struct ConsensusTests {
    @Test func oneSourceIsAcceptedUncorroborated() {
        var jury = Jury()
        let outcome = jury.hear("a", 0...10)
        #expect(jury.agreed == 0...10)
        #expect(outcome.leastOffset == .zero)
        #expect(!jury.consensus.isCorroborated)
        jury.hear("a", 3...20)
        #expect(jury.agreed == 3...10)
        jury.hear("a2", 0...8)
        #expect(jury.agreed == 3...8)
        #expect(!jury.consensus.isCorroborated)
        #expect(jury.consensus.known.count == 1)
    }

    /// Either may be the liar, so that the floor rises to the smaller only.
    @Test func twoTolerateNoLiar() {
        var jury = Jury()
        jury.hear("a", 0...10)
        let outcome = jury.hear("b", 4...12)
        #expect(jury.agreed == 4...10)
        #expect(outcome.leastOffset == .zero)
        #expect(jury.consensus.isCorroborated)
        let third = jury.hear("c", 4...9)
        #expect(third.leastOffset == Nanoseconds(4))
    }

    @Test func withoutAMajorityNothingIsClaimed() {
        var jury = Jury()
        jury.hear("a", 1...2)
        let outcome = jury.hear("b", 5...7)
        #expect(jury.agreed == nil)
        #expect(jury.least == 1)
        #expect(outcome.leastOffset == Nanoseconds(1))
        #expect(outcome.reasons == [.outvoted])
        #expect(!outcome.replaced)
        // A third decides.
        #expect(jury.hear("c", 6...9).replaced)
        #expect(jury.agreed == 6...7)
        #expect(jury.floor == Nanoseconds(6))
        #expect(jury.least == nil)
    }

    /// Whatever the order in which they are heard, the truth of 1 is inside once all three are.
    @Test(arguments: ["abl", "alb", "bal", "bla", "lab", "lba"])
    func aLiarOfThreeDoesNotNarrow(order: String) throws {
        var jury = Jury()
        for name in order {
            jury.hear(String(name), ["a": 0...10, "b": 0...2, "l": 9...11][name] ?? 0...0)
        }
        let agreed = try #require(jury.agreed)
        #expect(agreed.contains(1))
        // One alone is believed, and its floor stands; two tolerate no liar.
        #expect((jury.floor ?? .max) <= Nanoseconds(1) || order.first == "l")
    }

    /// A liar's end may hold after a sleep, by the seconds that the sleep may be miscounted. It held nowhere before, and is
    /// not carried on from there: what a hibernation then hides comes on top.
    @Test func aLiarsEndIsCarriedOnlyFromWhereItHeld() throws {
        let second: Int64 = 1_000_000_000
        var jury = Jury()
        // Four tell the truth, an offset of zero, more or less coarsely; one is 2.5 seconds behind.
        jury.hear("a", 0...2 * second)
        jury.hear("b", 0...2 * second)
        jury.hear("c", 0...1)
        jury.hear("l", -26 * second / 10...(-25 * second / 10))
        // Five seconds asleep are counted as two: the offset is now three, and the liar's may be up to 3.5.
        jury.sleep(counting: .seconds(2))
        jury.hear("c", 3 * second...3 * second + 1)
        #expect(try #require(jury.agreed).contains(3 * second))
        // A hibernation of which 0.8 seconds do not show.
        jury.sleep(counting: .milliseconds(200), isHibernation: true)
        #expect(try #require(jury.agreed).contains(38 * second / 10))
    }

    @Test func theOutvotedIsNamedOnce() {
        var jury = Jury()
        jury.hear("a", 0...4)
        jury.hear("b", 0...4)
        let outcome = jury.hear("c", 50...60)
        #expect(outcome.named == ["c"] && outcome.reasons == [.outvoted])
        #expect(jury.hear("a", 0...4).rejections.isEmpty)
        #expect(jury.hear("c", 51...59).rejections.isEmpty)
        #expect(jury.agreed == 0...4)
        #expect(jury.hear("d1", 80...90).named == ["d1"])
        #expect(jury.agreed == nil)
    }

    @Test func aSourceThatContradictsItselfCountsByItsLastWord() {
        var jury = Jury()
        jury.hear("a", 0...4)
        jury.hear("b", 0...4)
        jury.hear("c", 0...4)
        let outcome = jury.hear("c", 50...60)
        #expect(outcome.named == ["c"] && outcome.reasons == [.contradictsItself])
        #expect(jury.agreed == 0...4)
        #expect(jury.hear("c", 1...55).rejections.isEmpty)
        #expect(jury.hear("c", 1...3).reasons == [.contradictsItself])
    }

    /// An operator whose hosts contradict each other has a voice and no vote.
    @Test func anOperatorAtOddsWithItself() {
        var jury = Jury()
        jury.hear("a1", 0...4)
        let outcome = jury.hear("a2", 6...9)
        #expect(jury.agreed == nil)
        #expect(outcome.leastOffset == .zero)
        var three = Jury()
        three.hear("b", 0...4)
        three.hear("c", 0...4)
        three.hear("a1", 0...4)
        #expect(three.hear("a2", 6...9).named == ["a1", "a2"])
        #expect(three.agreed == 0...4)
    }

    @Test func aNewcomerCannotNarrowWhatTwoAgreedOn() {
        var jury = Jury()
        jury.carry(0...10, by: "ab")
        jury.hear("c", 9...12)
        #expect(jury.agreed == 0...10)
        jury.hear("d", 9...12)
        // Two against the two that stand behind it: three of four cover 9...10.
        #expect(jury.agreed == 9...10)
    }

    @Test func whatWasCarriedOverStaysTight() {
        var jury = Jury()
        jury.carry(4...6, by: "a")
        jury.hear("a", 0...100)
        #expect(jury.agreed == 4...6)
        jury.hear("b", 0...100)
        #expect(jury.agreed == 4...6)
        #expect(jury.consensus.isCorroborated)
    }

    @Test func joiningKeepsTheTighterEnds() {
        var jury = Jury()
        jury.hear("a", 3...20)
        jury.carry(0...10, by: "b")
        #expect(jury.agreed == 3...10)
        #expect(jury.consensus.anchor?.operators.count == 2)
        // What contradicts that is ignored.
        jury.carry(50...60, by: "c")
        #expect(jury.agreed == 3...10)
        #expect(jury.consensus.anchor?.operators.count == 2)
        var disputed = Jury()
        disputed.carry(0...10, by: "b", isDisputed: true)
        #expect(disputed.agreed == nil)
        #expect(disputed.consensus.saved?.isDisputed == true)
    }

    /// However many samples come, each source is kept once.
    @Test(.computesForLong) func memoryIsBounded() {
        var jury = Jury()
        for round in 0..<100_000 as Range<Int64> { jury.hear("a", -round...round) }
        #expect(jury.consensus.sources.count == 1)
        #expect(jury.consensus.known.count == 1)
        #expect(jury.agreed == 0...0)
        for host in 0..<200 {
            jury.now = jury.now + .nanosecond
            jury.hear("a\(host)", -5...5)
        }
        #expect(jury.consensus.sources.count == Consensus.mostSources)
        // The one heard longest ago goes first.
        #expect(jury.consensus.sources.map { $0.name }.contains("a199"))
        #expect(!jury.consensus.sources.map { $0.name }.contains("a"))
    }

    /// A source is known by its name and its operator.
    @Test func oneNameOfTwoOperators() {
        var jury = Jury()
        jury.hear("a", 0...10)
        let sample = TimeSample(
            source: "a", operator: "b", isAuthenticated: true, sent: jury.now, received: jury.now, earliest: nil,
            latest: nil)
        let fresh = Bounds.plusOrMinus(Nanoseconds(4))
        _ = jury.consensus.hear(sample, fresh: fresh, at: jury.state, floor: nil, model: jury.model)
        #expect(jury.consensus.sources.count == 2)
        #expect(jury.consensus.isCorroborated && jury.agreed == 0...4)
    }

    @Test func operatorsAreBoundedToo() {
        var known: [KnownOperator] = [KnownOperator(key: OperatorKey("elsewhere"), lastHeard: nil)]
        for index in 0..<64 {
            KnownOperator.hear(OperatorKey("\(index)"), at: ElapsedInstant(nanoseconds: Int64(index)), in: &known)
        }
        // What was heard in another boot goes first.
        #expect(known.map { $0.key } == (0..<64).map { OperatorKey("\($0)") })
        for index in 64..<100 {
            KnownOperator.hear(OperatorKey("\(index)"), at: ElapsedInstant(nanoseconds: Int64(index)), in: &known)
        }
        #expect(known.count == KnownOperator.most)
        #expect(known.map { $0.key }.contains(OperatorKey("99")))
        #expect(!known.map { $0.key }.contains(OperatorKey("35")))
        #expect(!known.map { $0.key }.contains(OperatorKey("elsewhere")))
        #expect(known.map { $0.key }.contains(OperatorKey("36")))
        KnownOperator.hear(OperatorKey("99"), at: ElapsedInstant(nanoseconds: 5), in: &known)
        #expect(known.last?.lastHeard == ElapsedInstant(nanoseconds: 99))
        var consensus = Consensus(known: known)
        consensus.remember([KnownOperator(key: OperatorKey("one more"), lastHeard: nil)])
        #expect(consensus.known.count == KnownOperator.most)
    }
}
