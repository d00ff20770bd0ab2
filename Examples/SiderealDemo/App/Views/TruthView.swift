import DemoCore
import Foundation
import Sidereal
import SwiftUI

/// A view that answers three questions. Did the device reboot? What time is it? Is the system clock right?
struct TruthView: View {
    @ObservedObject var model: DemoModel

    var body: some View {
        NavigationStack {
            List {
                ProblemSection(problem: model.problem)
                BootSection(verdict: model.boot, bootTime: model.bootTime)
                TimeSection(clock: model.demo.clock)
                LearningSection(model: model)
                if !model.events.isEmpty {
                    Section("What happened") {
                        ForEach(model.events.indices, id: \.self) { index in
                            Text(model.events[index])
                                .font(.callout)
                        }
                    }
                }
            }
            .navigationTitle("Sidereal")
        }
    }
}

/// The boot verdict and its evidence.
private struct BootSection: View {
    let verdict: BootVerdict
    let bootTime: Date?

    var body: some View {
        Section {
            Label(Wording.headline(verdict), systemImage: symbol)
                .font(.headline)
                .foregroundStyle(verdict.didReboot == true ? Color.orange : Color.primary)
            Text(verdict.reason)
                .font(.callout)
                .foregroundStyle(.secondary)
            LabeledContent("Certainty", value: certainty)
            LabeledContent("Evidence", value: Wording.evidence(verdict.evidence))
            if let step = verdict.clockStep {
                LabeledContent("Clock was set", value: Wording.step(step))
            }
            if let time = bootTime {
                LabeledContent("Boot began", value: time.formatted(date: .abbreviated, time: .standard))
            }
        } header: {
            Text("This boot")
        } footer: {
            Text(
                "Since the last launch that was saved. When it began is by the device's own clock, as it was at launch."
            )
        }
    }

    private var symbol: String {
        switch verdict.didReboot {
        case true: "arrow.clockwise.circle.fill"
        case false: "checkmark.circle"
        case nil: "questionmark.circle"
        }
    }

    private var certainty: String {
        switch verdict.certainty {
        case .proven: "Proven"
        case .probable: "Probable"
        case nil: "None"
        }
    }
}

/// The trusted time with its bounds, updated each second, and the verdict on the system clock.
private struct TimeSection: View {
    let clock: TrustedClock

    var body: some View {
        Section {
            TimelineView(.periodic(from: .now, by: 1)) { _ in
                TimeRows(time: clock.now(), estimate: clock.date, verdict: try? clock.systemClockVerdict())
            }
        } header: {
            Text("True time")
        } footer: {
            Text("Within bounds, whatever is done to the system clock. Set it in Settings, and come back.")
        }
    }
}

private struct TimeRows: View {
    let time: TrustedTime
    let estimate: Date?
    let verdict: SystemClockVerdict?

    var body: some View {
        VStack(alignment: .leading, spacing: 10) {
            headline
            if time.kind == .bounded, let offset = verdict?.offset, let atLeast = offset.atLeast,
                let atMost = offset.atMost
            {
                BandView(atLeast: atLeast / .seconds(1), atMost: atMost / .seconds(1))
            }
            Label(
                verdict.map { Wording.systemClock($0) } ?? "The clocks can't be read", systemImage: "iphone"
            )
            .font(.callout)
            .foregroundStyle(verdictColor)
            Label(source, systemImage: time.isAuthenticated ? "checkmark.seal" : "seal")
                .font(.footnote)
                .foregroundStyle(.secondary)
        }
        .padding(.vertical, 4)
        .accessibilityElement(children: .combine)
    }

    @ViewBuilder private var headline: some View {
        switch time.kind {
        case .bounded:
            Text((estimate ?? .now).formatted(date: .omitted, time: .standard))
                .font(.largeTitle.monospacedDigit())
            Text((estimate ?? .now).formatted(date: .abbreviated, time: .omitted) + ", ± " + width)
                .font(.callout.monospacedDigit())
                .foregroundStyle(.secondary)
        case .atLeast:
            Text("At least")
                .font(.headline)
            Text((time.earliestDate ?? .now).formatted(date: .abbreviated, time: .standard))
                .font(.title2.monospacedDigit())
        case .unknown:
            Text("Not known yet")
                .font(.title2)
            Text("Ask the servers, or make a request.")
                .font(.callout)
                .foregroundStyle(.secondary)
        }
    }

    private var width: String { Wording.width(time) ?? "" }

    private var verdictColor: Color {
        switch verdict?.answer {
        case .agrees: .green
        case .ahead, .behind: .red
        case .unknown, nil: .secondary
        }
    }

    private var source: String {
        if time.kind == .unknown { return "No server was heard" }
        let who = time.isAuthenticated ? "Authenticated" : "Not authenticated"
        if time.isCorroborated { return who + ", corroborated" }
        let supports = [time.earliestSupport, time.latestSupport]
        return who + (supports.contains(.uncorroborated) ? ", too few have answered" : ", one operator alone")
    }
}

/// The range of the true time relative to the system clock. The line in the middle is the system clock.
private struct BandView: View {
    /// The system clock less the true time, in seconds.
    let atLeast: Double
    let atMost: Double

    var body: some View {
        GeometryReader { space in
            let width = Double(space.size.width)
            ZStack(alignment: .leading) {
                Capsule()
                    .fill(Color.secondary.opacity(0.2))
                    .frame(height: 10)
                Capsule()
                    .fill(Color.accentColor)
                    .frame(width: CGFloat(max(4, share(span) * width)), height: 10)
                    .offset(x: CGFloat((share(-atMost) + 0.5) * width))
                Rectangle()
                    .fill(Color.primary)
                    .frame(width: 2, height: 18)
                    .offset(x: CGFloat(width / 2 - 1))
            }
        }
        .frame(height: 18)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel("Band of the true time")
        .accessibilityValue("\(Wording.span(.seconds(span))) wide")
    }

    private var span: Double { atMost - atLeast }
    /// Returns a position as a share of the width, which shows the whole range on both sides of the line.
    private func share(_ seconds: Double) -> Double {
        seconds / (2.2 * max(abs(atLeast), abs(atMost), 0.001))
    }
}

/// The ways in which the clock gets the time.
private struct LearningSection: View {
    @ObservedObject var model: DemoModel

    var body: some View {
        Section {
            Button {
                Task { await model.makeRequest() }
            } label: {
                Label("Make a request of the app's own", systemImage: "arrow.up.arrow.down")
            }
            .disabled(model.isAsking)
            ForEach(model.requestOutcomes.indices, id: \.self) { index in
                Text(model.requestOutcomes[index])
                    .font(.callout)
                    .foregroundStyle(.secondary)
            }
            Button {
                Task { await model.synchronize() }
            } label: {
                Label("Ask the time servers", systemImage: "arrow.triangle.2.circlepath")
            }
            .disabled(model.isAsking)
            ForEach(model.outcomes.indices, id: \.self) { index in
                OutcomeRow(outcome: model.outcomes[index])
            }
            if model.isAsking { ProgressView() }
            Button("Forget what is trusted", role: .destructive) { model.forgetTrust() }
        } header: {
            Text("Learning")
        } footer: {
            Text("The first asks a page, and its session's delegate hands the metrics to the clock: one line.")
        }
    }
}

private struct OutcomeRow: View {
    let outcome: TrustedClock.SynchronizationReport.Outcome

    var body: some View {
        LabeledContent {
            Text(outcome.roundTrip.map { Wording.span($0) } ?? "")
                .font(.callout.monospacedDigit())
        } label: {
            Label(outcome.operator, systemImage: symbol)
                .foregroundStyle(isUsed ? Color.primary : Color.red)
        }
    }

    private var isUsed: Bool { outcome.result == .used }
    private var symbol: String { isUsed ? "checkmark.circle" : "xmark.circle" }
}
