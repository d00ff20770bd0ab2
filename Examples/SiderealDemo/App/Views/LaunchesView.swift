import DemoCore
import Sidereal
import SiderealStorage
import SwiftUI

/// A demonstration of the early-launch bug: a flag in UserDefaults, as in most apps, beside the same flag in a
/// protected store.
struct LaunchesView: View {
    @ObservedObject var model: DemoModel
    @ObservedObject var provocation: LocationProvocation
    @Stored(.hasOnboarded) private var hasOnboarded

    var body: some View {
        NavigationStack {
            List {
                ProblemSection(problem: model.problem)
                Section {
                    flagRow
                    Button("Finish onboarding") { Task { await model.setOnboarded(true) } }
                    Button("Start over", role: .destructive) { Task { await model.setOnboarded(false) } }
                } header: {
                    Text("Has the user been welcomed?")
                } footer: {
                    Text("Both are kept: in UserDefaults, as most apps do, and in the protected store.")
                }
                ProvocationSection(provocation: provocation)
                Section("What each launch saw") {
                    LabeledContent("Launches in Core Data", value: inCoreData)
                    if model.launches.isEmpty { Text("Nothing was recorded yet.").foregroundStyle(.secondary) }
                    ForEach(model.launches.reversed()) { LaunchRow(launch: $0) }
                    if !model.launches.isEmpty {
                        Button("Clear", role: .destructive) { Task { await model.clearLog() } }
                    }
                }
            }
            .navigationTitle("Launches")
        }
    }

    private var inCoreData: String { model.launchesInCoreData.map { "\($0)" } ?? "Waits" }

    /// The switch names all cases. A reading gives a value only to code that also handles the other cases.
    @ViewBuilder private var flagRow: some View {
        switch hasOnboarded {
        case .value(true): Label("Yes", systemImage: "person.crop.circle.badge.checkmark").foregroundStyle(.green)
        case .value(false): Label("No: started over", systemImage: "person.crop.circle")
        case .absent: Label("No, and that is proven", systemImage: "person.crop.circle")
        case .unavailable(.notReadYet): Label("Not read yet", systemImage: "ellipsis.circle")
        case .unavailable(let why):
            Label(why.message, systemImage: why.isTemporary ? "lock.fill" : "exclamationmark.triangle.fill")
                .foregroundStyle(.orange)
        }
    }
}

/// The steps that make the system launch the app before the first unlock.
private struct ProvocationSection: View {
    @ObservedObject var provocation: LocationProvocation

    var body: some View {
        Section {
            NavigationLink {
                ProvocationView()
            } label: {
                Label("Provoke an early launch", systemImage: "power")
            }
            Toggle(isOn: $provocation.isOn) {
                Label("Launch me when I move", systemImage: "location")
            }
        } footer: {
            Text(
                "Also after a restart. Where you are is neither read nor kept; choose Always when asked."
            )
        }
    }
}

/// The steps from the README.
private struct ProvocationView: View {
    private static let steps = [
        "Tap Finish onboarding.",
        "Start a parking session: its Live Activity has the system launch the app after a restart.",
        "Restart the device, and do not enter the passcode.",
        "Wait two minutes. The screen may stay dark.",
        "Unlock, and open the app.",
        "Look at Launches: a line with an open lock icon was written before the first unlock.",
    ]
    private static let others = [
        "Prewarming: the system launches apps that are used often, when it likes to.",
        "Location: turn on Launch me when I move, restart, and take the locked device for a walk.",
        "Push: a background notification does it, too; it needs a server and a paid team, and is not in this app.",
    ]

    var body: some View {
        List {
            Section("Live Activity") {
                ForEach(Self.steps.indices, id: \.self) { index in
                    Label(Self.steps[index], systemImage: "\(index + 1).circle")
                }
            }
            Section {
                ForEach(Self.others.indices, id: \.self) { index in
                    Text(Self.others[index])
                }
            } header: {
                Text("Other ways")
            } footer: {
                Text("The device needs a passcode. The simulator can't do any of this.")
            }
        }
        .navigationTitle("An early launch")
    }
}

private struct LaunchRow: View {
    let launch: LaunchRecord

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            HStack {
                Label(
                    launch.isEarly ? "Before the first unlock" : "After the unlock",
                    systemImage: launch.isEarly ? "lock.fill" : "lock.open"
                )
                .font(.headline)
                .foregroundStyle(launch.isEarly ? Color.orange : Color.primary)
                Spacer()
                Text("No. \(launch.number)")
                    .font(.footnote.monospacedDigit())
                    .foregroundStyle(.secondary)
            }
            LabeledContent("UserDefaults", value: launch.naiveWelcomes ? "Welcome!" : "Home")
                .foregroundStyle(launch.showsBug ? Color.red : Color.primary)
            LabeledContent("Protected store", value: stored)
            if launch.showsBug {
                Label("UserDefaults would have welcomed the user anew", systemImage: "ladybug")
                    .font(.footnote)
                    .foregroundStyle(.red)
            }
            Text(launch.bootReason)
                .font(.footnote)
                .foregroundStyle(.secondary)
        }
        .padding(.vertical, 2)
        .accessibilityElement(children: .combine)
    }

    private var stored: String {
        switch launch.storeWelcomes {
        case true: "Welcome!"
        case false: "Home"
        case nil: "Waits"
        }
    }
}
