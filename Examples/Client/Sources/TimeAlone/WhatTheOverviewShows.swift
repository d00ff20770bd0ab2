// What the first page of SiderealTime's documentation shows. `Scripts/snippets-check` compares.
import SiderealTime

func whatTheOverviewShows(forgetWhatWasRunning: () -> Void, warnAboutClock: () -> Void) async throws {
    if try RebootDetector().check().didReboot == true { forgetWhatWasRunning() }

    let clock = try TrustedClock(.https("api.example.com"), .https("www.example.org"))
    await clock.synchronize()
    if try clock.checkSystemClock().answer == .behind { warnAboutClock() }
}
