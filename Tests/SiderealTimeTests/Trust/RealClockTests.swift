import Foundation
import SiderealCore
import SiderealSystem
import SiderealTime
import TestSupport
import Testing

/// The clock of the machine on which the tests run. The tests don't set it.
@Suite("the clocks of this machine") struct RealClockTests {
    @Test("clock notifications can begin and end repeatedly, and report no change if the clock isn't set")
    func aNoticeBeginsAndEnds() {
        for _ in 0..<100 {
            let notice = ClockSetNotification { Issue.record("nobody set the clock") }
            #expect(notice != nil)
        }
    }

    @Test("the first opener's options apply to later openers, and openers with other options are refused")
    func theFirstOpenersOptionsHold() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "sidereal-drift-\(UUID())")
        defer { try? FileManager.default.removeItem(at: root) }
        let drift = try #require(Rate(partsPerBillion: 20_000))
        let first = try Observatory(directory: root, observer: "a", savesAutomatically: false, driftPartsPerMillion: 20)
        #expect(first.keeper.model.drift == drift)
        let second = try Observatory(directory: root, observer: "b", savesAutomatically: false)
        #expect(second.keeper.model.drift == drift)
        _ = try Observatory(directory: root, observer: "c", savesAutomatically: false, driftPartsPerMillion: 20)
        let error = #expect(throws: ObservatoryError.self) {
            try Observatory(directory: root, observer: "d", savesAutomatically: false, driftPartsPerMillion: 21)
        }
        #expect(error?.cause == .conflictingOptions)
        #expect(error?.path == first.directory.path)
        #expect(!first.keeper.observers.contains("d"))
    }

    @Test("two requests bound the time on real clocks")
    func theTimeNow() async throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "sidereal-clock-\(UUID())")
        defer { try? FileManager.default.removeItem(at: root) }
        let clock = try TrustedClock(
            try Observatory(directory: root, observer: "tests", savesAutomatically: false), policy: .own)
        _ = clock.events
        #expect(clock.now().kind == .unknown)
        let sent = clock.timestamp()
        let shown = TrueInstant(nanoseconds: Int64(Date().timeIntervalSince1970 * 1e9))
        let url = try #require(URL(string: "https://example.com"))
        for late in [Nanoseconds.seconds(1), .zero] {
            let headers = ["Date": HTTPDate.text(of: shown - late), "Cache-Control": "no-store"]
            #expect(clock.captureResponse(from: url, sent: sent) { headers[$0] } == .used)
        }
        #expect(clock.now().kind == .bounded)
        #expect(clock.now().allows(shown))
        #expect(try clock.systemClockVerdict(tolerance: Patience.betweenTwoReadings).answer == .agrees)
        #expect(clock.date != nil)
        // Certainly passed.
        try await clock.sleep(until: Date(timeIntervalSinceNow: -3_600))
    }
}
