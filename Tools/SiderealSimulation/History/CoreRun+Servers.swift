import Sidereal
import SiderealCore
import SiderealTesting

extension CoreRun {
    /// Sends all questions at this moment, and delivers each answer when it arrives.
    mutating func ask(_ questions: [HistoryEvent.Question]) throws(Breach) {
        guard processes[slot] != nil else { return }
        let start = now
        let sent = machines[machine].reading.elapsed
        var late: [[TimeSample]] = []
        let arriving = questions.filter { !$0.isLost && setting.servers.indices.contains($0.server) }
            .sorted { $0.outbound + $0.inbound < $1.outbound + $1.inbound }
        for question in arriving {
            let asked = start + .milliseconds(question.outbound)
            let arrived = asked + .milliseconds(question.inbound)
            if question.shortSleep > 0 {
                // The device falls asleep while the answer is on its way.
                pass(asked - now)
                shortSleep(question)
                pass(.milliseconds(question.inbound))
            }
            pass(arrived - now)
            let answer = answer(question, askedAt: asked, sent: sent)
            if question.isReportedLate {
                late.append(answer)
            } else {
                try deliver(answer, readsClocks: question.readsClocks)
            }
        }
        for answer in late { try deliver(answer, readsClocks: true) }
    }

    mutating func answer(
        _ question: HistoryEvent.Question, askedAt asked: TrueInstant, sent: ElapsedInstant
    ) -> [TimeSample] {
        let server = setting.servers[question.server]
        let reading = machines[machine].reading
        received.append(
            ReceivedAnswer(
                source: "\(question.server)", said: server.said(question, at: asked),
                roundTrip: reading.elapsed - sent, reading: reading))
        let samples = server.samples(
            named: "\(question.server)", question, stampedAt: asked, sent: sent, received: reading.elapsed)
        let offset = Nanoseconds(now.nanoseconds) - Nanoseconds(reading.elapsed.nanoseconds)
        let drift = machines[machine].make.model.drift
        for sample in samples where !server.isHonest { check.record(sample, offset, drift: drift, truth) }
        return samples
    }

    /// Delivers a server's answer. If `readsClocks` is true or the device has slept, the process reads its clocks
    /// first.
    mutating func deliver(_ samples: [TimeSample], readsClocks: Bool) throws(Breach) {
        if readsClocks { try readClocks() } else { try readIfSlept() }
        forgotten = .nothing
        for sample in samples {
            journal?.record(.sample(sample), at: now)
            processes[slot]?.receivedSince?.insert(ExactName(sample.operator))
            try ingest(.sample(sample))
        }
    }

    mutating func shortSleep(_ question: HistoryEvent.Question) {
        let span = Nanoseconds.milliseconds(question.shortSleep)
        during(span) { machine, _ in
            machine.sleep(for: span, miscountedBy: .milliseconds(question.shortSleepError), isCounted: true)
        }
    }
}
