import ActivityKit
import Sidereal

/// The content of a parking session's Live Activity, for the app and its extension.
nonisolated struct ParkingAttributes: ActivityAttributes {
    /// The start of the session as a moment, on clocks that can't be set, and the paid time.
    nonisolated struct ContentState: Codable, Hashable, Sendable {
        var began: Moment
        var seconds: Int

        var length: Duration { .seconds(seconds) }
    }

    var place: String
}
