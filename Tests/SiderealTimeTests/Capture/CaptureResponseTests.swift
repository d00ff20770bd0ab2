import Foundation
import SiderealCore
import SiderealSystem
import SiderealTime
import TestSupport
import Testing

@Suite("capturing the app's own requests", .timeLimit(Patience.ofATest)) struct CaptureResponseTests {
    let device = StoryDevice()
    static let name = Notification.Name("net.example.response")

    @Test("one observed request bounds the time from below, and a later Date from above")
    func requestsBoundTheTime() throws {
        let clock = try TrustedClock(device.launch(), policy: .own)
        #expect(!clock.meetsTargetUncertainty)
        #expect(device.capture(clock) == .used)
        #expect(clock.now().kind == .atLeast, "a server's clock may stand still")
        device.pass(seconds: 1)
        #expect(device.capture(clock) == .used)
        #expect(clock.now().isAuthenticated)
        #expect(clock.now().allows(device.truth))
        #expect(clock.now().width == .milliseconds(2_100), "a second, a second of lag, and the server's own error")
    }

    @Test("no answer is needed while the bounds are tight enough, until drift or a sleep widens them")
    func quietWhileTightAndAwakeOnceDriftHasWidened() throws {
        let policy = TrustedClock.CapturePolicy(
            hosts: .own, premises: DateHeaderPremises(lag: .milliseconds(20), serverError: .milliseconds(10)),
            targetUncertainty: .seconds(1))
        let clock = try TrustedClock(device.launch(), policy: policy)
        #expect(device.observeTwice(clock) == [.used, .used])
        let width = try #require(clock.now().width)
        #expect(width == .milliseconds(1_040))
        #expect(clock.meetsTargetUncertainty)
        #expect(device.capture(clock) == .notNeeded)
        #expect(device.capture(clock, offBy: .seconds(9_999)) == .notNeeded)
        // A millisecond a second, up to two seconds.
        device.pass(seconds: 960)
        #expect(clock.meetsTargetUncertainty)
        device.pass(seconds: 1)
        #expect(!clock.meetsTargetUncertainty)
        #expect(device.capture(clock) == .used)
        #expect(clock.meetsTargetUncertainty)
        device.suspend(seconds: 3_600)
        #expect(!clock.meetsTargetUncertainty, "a sleep may have been miscounted by seconds")
    }

    @Test("unauthenticated bounds don't meet the target of a clock that doesn't accept them")
    func onlyWhatCountsPutsItToRest() async throws {
        let clock = try TrustedClock(device.launch(), policy: .own)
        let accepting = try TrustedClock(
            clock.observatory, sources: [device.server("ntp", isAuthenticated: false)], policy: .own,
            alsoAccepting: .unauthenticated)
        await accepting.synchronize()
        #expect(!clock.meetsTargetUncertainty)
        #expect(accepting.meetsTargetUncertainty)
        #expect(device.capture(clock) == .used)
    }

    @Test("two operators that contradict each other widen the bounds until a third operator outvotes one of them")
    func aContradictionIsRejected() throws {
        let hosts =
            [.domain("example.com"), .exact("liar.example"), .exact("third.example")]
            as [TrustedClock.CapturePolicy.Host]
        let clock = try TrustedClock(device.launch(), policy: TrustedClock.CapturePolicy(hosts: hosts))
        let lie = { device.capture(clock, offBy: .seconds(60), from: "https://liar.example/") }
        #expect(device.observeTwice(clock) == [.used, .used])
        // Either of the two may be right.
        #expect(lie() == .used)
        device.pass(seconds: 1)
        #expect(lie() == .used)
        #expect(clock.now().allows(device.truth) && clock.now().allows(device.truth + .seconds(60)))
        #expect(device.observeTwice(clock, from: "https://third.example/") == [.used, .used])
        #expect(clock.now().allows(device.truth) && !clock.now().allows(device.truth + .seconds(60)))
        #expect(lie() == .rejected(.outvoted))
    }

    /// A cache in front of the server replays old Dates of several pages without their Age, so they look fresh.
    @Test(
        "answers from a cache bound the time from below only, in any order",
        arguments: [[600, 599, 0], [0, 600, 599], [599, 600, 3, 2, 1]] as [[Int64]])
    func answersOutOfACache(ages: [Int64]) throws {
        let clock = try TrustedClock(
            try device.launch(), policy: TrustedClock.CapturePolicy(hosts: .own, targetUncertainty: .milliseconds(100)))
        for age in ages {
            #expect(device.capture(clock, offBy: .seconds(-age), cacheControl: "max-age=600") == .used)
            #expect(clock.now().kind == .atLeast && clock.now().allows(device.truth))
            device.pass(seconds: 1)
        }
        // A fresh answer ends that, once its own Date was seen to advance. An answer from a cache shows no such
        // advance.
        #expect(device.capture(clock) == .used)
        device.pass(seconds: 1)
        #expect(device.capture(clock, offBy: .seconds(-1), cacheControl: "max-age=600") == .used)
        #expect(clock.now().kind == .atLeast && clock.now().allows(device.truth))
        #expect(device.capture(clock) == .used)
        #expect(clock.now().kind == .bounded && clock.now().allows(device.truth))
        #expect(device.capture(clock, offBy: .seconds(-600), cacheControl: "max-age=600") == .used)
        #expect(clock.now().kind == .bounded && clock.now().allows(device.truth))
    }

    @Test("if caches send an Age, an answer counts with or without it")
    func agesThatCount() throws {
        let clock = try TrustedClock(
            try device.launch(),
            policy: TrustedClock.CapturePolicy(
                hosts: .own, premises: DateHeaderPremises(cachesSendAge: true), targetUncertainty: .milliseconds(100)))
        let kept = { (age: Int64) in
            device.capture(clock, offBy: .seconds(-age), age: "\(age)", cacheControl: "max-age=600")
        }
        #expect(kept(600) == .used)
        device.pass(seconds: 1)
        #expect(kept(600) == .used)
        #expect(clock.now().kind == .bounded && clock.now().allows(device.truth))
        #expect(clock.now().width == .milliseconds(605_100), "from the Date to its age later, and five seconds more")
        #expect(device.capture(clock, cacheControl: "max-age=600") == .used)
        #expect(clock.now().width == .milliseconds(2_100))
    }

    // MARK: - Notifications

    func post(_ center: NotificationCenter, _ values: [AnyHashable: Any]?) {
        center.post(name: CaptureResponseTests.name, object: nil, userInfo: values)
    }

    /// Makes the values that a network layer posts for a request that took a tenth of a second, by the wall clock.
    func values(url: Any = "https://www.example.com/", start: Date? = nil, end: Date? = nil) -> [AnyHashable: Any] {
        let wall = Date(timeIntervalSince1970: Double(device.now.now + device.now.wallError) / 1e9)
        return [
            "url": url, "headers": ["date": device.dateHeader(), "cache-control": "no-store"],
            "requestStart": start ?? wall.addingTimeInterval(-0.1),
            "responseStart": end ?? wall,
        ]
    }

    /// Makes a clock that was read a while ago, and listens.
    func listening(
        senderIsTrusted isTrusted: Bool, alsoAccepting acceptance: TrustedTime.Acceptance = []
    ) throws -> (clock: TrustedClock, center: NotificationCenter) {
        let clock = try TrustedClock(device.launch(), policy: .own, alsoAccepting: acceptance)
        let center = NotificationCenter()
        _ = clock.captureNotifications(named: CaptureResponseTests.name, senderIsTrusted: isTrusted, in: center)
        device.pass(seconds: 1)
        return (clock, center)
    }

    @Test("a notification is authenticated only if the app vouches for it", arguments: [true, false])
    func aNotificationCountsAsTheAppVouches(senderIsTrusted isTrusted: Bool) throws {
        let (clock, center) = try listening(senderIsTrusted: isTrusted, alsoAccepting: .unauthenticated)
        post(center, values())
        device.pass(seconds: 1)
        post(center, values())
        #expect(clock.now().kind == .bounded)
        #expect(clock.now().isAuthenticated == isTrusted)
        #expect((clock.now(requiring: .authenticated).kind == .bounded) == isTrusted)
        #expect(clock.now().allows(device.truth))
        let width = try #require(clock.now().width)
        #expect(width > .milliseconds(2_100) && width < .milliseconds(2_300))
    }

    @Test("the app receives the outcome of each notification")
    func theAppIsToldWhatBecameOfEach() throws {
        let clock = try TrustedClock(device.launch(), policy: .own)
        let center = NotificationCenter()
        let outcomes = Lock<[TrustedClock.CaptureOutcome]>([])
        _ = clock.captureNotifications(named: CaptureResponseTests.name, senderIsTrusted: true, in: center) { outcome in
            outcomes.withLock { $0.append(outcome) }
        }
        post(center, values())
        device.pass(seconds: 1)
        post(center, values())
        post(center, values(url: "nowhere"))
        #expect(outcomes.withLock { $0 } == [.ignored(.unknownTimes), .used, .ignored(.host)])
    }

    @Test("an outcome prints as a sentence")
    func anOutcomePrintsAsASentence() {
        let reasons: [TrustedClock.CaptureOutcome.Reason] = [
            .host, .path, .method, .status, .roundTrip, .unauthenticated, .notFromNetwork, .noDate,
            .badDate("it is empty"), .unknownTimes,
        ]
        for reason in reasons {
            let text = TrustedClock.CaptureOutcome.ignored(reason).description
            #expect(text.hasPrefix("ignored: ") && text.split(separator: " ").count > 5, "\(text)")
        }
        #expect(
            "\(TrustedClock.CaptureOutcome.ignored(.badDate("it is empty")))"
                == "ignored: the answer's Date is malformed, it is empty")
    }

    @Test("a notification from trusted code doesn't make plain HTTP authenticated")
    func vouchingDoesNotMakeHTTPAuthenticated() throws {
        let (clock, center) = try listening(senderIsTrusted: true)
        post(center, values(url: "http://www.example.com/"))
        #expect(clock.now().kind == .unknown, "the clock counts authenticated answers alone")
        let other = try listening(senderIsTrusted: true, alsoAccepting: .unauthenticated)
        post(other.center, values(url: "http://www.example.com/"))
        #expect(other.clock.now().kind == .atLeast && !other.clock.now().isAuthenticated)
    }

    @Test("capturing notifications ends when the observer is removed or the clock is released")
    func itEndsWithItsObserverAndItsClock() throws {
        let center = NotificationCenter()
        let clock = try TrustedClock(device.launch(), policy: .own)
        let observer = clock.captureNotifications(named: CaptureResponseTests.name, senderIsTrusted: true, in: center)
        device.pass(seconds: 1)
        center.removeObserver(observer)
        post(center, values())
        #expect(clock.now().kind == .unknown)
        weak var weakly: TrustedClock?
        do {
            let brief = try TrustedClock(clock.observatory)
            weakly = brief
            _ = brief.captureNotifications(named: CaptureResponseTests.name, senderIsTrusted: true, in: center)
        }
        #expect(weakly == nil)
        post(center, values())
        #expect(clock.now().kind == .unknown)
    }

    @Test("a notification with missing or invalid values is ignored")
    func garbageIsPassedOver() throws {
        let (clock, center) = try listening(senderIsTrusted: true)
        post(center, nil)
        post(center, [:])
        let optional = ["method", "status"]
        let keys = ["url", "headers", "requestStart", "responseStart"] + optional
        let garbage: [Any] = [
            17, -1.5, "", "\u{0}", Double.nan, Date(timeIntervalSince1970: .nan), Date.distantFuture, Date.distantPast,
            Date(timeIntervalSince1970: .infinity), [1, 2], ["a": "b"], URL(filePath: "/"), Data([0xff]), Int.max,
        ]
        for key in keys where !optional.contains(key) {
            for value in garbage {
                // An end in the future counts as now, which is sound.
                if key == "responseStart", (value as? Date).map({ !($0 < .now) }) == true { continue }
                var values = values()
                values[key] = value
                post(center, values)
                #expect(clock.now().kind == .unknown, "\(key)")
            }
            var values = values()
            values[key] = nil
            post(center, values)
            #expect(clock.now().kind == .unknown, "\(key)")
        }
        var everything: [AnyHashable: Any] = [17: 18]
        for key in keys { everything[key] = garbage }
        post(center, everything)
        #expect(clock.now().kind == .unknown)
    }

    // MARK: - Times by the wall clock

    enum Meanwhile: String, CaseIterable {
        case nothing, clockSet, setAndBackWithNotification, slept, longAgo
    }

    @Test(
        "wall-clock times count only if nothing disturbed the clocks since a reading before the request",
        arguments: Meanwhile.allCases)
    func wallTimesCountWhereTheClockWasUntouched(meanwhile: Meanwhile) throws {
        let (clock, center) = try listening(senderIsTrusted: true)
        _ = clock.events
        device.pass(seconds: 2)
        let start = Date(timeIntervalSince1970: Double(device.now.now) / 1e9)
        switch meanwhile {
        case .nothing: break
        case .clockSet: device.setClock(forward: -3_600)
        case .setAndBackWithNotification:
            // One notification for both settings: the clocks themselves show nothing.
            device.setClock(forward: -3_600)
            device.setClock(forward: 3_600)
            device.announceThatTheClockWasSet()
        case .slept: device.suspend(seconds: 2)
        case .longAgo: break
        }
        device.pass(nanoseconds: 100_000_000)
        let early = meanwhile == .longAgo ? start.addingTimeInterval(-100) : start
        let end = Date(timeIntervalSince1970: Double(device.now.now + device.now.wallError) / 1e9)
        post(center, values(start: early, end: end))
        #expect((clock.now().kind != .unknown) == (meanwhile == .nothing))
        #expect(clock.now().allows(device.truth))
    }
}
