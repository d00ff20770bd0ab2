import Foundation
import Phone
import Sidereal
import SiderealCore
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing
import notify

extension Stories {
    /// The notification that the clock was set, and metrics of requests, passed to the trusted clock.
    @Suite @MainActor struct Time {
        let server = SimulatedServer.https("www.example.com")
        /// A server that takes three seconds in all, because a connection comes first.
        let slow = SimulatedServer.https("slow.example.com")
            .slow(outbound: .milliseconds(10)...(.milliseconds(10)), inbound: .seconds(1)...(.seconds(1)))

        /// Starts a phone with an app whose clock was read a while ago.
        func start() throws -> (phone: Phone, app: SimulatedApp, clock: TrustedClock) {
            let phone = Phone(servers: [server, slow])
            let app = try phone.launch()
            let clock = try TrustedClock(
                observatory: app.observatory, policy: TrustedClock.CapturePolicy(hosts: [.domain("example.com")]))
            _ = clock.capture([] as [PhoneTransaction], ofSession: nil)
            phone.device.advance(by: .seconds(10))
            _ = try clock.systemClockVerdict()
            phone.device.advance(by: .seconds(10))
            return (phone, app, clock)
        }

        @Test("a change to the clock is reported at once") func aSettingOfTheClockIsToldAtOnce() async throws {
            let phone = Phone()
            let clock = try TrustedClock(observatory: phone.launch().observatory)
            var events = clock.events.makeAsyncIterator()
            #expect(NotificationDaemon.shared.registrationCount(of: "com.apple.system.clock_set") == 1)
            phone.setClock(.forward(.hours(24)))
            guard case .systemClockStepped(let step, _) = await events.next() else {
                Issue.record("no step was told")
                return
            }
            #expect(step == .hours(24))
        }

        /// A suspended process isn't notified. It reads the clock when it resumes.
        @Test("a clock set during suspension is detected on return") func aSettingWhileSuspendedIsSeenOnReturn()
            async throws
        {
            let phone = Phone()
            let clock = try TrustedClock(observatory: phone.launch().observatory)
            phone.open()
            var events = clock.events.makeAsyncIterator()
            phone.suspend()
            phone.setClock(.backward(.hours(3)))
            phone.device.advance(by: .minutes(5))
            phone.open()
            guard case .systemClockStepped(let step, _) = await events.next() else {
                Issue.record("no step was told")
                return
            }
            #expect(step == .hours(-3))
        }

        @Test("releasing the notification ends the registration") func theRegistrationEndsWithTheNotice() throws {
            let heard = Count()
            var notice = ClockSetNotification { heard.add() }
            #expect(notice != nil)
            notify_post("com.apple.system.clock_set")
            notify_post("com.example.other")
            NotificationDaemon.shared.waitUntilNotified()
            #expect(heard.value == 1)
            notice = nil
            notify_post("com.apple.system.clock_set")
            NotificationDaemon.shared.waitUntilNotified()
            #expect(heard.value == 1)
        }

        @Test("a request is captured", arguments: [false, true]) func aRequestIsCaptured(isSlow: Bool) throws {
            let (phone, app, clock) = try start()
            let session = PhoneSession(of: app, on: phone)
            for _ in 0..<2 {
                let transaction = try session.load(isSlow ? slow : server)
                #expect(clock.capture([transaction], ofSession: session.identifier) == [.used])
                #expect(clock.now().kind != .unknown && clock.now().isAuthenticated)
                phone.device.advance(by: .seconds(1))
            }
            #expect(clock.now().kind == .bounded, "the second Date is a later one")
            #expect(clock.now().allows(phone.device.truth))
        }

        /// A cache on the way answered, with an Age field.
        @Test("an Age field makes the answer bound the time from below only") func anAgeBoundsFromBelowOnly() throws {
            let (phone, app, clock) = try start()
            let cached = SimulatedServer.https("cached.example.com").stale(upTo: .seconds(600), sendsAge: true)
            phone.device.set(cached)
            let transaction = try PhoneSession(of: app, on: phone).load(cached)
            #expect(clock.capture([transaction], ofSession: nil) == [.used])
            #expect(clock.now().kind == .atLeast)
            #expect(clock.now().allows(phone.device.truth))
        }

        @Test(
            "a request is not captured if the clock was set meanwhile",
            arguments: [Duration.seconds(3_600), .seconds(-3_600), .seconds(2), .seconds(-2)])
        func notWhereTheClockWasSetMeanwhile(step: Duration) throws {
            let (phone, app, clock) = try start()
            let transaction = try PhoneSession(of: app, on: phone).load(slow) { phone.setClock(.forward(step)) }
            #expect(clock.capture([transaction], ofSession: nil) == [.ignored(.unknownTimes)])
            #expect(clock.now().allows(phone.device.truth))
        }

        /// The clock is set forward, and back again while the request is under way: its dates look right, and so does
        /// the clock.
        @Test("a request is not captured if the clock was set and then set back")
        func notWhereTheClockWasSetThereAndBack()
            throws
        {
            let (phone, app, clock) = try start()
            phone.setClock(.forward(.seconds(2)))
            let transaction = try PhoneSession(of: app, on: phone).load(slow) { phone.setClock(.backward(.seconds(2))) }
            #expect(clock.capture([transaction], ofSession: nil) == [.ignored(.unknownTimes)])
            #expect(clock.now().allows(phone.device.truth))
        }

        /// The clock is not set during the next request, so it is captured again.
        @Test("after the clock is set, the next request is captured") func theNextOneIsCaptured() throws {
            let (phone, app, clock) = try start()
            phone.setClock(.forward(.hours(1)))
            phone.device.advance(by: .seconds(1))
            for _ in 0..<2 {
                let transaction = try PhoneSession(of: app, on: phone).load(server)
                #expect(clock.capture([transaction], ofSession: nil) == [.used])
                #expect(clock.now().allows(phone.device.truth))
                phone.device.advance(by: .seconds(1))
            }
            #expect(try clock.systemClockVerdict().answer == .ahead)
        }

        @Test("an answer from the cache is not captured") func notFromTheCache() throws {
            let (phone, app, clock) = try start()
            let session = PhoneSession(of: app, on: phone)
            let transaction = try session.load(server)
            phone.device.advance(by: .hours(1))
            let again = session.loadAgain(transaction)
            #expect(clock.capture([again], ofSession: nil) == [.ignored(.notFromNetwork)])
            #expect(clock.now().kind == .unknown)
        }

        /// Each hop has a transaction of its own.
        @Test("each transaction of a request is captured separately") func eachTransactionByItself() throws {
            let (phone, app, clock) = try start()
            let session = PhoneSession(of: app, on: phone)
            var unanswered = try session.load(server)
            unanswered.response = nil
            let good = try session.load(server)
            #expect(clock.capture([unanswered, good], ofSession: nil) == [.ignored(.noDate), .used])
        }

        @Test("a request without its times is not captured", arguments: [true, false]) func notWithoutItsTimes(
            lacksStart: Bool
        ) throws {
            let (phone, app, clock) = try start()
            var transaction = try PhoneSession(of: app, on: phone).load(server)
            if lacksStart { transaction.requestStartDate = nil } else { transaction.responseStartDate = nil }
            #expect(clock.capture([transaction], ofSession: nil) == [.ignored(.unknownTimes)])
        }

        /// Another process timed it, which may have slept or run in another boot.
        @Test("a request of a background session is not captured") func notFromABackgroundSession() throws {
            let (phone, app, clock) = try start()
            let session = PhoneSession(of: app, on: phone, identifier: "net.example.download")
            let transaction = try session.load(server)
            #expect(clock.capture([transaction], ofSession: session.identifier) == [.ignored(.notFromNetwork)])
            #expect(clock.now().kind == .unknown)
        }
    }
}
