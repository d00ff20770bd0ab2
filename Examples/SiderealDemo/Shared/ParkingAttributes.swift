import ActivityKit
import Sidereal

/// The content of a parking session's Live Activity, for the app and its extension.
nonisolated struct ParkingAttributes: ActivityAttributes {
    /// The moment at which the session began, on clocks that can't be set, and the time paid for.
    nonisolated struct ContentState: Codable, Hashable, Sendable {
        var began: Moment
        var seconds: Int

        var length: Duration { .seconds(seconds) }
    }

    var place: String
}
