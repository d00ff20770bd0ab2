import DemoCore
import Foundation
import Sidereal
import SiderealStorage

/// The app's parts, which are types of Sidereal. The app opens them at launch, possibly before the first unlock.
nonisolated struct Demo: Sendable {
    /// The key of the onboarding flag in UserDefaults, where most apps keep such a flag.
    static let naiveKey = "hasOnboarded"
    /// The version of Sidereal in the shared answers.
    static let libraryVersion = "unreleased"

    let observatory: Observatory
    let clock: TrustedClock
    /// The settings. Before the first unlock the store reports them as unavailable, and never as missing.
    let settings: ProtectedStore
    let log: LaunchLog
    let recorder: LaunchRecorder
    let readers: AppleReaders

    /// Opens all parts without waiting for a lock, a sync or the network.
    static func open() throws -> Demo {
        let observatory = try Observatory()
        let settings = try ProtectedStore("settings")
        let log = try LaunchLog.open()
        // The servers have three operators, so one of them may lie.
        return try Demo(
            observatory: observatory,
            clock: TrustedClock(
                .https("www.apple.com"), .https("www.cloudflare.com"), .https("www.wikipedia.org"),
                observatory: observatory),
            settings: settings, log: log,
            recorder: LaunchRecorder(
                .init(observatory: observatory, gate: .shared, settings: settings), log: log),
            readers: AppleReaders())
    }
}
