import SiderealStorage
import SwiftUI

/// The four pages.
struct RootView: View {
    @ObservedObject var model: DemoModel
    @Environment(\.scenePhase) private var scenePhase

    var body: some View {
        TabView {
            TruthView(model: model)
                .tabItem { Label("Truth", systemImage: "clock.badge.checkmark") }
            LaunchesView(model: model, provocation: model.provocation)
                .tabItem { Label("Launches", systemImage: "lock.iphone") }
            ParkingView(model: model)
                .tabItem { Label("Parking", systemImage: "parkingsign.circle") }
            ProbesView(model: model)
                .tabItem { Label("Probes", systemImage: "stethoscope") }
        }
        .environment(\.protectedStore, model.demo.settings)
        .task(id: scenePhase) {
            // This reads the changes of the clocks from the time when the app was suspended.
            if scenePhase == .active { model.refresh() }
        }
    }
}

/// The view for an app that could not open its directory or its clocks.
struct FailureView: View {
    let reason: String

    var body: some View {
        VStack(spacing: 12) {
            Image(systemName: "exclamationmark.triangle")
                .font(.largeTitle)
                .foregroundStyle(.orange)
                .accessibilityHidden(true)
            Text("Sidereal could not be opened")
                .font(.headline)
            Text(reason)
                .font(.callout)
                .foregroundStyle(.secondary)
                .multilineTextAlignment(.center)
        }
        .padding()
    }
}

/// The error of the last button that the user pressed, if any.
struct ProblemSection: View {
    let problem: String?

    var body: some View {
        if let problem {
            Section {
                Label(problem, systemImage: "exclamationmark.triangle")
                    .foregroundStyle(.red)
            }
        }
    }
}
