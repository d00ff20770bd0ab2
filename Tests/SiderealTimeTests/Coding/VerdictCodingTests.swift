import Foundation
import SiderealCore
import SiderealTime
import Testing

/// Verdicts as apps store them.
@Suite("coded verdicts") struct VerdictCodingTests {
    private static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private static func comesBack<Value: Codable & Equatable>(_ value: Value) throws -> Bool {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value
    }

    private static func isRefused<Value: Decodable>(_ type: Value.Type, _ json: String) -> Bool {
        do {
            _ = try JSONDecoder().decode(type, from: Data(json.utf8))
            return false
        } catch {
            return error is DecodingError
        }
    }

    // MARK: - Boot verdicts

    static let causes: [Unavailability] = [
        .notReadYet, .beforeFirstUnlock, .locked, .indeterminate(errno: 5), .lost, .damaged, .newerVersion(7),
        .unreadable(errno: -1), .busy, .undecodable(reason: "\"an Int\""), .stale, .unproven, .notMigrated,
        .refused(status: -25_308),
    ]
    static let evidences: [BootVerdict.Evidence] = [
        .bootIdentity, .sameProcess, .counterDecreased, .trustedTime, .bootTime, .clockStep, .tooEarly, .contradiction,
        .noHardwareClock, .otherMachine, .noEvidence,
    ]

    @Test("each cause of unavailability decodes to the same value", arguments: causes)
    func causesComeBack(_ cause: Unavailability) throws { #expect(try Self.comesBack(cause)) }

    @Test("each answer decodes with each evidence and certainty", arguments: evidences)
    func verdictsComeBack(_ evidence: BootVerdict.Evidence) throws {
        let answers: [BootVerdict.Answer] = [.firstObservation, .indeterminate, .damaged, .unavailable(.busy)]
        for answer in answers { #expect(try Self.comesBack(BootVerdict(answer, evidence: evidence))) }
        for certainty in [BootVerdict.Certainty.proven, .probable] {
            for answer in [BootVerdict.Answer.sameBoot, .rebooted] {
                for step in [nil, Nanoseconds.seconds(-3_600)] {
                    let verdict = BootVerdict(
                        answer, certainty, evidence: evidence, clockStep: step, isSettled: step == nil,
                        isFromRecoveredRecord: step != nil)
                    #expect(try Self.comesBack(verdict))
                }
            }
        }
    }

    @Test("a verdict is encoded under names that other programs can read")
    func namesAreStable() throws {
        let verdict = BootVerdict(.sameBoot, .proven, evidence: .bootIdentity, clockStep: .seconds(2))
        #expect(
            try Self.text(verdict) == """
                {"answer":"sameBoot","certainty":"proven","clockStepNanoseconds":2000000000,\
                "evidence":"bootIdentity","isFromRecoveredRecord":false,"isSettled":false}
                """)
        #expect(
            try Self.text(BootVerdict(.unavailable(.unreadable(errno: 5)), evidence: .noEvidence)) == """
                {"answer":"unavailable","evidence":"noEvidence","isFromRecoveredRecord":false,"isSettled":false,\
                "unavailability":{"cause":"unreadable","errno":5}}
                """)
    }

    @Test(
        "a verdict that contradicts itself, or has an unknown word, is refused",
        arguments: [
            ("sameBoot", "null", "bootIdentity"), ("rebooted", "\"certain\"", "bootIdentity"),
            ("indeterminate", "\"proven\"", "noEvidence"), ("restarted", "null", "bootIdentity"),
            ("unavailable", "null", "noEvidence"), ("firstObservation", "null", "other"),
        ])
    func badVerdictsAreRefused(answer: String, certainty: String, evidence: String) {
        #expect(
            Self.isRefused(
                BootVerdict.self,
                """
                {"answer":"\(answer)","certainty":\(certainty),"evidence":"\(evidence)",\
                "isFromRecoveredRecord":false,"isSettled":false}
                """))
    }

    // MARK: - Time

    static let times: [TrustedTime] = [
        PrintedValuesTests.time(nil, nil), PrintedValuesTests.time(5, nil, .lone),
        PrintedValuesTests.time(.min + 1, .max - 1, .uncorroborated, isAuthenticated: false),
        PrintedValuesTests.time(PrintedValuesTests.moment, PrintedValuesTests.moment + 1),
    ]

    @Test("a trusted time decodes exactly, to the nanosecond", arguments: times)
    func timesComeBack(_ time: TrustedTime) throws { #expect(try Self.comesBack(time)) }

    @Test("a trusted time whose ends contradict each other is refused")
    func badTimesAreRefused() {
        let rest =
            "\"isAuthenticated\":true,\"assumesSameBoot\":false,\"assumesNoPause\":false}"
        let lone = "\"earliestSupport\":\"lone\",\"latestSupport\":\"lone\","
        let bad = [
            "{\"latestNanoseconds\":1,\"latestSupport\":\"lone\",", "{\"earliestNanoseconds\":1,",
            "{\"earliestNanoseconds\":2,\"latestNanoseconds\":1," + lone,
            "{\"earliestNanoseconds\":1,\"earliestSupport\":\"strong\",",
        ]
        for start in bad { #expect(Self.isRefused(TrustedTime.self, start + rest), "\(start)") }
        #expect(!Self.isRefused(TrustedTime.self, "{\"earliestNanoseconds\":1,\"latestNanoseconds\":1," + lone + rest))
    }

    /// The clock less the true time in seconds, at least and at most.
    static let errors: [(least: Int64?, most: Int64?)] = [(-5, 5), (3, 4), (-4, -3), (-1, 1), (nil, nil), (3, nil)]

    @Test("a verdict on the clock decodes to the same value", arguments: errors)
    func clockVerdictsComeBack(least: Int64?, most: Int64?) throws {
        let shown: Int64 = 1_000_000_000_000
        let time = PrintedValuesTests.time(
            most.map { shown - $0 * 1_000_000_000 }, least.map { shown - $0 * 1_000_000_000 })
        let verdict = SystemClockVerdict(
            wall: WallInstant(nanoseconds: shown), trusted: time, tolerance: .seconds(2))
        #expect(try Self.comesBack(verdict))
    }

    @Test(
        "a verdict on the clock is refused if its bounds exclude its answer",
        arguments: [("ahead", "-1", "4"), ("behind", "-1", "4"), ("agrees", "null", "4"), ("unknown", "5", "4")])
    func badClockVerdictsAreRefused(answer: String, least: String, most: String) {
        #expect(
            Self.isRefused(
                SystemClockVerdict.self,
                """
                {"answer":"\(answer)","offsetAtLeastNanoseconds":\(least),"offsetAtMostNanoseconds":\(most),\
                "isAuthenticated":true,"assumesSameBoot":false,"assumesNoPause":false}
                """))
    }

    @Test("duration bounds and a deadline's status decode; ends in the wrong order are refused")
    func boundsComeBack() throws {
        for ends in [(nil, nil), (-1, 1), (nil, 3), (3, nil)] as [(Int64?, Int64?)] {
            let bounds = DurationBounds(
                atLeast: ends.0.map { .nanoseconds($0) }, atMost: ends.1.map { .nanoseconds($0) })
            #expect(try Self.comesBack(bounds))
        }
        #expect(Self.isRefused(DurationBounds.self, "{\"atLeastNanoseconds\":2,\"atMostNanoseconds\":1}"))
        for status in [TrustedTime.DeadlineStatus.passed, .pending, .undetermined] {
            #expect(try Self.comesBack([status]))
        }
        #expect(try Self.text([TrustedTime.DeadlineStatus.pending]) == "[\"pending\"]")
        #expect(Self.isRefused([TrustedTime.DeadlineStatus].self, "[\"past\"]"))
        let elapsed = "{\"atLeastNanoseconds\":5,\"atMostNanoseconds\":7}"
        #expect(try Self.text(JSONDecoder().decode(ElapsedTime.self, from: Data(elapsed.utf8))) == elapsed)
        for bad in ["-1", "8"] {
            #expect(Self.isRefused(ElapsedTime.self, elapsed.replacingOccurrences(of: ":5", with: ":" + bad)))
        }
    }
}
