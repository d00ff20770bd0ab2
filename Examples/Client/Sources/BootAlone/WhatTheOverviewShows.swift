// The code on the first page of SiderealBoot's documentation. `Scripts/snippets-check` compares both.
import SiderealBoot

func whatTheOverviewShows(forgetWhatWasRunning: () -> Void) throws {
    if try Observatory().bootVerdict.didReboot == true { forgetWhatWasRunning() }
}
