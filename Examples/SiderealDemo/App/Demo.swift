import DemoCore
import Foundation
import Sidereal
import SiderealStorage

/// The app's parts: Sidereal's types, opened at launch, possibly before the first unlock.
nonisolated struct Demo: Sendable {
    /// The key of the onboarding flag in UserDefaults, as most apps keep it.
    static let naiveKey = "hasOnboarded"
    /// The version of Sidereal in the shared answers.
    static let libraryVersion = "unreleased"

    let observatory: Observatory
    let clock: TrustedClock
    /// The settings: unavailable, never missing, before the first unlock.
    let settings: ProtectedStore
    let log: LaunchLog
    let recorder: LaunchRecorder
    let readers: AppleReaders

    /// Opens all parts without waiting for a lock, a sync or the network.
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
