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
            // What was missed while the app was suspended shows in the clocks.
            if scenePhase == .active { model.refresh() }
        }
    }
}

/// Where nothing could be opened: no directory, or no clocks.
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

/// What went wrong with the last button, if anything did.
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
