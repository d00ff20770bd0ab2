import DemoCore
import Foundation
import Sidereal
import SiderealStorage
import SwiftUI

/// A countdown that continues if the user sets the clock. It appears here and on the lock screen.
struct ParkingView: View {
    @ObservedObject var model: DemoModel
    @Stored(.parking) private var parking
    @State private var minutes = 45

    var body: some View {
        NavigationStack {
            Form {
                ProblemSection(problem: model.problem)
                switch parking {
                case .value(let parking): sessionSection(parking)
                case .absent: startSection
                case .unavailable(.notReadYet): ProgressView()
                case .unavailable(let why):
                    Label(why.message, systemImage: why.isTemporary ? "lock.fill" : "exclamationmark.triangle.fill")
                        .foregroundStyle(.orange)
                }
            }
            .navigationTitle("Parking")
        }
    }

    private var startSection: some View {
        Section {
            Stepper("\(minutes) minutes", value: $minutes, in: 5...240, step: 5)
            Button {
                Task { await model.park(minutes: minutes) }
            } label: {
                Label("Park", systemImage: "parkingsign.circle.fill")
            }
        } footer: {
            Text(
                ParkingActivities.areAllowed
                    ? "Also starts a Live Activity on the lock screen."
                    : "Live Activities are turned off for this app, in Settings.")
        }
    }

    private func sessionSection(_ parking: Parking) -> some View {
        Section {
            TimelineView(.periodic(from: .now, by: 1)) { _ in
                RemainingRow(
                    left: try? Countdown(of: parking.length, since: parking.began, by: model.demo.observatory))
            }
            Button("Leave", role: .destructive) { Task { await model.leave() } }
        } header: {
            Text(parking.place)
        } footer: {
            Text(
                "Set the system clock: what is left stays true. After a restart offline it is an upper bound."
            )
        }
    }
}

private struct RemainingRow: View {
    let left: Countdown?

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            if let left, left.isOver {
                Text("Time is up").font(.title2).foregroundStyle(.red)
            } else if let left {
                Text(Wording.span(left.atMost) + " left")
                    .font(.largeTitle.monospacedDigit())
                Text(left.isExact ? "Proven" : "At most; at least " + Wording.span(left.atLeast))
                    .font(.callout)
                    .foregroundStyle(.secondary)
            } else {
                Text("The clocks can't be read")
            }
        }
        .accessibilityElement(children: .combine)
    }
}
