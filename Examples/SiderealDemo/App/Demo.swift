import DemoCore
import Foundation
import Sidereal
import SiderealStorage

/// What the app is made of: Sidereal's parts, opened at launch, before anybody may have unlocked the device.
nonisolated struct Demo: Sendable {
    /// The onboarding flag in UserDefaults, as most apps keep it.
    static let naiveKey = "hasOnboarded"
    /// What the shared answers name as the version of Sidereal.
    static let libraryVersion = "unreleased"

    let observatory: Observatory
    let clock: TrustedClock
    /// Locked until the first unlock, and never taken for missing.
    let settings: ProtectedStore
    let log: LaunchLog
    let recorder: LaunchRecorder
    let readers: AppleReaders

    /// Waits for no lock, no sync and no network.
    static func open() throws -> Demo {
        let observatory = try Observatory()
        let settings = try ProtectedStore("settings")
        let log = try LaunchLog.open()
        // Three operators: one of them may lie.
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

/// A parking session: a span that began at a moment, not at a date.
nonisolated struct Parking: Codable, Hashable, Sendable {
    var place: String
    var began: Moment
    var minutes: Int

    var length: Duration { .seconds(Int64(minutes) * 60) }
}

nonisolated extension StoreKey<Parking> {
    static var parking: Self { .init("parking") }
}
