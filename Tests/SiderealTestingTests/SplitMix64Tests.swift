import SiderealTesting
import Testing

@Suite("SplitMix64") struct SplitMix64Tests {
    /// The first outputs for the seed 1234567, as published with the algorithm's reference implementation.
    @Test("the first numbers match the reference implementation")
    func drawsTheReferenceNumbers() {
        var random = SplitMix64(seed: 1_234_567)
        #expect(
            (0..<3).map { _ in random.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            ])
    }
}
