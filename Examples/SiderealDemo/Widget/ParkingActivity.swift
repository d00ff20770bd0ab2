import ActivityKit
import DemoCore
import Foundation
import Sidereal
import SwiftUI
import WidgetKit

/// The parking session on the lock screen and in the Dynamic Island.
struct ParkingActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: ParkingAttributes.self) { context in
            ParkingBanner(place: context.attributes.place, sight: ExtensionSight(context.state))
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) {
                    Label(context.attributes.place, systemImage: "parkingsign.circle.fill")
                }
                DynamicIslandExpandedRegion(.trailing) {
                    RemainingText(left: ExtensionSight(context.state).left)
                }
                DynamicIslandExpandedRegion(.bottom) {
                    SightText(sight: ExtensionSight(context.state))
                }
            } compactLeading: {
                Image(systemName: "parkingsign.circle.fill")
                    .accessibilityLabel("Parking")
            } compactTrailing: {
                RemainingText(left: ExtensionSight(context.state).left)
                    .frame(maxWidth: 64)
            } minimal: {
                Image(systemName: "parkingsign.circle.fill")
                    .accessibilityLabel("Parking")
            }
        }
    }
}

/// The data that an extension can read: its own record, the clocks, and the availability of protected files. It has no
/// application object. Without an app group it can't read the app's files.
struct ExtensionSight {
    let left: Countdown?
    let gate: FirstUnlockGate.State

    init(_ state: ParkingAttributes.ContentState) {
        ExtensionMailbox.shared.fill()
        // The record is in the extension's own container. The moment comes with the activity.
        left = (try? Observatory()).flatMap { try? Countdown(of: state.length, since: state.began, by: $0) }
        gate = FirstUnlockGate.shared.state
    }
}

private struct ParkingBanner: View {
    let place: String
    let sight: ExtensionSight

    var body: some View {
        HStack {
            VStack(alignment: .leading, spacing: 4) {
                Label(place, systemImage: "parkingsign.circle.fill")
                    .font(.headline)
                SightText(sight: sight)
            }
            Spacer()
            RemainingText(left: sight.left)
                .font(.title.monospacedDigit())
        }
        .padding()
        .accessibilityElement(children: .combine)
    }
}

/// A countdown on the system clock. It starts from the remaining time that clocks which can't be set give at this
/// moment.
private struct RemainingText: View {
    let left: Countdown?

    var body: some View {
        if let left, left.isOver {
            Text("0:00").foregroundStyle(.red)
        } else if let left {
            let now = Date.now
            Text(timerInterval: now...now.addingTimeInterval(left.atMost / .seconds(1)), countsDown: true)
                .multilineTextAlignment(.trailing)
        } else {
            Text("?")
        }
    }
}

private struct SightText: View {
    let sight: ExtensionSight

    var body: some View {
        Label(words, systemImage: sight.gate.isUnlocked ? "lock.open" : "lock.fill")
            .font(.footnote)
            .foregroundStyle(.secondary)
    }

    private var words: String {
        guard let left = sight.left else { return "The clocks can't be read" }
        let certainty = left.isExact ? "Proven" : "At most"
        return sight.gate.isUnlocked ? certainty : certainty + ", before the first unlock"
    }
}
