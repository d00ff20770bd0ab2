import Sidereal
import SiderealCommand
import Testing

/// The names in the output of `--json`, which programs depend on.
@Suite struct JSONTests {
    @Test("the names of evidence, certainty and reasons in the output stay as they are")
    func names() {
        expect(
            [BootVerdict.Evidence.bootIdentity, .counterDecreased, .trustedTime, .bootTime, .clockStep],
            "bootIdentity counterDecreased trustedTime bootTime clockStep")
        expect(
            [BootVerdict.Evidence.tooEarly, .contradiction, .noHardwareClock, .otherMachine, .noEvidence],
            "tooEarly contradiction noHardwareClock otherMachine noEvidence")
        expect([BootVerdict.Certainty.proven, .probable], "proven probable")
        expect([SystemClockVerdict.Answer.agrees, .ahead, .behind, .unknown], "agrees ahead behind unknown")
        expect([TrustedTime.Kind.bounded, .atLeast, .unknown], "bounded atLeast unknown")
        expect([TrustedTime.Support.corroborated, .lone, .uncorroborated], "corroborated lone uncorroborated")
        expect(
            [SystemClockVerdict.StepDirection.towardTruth, .awayFromTruth, .unknown],
            "towardTruth awayFromTruth unknown")
        expect(
            [
                TrustedTime.Rejection.impossible, .slept, .tooLate, .contradictsItself, .outvoted, .disputed,
                .belowFloor,
            ],
            "impossible slept tooLate contradictsItself outvoted disputed belowFloor")
        expect(
            [TrustedTime.Rejection.outsideAuthenticated, .tooManyOperators], "outsideAuthenticated tooManyOperators")
    }

    private func expect(_ cases: [some Sendable], _ names: String) {
        #expect(cases.map { JSON.name(of: $0).line } == names.split(separator: " ").map { "\"\($0)\"" })
    }
}
