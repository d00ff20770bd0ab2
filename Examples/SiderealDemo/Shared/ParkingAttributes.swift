import ActivityKit
import Sidereal

/// What the Live Activity of a parking session shows. In the app and in its extension.
nonisolated struct ParkingAttributes: ActivityAttributes {
    /// The moment at which it began, as clocks that nobody can set know it, and for how long it is paid.
    nonisolated struct ContentState: Codable, Hashable, Sendable {
        var began: Moment
        var seconds: Int

        var length: Duration { .seconds(seconds) }
    }

    var place: String
}
