import SiderealBoot

/// What has to begin anew after a reboot: the module of reboots alone, with what its documentation shows.
public func whatTheOverviewShows(forgetWhatWasRunning: () -> Void) throws {
    if try RebootDetector().check().didReboot == true { forgetWhatWasRunning() }
}
