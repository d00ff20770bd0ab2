// The code on the first page of SiderealTime's documentation. `Scripts/snippets-check` compares both.
import SiderealTime

func whatTheOverviewShows(warnAboutClock: () -> Void) async throws {
    let clock = try TrustedClock(.https("api.example.com"), .https("www.example.org"), .https("www.example.net"))
    await clock.synchronize()
    if try clock.systemClockVerdict().answer == .behind { warnAboutClock() }
}
