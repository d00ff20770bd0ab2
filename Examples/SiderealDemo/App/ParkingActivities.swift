import ActivityKit
import DemoCore
import Foundation

/// The Live Activity of a parking session. It appears on the lock screen, and makes the system launch the app after a
/// restart.
enum ParkingActivities {
    static var areAllowed: Bool { ActivityAuthorizationInfo().areActivitiesEnabled }

    static func start(_ parking: Parking) throws {
        let state = ParkingAttributes.ContentState(began: parking.began, seconds: parking.minutes * 60)
        _ = try Activity.request(
            attributes: ParkingAttributes(place: parking.place), content: ActivityContent(state: state, staleDate: nil))
    }

    /// Makes the extension compute the remaining time again. Between two updates, the text counts down on the system
    /// clock.
    @concurrent
    nonisolated static func refresh() async {
        for activity in Activity<ParkingAttributes>.activities {
            await activity.update(activity.content)
        }
    }

    /// This function runs off the main actor. An activity isn't `Sendable`, so it stays in the function that requested
    /// it.
    @concurrent
    nonisolated static func endAll() async {
        for activity in Activity<ParkingAttributes>.activities {
            await activity.end(nil, dismissalPolicy: .immediate)
        }
    }
}
