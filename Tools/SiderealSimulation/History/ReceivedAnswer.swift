import Sidereal
import SiderealCore
import SiderealTesting

/// A server's answer, and the readings of the clocks when it arrived.
struct ReceivedAnswer {
    var source: String
    var said: TrueInstant
    var roundTrip: Nanoseconds
    var reading: ClockReading
}

extension HistorySetting.Server {
    /// Returns the time that the server writes into its answer. A Date has whole seconds.
    func said(_ question: HistoryEvent.Question, at instant: TrueInstant) -> TrueInstant {
        let isOfNow = !isAuthenticated || isFine && !isStale
        var made = isOfNow ? instant : instant - .milliseconds(question.lag)
        if let stoppedAt { made = min(made, SimulatedMachine.beginning + .milliseconds(stoppedAt)) }
        let shown = made + .milliseconds(error) + .milliseconds(lie &* question.jitter / 1_000)
        guard isAuthenticated, !isFine else { return shown }
        return TrueInstant(nanoseconds: shown.nanoseconds / 1_000_000_000 * 1_000_000_000)
    }

    /// Returns the samples that the server's sources give for one answer.
    func samples(
        named name: String, _ question: HistoryEvent.Question, stampedAt instant: TrueInstant, sent: ElapsedInstant,
        received: ElapsedInstant
    ) -> [TimeSample] {
        let sample = sample(named: name, question, stampedAt: instant, sent: sent, received: received)
        let all = operatorNames(name).map { name in
            var other = sample
            (other.source, other.operator) = (name, name)
            return other
        }
        return all.flatMap { sample in
            (0..<sources).map { number in
                var other = number < broken ? sample.ahead(by: .seconds(86_400)) : sample
                other.source = sourceName(number, of: sample.operator)
                return other
            }
        }
    }

    /// Returns the server's sources with the names that an app gives them.
    func named(_ name: String) -> [NamedSource] {
        operatorNames(name).flatMap { owner in
            (0..<sources).map {
                NamedSource(sourceName($0, of: owner), of: owner, isAuthenticated: isAuthenticated)
            }
        }
    }

    private func sourceName(_ number: Int, of owner: String) -> String {
        number == 0 ? owner : "\(owner) too \(number)"
    }

    /// Returns the names of the operators that the server's sources belong to.
    func operatorNames(_ name: String) -> [String] {
        (0..<operators).map { number in number == 0 ? name : "\(name) and \(number)" }
    }

    private func sample(
        named name: String, _ question: HistoryEvent.Question, stampedAt instant: TrueInstant, sent: ElapsedInstant,
        received: ElapsedInstant
    ) -> TimeSample {
        let said = said(question, at: instant)
        guard isAuthenticated else {
            let radius = Nanoseconds.milliseconds(60)
            return TimeSample(
                source: name, isAuthenticated: false, sent: sent, received: received, earliest: said - radius,
                latest: said + radius)
        }
        if isFine {
            // Only the server's own clock can make the answer wrong, by at most 50 milliseconds.
            let radius = Nanoseconds.milliseconds(50)
            return TimeSample(
                source: name, isAuthenticated: true, sent: sent, received: received, earliest: said - radius,
                latest: isStale ? nil : said + radius)
        }
        let ends = DateHeaderPremises().ends(of: said, age: isStale ? .unknown : .fresh)
        return TimeSample(
            source: name, isAuthenticated: true, sent: sent, received: received, earliest: ends.earliest,
            latest: ends.latest, isDate: isDate)
    }
}

extension TimeSample {
    fileprivate func ahead(by error: Nanoseconds) -> TimeSample {
        var other = self
        (other.earliest, other.latest) = (earliest.map { $0 + error }, latest.map { $0 + error })
        return other
    }
}
