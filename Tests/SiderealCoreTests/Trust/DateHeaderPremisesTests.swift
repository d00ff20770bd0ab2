import SiderealCore
import Testing

struct DateHeaderPremisesTests {
    private let date = TrueInstant(nanoseconds: 0) + .seconds(1_750_000_000)

    @Test(
        "the lag is at least 20 ms, and doesn't reduce the server's error",
        arguments: [
            // Lag and error in milliseconds, as given and as used.
            (lag: 1_000, error: nil, takenLag: 1_000, takenError: 50),
            (lag: 20, error: nil, takenLag: 20, takenError: 50),
            (lag: 0, error: 10, takenLag: 20, takenError: 10),
            (lag: -5, error: -5, takenLag: 20, takenError: 0),
            (lag: 60_000, error: nil, takenLag: 60_000, takenError: 50),
            (lag: 20, error: 200, takenLag: 20, takenError: 200),
        ] as [(Int64, Int64?, Int64, Int64)])
    func lagDoesNotReduceServerError(lag: Int64, error: Int64?, takenLag: Int64, takenError: Int64) {
        let lag = Duration.milliseconds(lag)
        let premises =
            error.map { DateHeaderPremises(lag: lag, serverError: .milliseconds($0)) } ?? DateHeaderPremises(lag: lag)
        #expect(premises.lag == .milliseconds(takenLag))
        #expect(premises.serverError == .milliseconds(takenError))
    }

    @Test("a fresh Date bounds the true time from both sides")
    func aDateBoundsFromBothSides() {
        let ends = DateHeaderPremises().ends(of: date)
        #expect(ends.earliest == date - .milliseconds(50))
        #expect(ends.latest == date + .milliseconds(2_050))
    }

    @Test("a Date rounded to the nearest second may be half a second early or late")
    func aRoundingServerIsEarlyOrLateByHalf() {
        let premises = DateHeaderPremises(lag: .milliseconds(20), serverError: .zero, roundsToNearest: true)
        let ends = premises.ends(of: date)
        #expect(ends.earliest == date - .milliseconds(500))
        #expect(ends.latest == date + .milliseconds(520))
    }

    @Test("a Date of unknown age bounds the true time only from below")
    func aDateOfUnknownAgeBoundsFromBelowOnly() {
        #expect(DateHeaderPremises().ends(of: date, age: .unknown).latest == nil)
        #expect(DateHeaderPremises().ends(of: date, age: .unknown).earliest == date - .milliseconds(50))
    }
}
