import Foundation
import MainActorApp
import MemberImportVisibility
import Sidereal
import Testing

@Suite("The code of the migration guides")
struct MigrationTests {
    @Test("Without an answer, the app shows no time and decides nothing; after an answer, the clock is right")
    func clock() async throws {
        let here = try Here()
        let time = AppTime(observatory: here.observatory, clock: here.clock)
        #expect(time.shown == nil)
        #expect(time.logged == "unknown")
        #expect(time.mayUse(until: .now))
        // The date is before the build date of this software, which is a lower bound on the time.
        #expect(!time.mayUse(until: .distantPast))
        #expect(try !time.isClockWrong())

        await time.synchronize()
        let shown = try #require(time.shown)
        #expect(abs(shown.timeIntervalSinceNow) < 60)
        #expect(time.logged.hasSuffix("authenticated"))
        #expect(time.mayUse(until: .distantFuture))
        #expect(!time.mayUse(until: .distantPast))
    }

    @Test("A system clock that is off by an hour, ahead or behind, is reported as wrong", arguments: [3600.0, -3600])
    func wrongClock(off: Double) async throws {
        let here = try Here(servers: [OwnServer("true") { Date(timeIntervalSinceNow: -off) }])
        let time = AppTime(observatory: here.observatory, clock: here.clock)
        await time.synchronize()
        #expect(try time.isClockWrong())
    }

    @Test("The app's own requests give the clock the true time")
    func ownRequests() async throws {
        let here = try Here(servers: [])
        let own = TrustedClock.CapturePolicy(hosts: [.domain("example.com")])
        let time = AppTime(
            observatory: here.observatory, clock: try TrustedClock(observatory: here.observatory, policy: own))
        let url = try #require(URL(string: "https://www.example.com"))
        // The server's clock advances: the first answer has one Date, and the second answer has a later Date.
        for late in [1.0, 0] {
            let headers = ["Date": Self.header(Date(timeIntervalSinceNow: -late)), "Cache-Control": "no-store"]
            let answer = try await time.load(url) { _ in Answer(body: [1], headers: headers) }
            #expect(answer.body == [1])
        }
        #expect(time.shown != nil)
    }

    /// Formats a date as a Date header.
    private static func header(_ date: Date) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.string(from: date)
    }
}
