import SiderealCore
import Testing

@Suite("answers that are held back") struct HeldAnswersTests {
    @Test(
        "an earlier answer is held back where the timekeeper would let it replace what was said, and nowhere else",
        arguments: [-2_000_000, -1_000, -600, -500, -300, -1, 0, 1, 2_000_000] as [Int64])
    func heldWhereItContradicts(beyondBounds nanoseconds: Int64) throws {
        for model in TrustStoryTests.models {
            var device = Device(model)
            try device.launch()
            device.ask()
            // The bounds of the first answer are a second wide: this one ends where they begin, or so far from there.
            let told = device.trueTime - .seconds(1) + Nanoseconds(nanoseconds)
            let sample = TimeSample(
                source: "a", isAuthenticated: true, sent: device.elapsed, received: device.elapsed,
                earliest: told - .milliseconds(500), latest: told + .milliseconds(500))
            var held = HeldAnswers()
            let isAdmitted = held.admits(sample, by: device.keeper)
            let findings = device.keeper.handle(.sample(sample)).findings
            #expect(isAdmitted != findings.contains(.rejected(source: "a", .contradictsItself)), "\(findings)")
        }
    }
}
