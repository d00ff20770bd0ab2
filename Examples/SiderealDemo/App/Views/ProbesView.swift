import DemoCore
import Foundation
import Sidereal
import SwiftUI

/// The questions that only a device can answer, this device's answers, and a way to share them.
struct ProbesView: View {
    @ObservedObject var model: DemoModel

    var body: some View {
        NavigationStack {
            List {
                Section {
                    ShareRow(launches: model.launches)
                } footer: {
                    Text(
                        """
                        Words and spans leave this device, and how its clocks ran: no identity, no date, no clock's \
                        reading. What to do in five minutes, and what each answer changes: "Five minutes on a device", in \
                        Sidereal's documentation.
                        """
                    )
                }
                section("In any launch", needsEarlyLaunch: false)
                section("Before the first unlock", needsEarlyLaunch: true)
            }
            .navigationTitle("Device probes")
        }
    }

    private func section(_ title: String, needsEarlyLaunch: Bool) -> some View {
        Section {
            ForEach(Probe.allCases.filter { $0.needsEarlyLaunch == needsEarlyLaunch }) { probe in
                NavigationLink {
                    ProbeView(probe: probe, launches: model.launches)
                } label: {
                    ProbeRow(probe: probe, answer: answers.first { $0.probe == probe })
                }
            }
        } header: {
            Text(title)
        }
    }

    private var answers: [ProbeAnswer] { ProbeSheet.summary(model.launches) }
}

private struct ProbeRow: View {
    let probe: Probe
    let answer: ProbeAnswer?

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            Text(probe.question)
            Label(isAnswered ? answer?.answer ?? "" : "Waits for such a launch", systemImage: symbol)
                .font(.footnote.monospaced())
                .foregroundStyle(isAnswered ? Color.accentColor : Color.secondary)
        }
        .accessibilityElement(children: .combine)
    }

    private var isAnswered: Bool { answer?.isConclusive == true }
    private var symbol: String { isAnswered ? "checkmark.circle.fill" : "hourglass" }
}

/// One probe: its question, method and reason, and the answer of each launch.
private struct ProbeView: View {
    let probe: Probe
    let launches: [LaunchRecord]

    var body: some View {
        List {
            Section("Question") { Text(probe.question) }
            Section("How it is asked") { Text(probe.method) }
            Section("Why it matters") { Text(probe.reason) }
            Section("What the launches answered") {
                let sheets = ProbeSheet.of(launches)
                if launches.isEmpty { Text("Nothing was recorded yet.").foregroundStyle(.secondary) }
                ForEach(launches.indices.reversed(), id: \.self) { index in
                    AnswerRow(launch: launches[index], answer: sheets[index].answer(probe))
                }
            }
        }
        .navigationTitle(probe.rawValue)
    }
}

private struct AnswerRow: View {
    let launch: LaunchRecord
    let answer: ProbeAnswer

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            LabeledContent("Launch \(launch.number)", value: answer.answer)
                .foregroundStyle(answer.isConclusive ? Color.primary : Color.secondary)
            ForEach(answer.details.keys.sorted(), id: \.self) { key in
                Text(verbatim: "\(key): \(answer.details[key]?.description ?? "")")
                    .font(.footnote.monospaced())
                    .foregroundStyle(.secondary)
            }
        }
        .accessibilityElement(children: .combine)
    }
}

/// Writes the answers into a file, and shares it.
private struct ShareRow: View {
    let launches: [LaunchRecord]
    @State private var file: URL?
    @State private var text = ""
    @State private var problem: String?

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            if let file {
                NavigationLink {
                    List { Text(verbatim: text).font(.footnote.monospaced()) }
                        .navigationTitle("The answers")
                } label: {
                    Text("Read what will be shared")
                }
                ShareLink(item: file) { Label("Share the answers", systemImage: "square.and.arrow.up") }
            } else {
                Text(problem ?? "Preparing the answers").foregroundStyle(.secondary)
            }
        }
        .task(id: launches) {
            do {
                (file, text) = try Self.write(launches)
            } catch {
                (file, problem) = (nil, "The answers could not be written: \(error)")
            }
        }
    }

    private static func write(_ launches: [LaunchRecord]) throws -> (URL, String) {
        let report = ProbeReport(launches, device: .current, library: Demo.libraryVersion)
        let url = FileManager.default.temporaryDirectory.appending(path: "device-probes.json")
        let json = try report.json
        try json.write(to: url, options: .atomic)
        return (url, String(decoding: json, as: UTF8.self))
    }
}

extension ProbeReport.Device {
    /// This kind of device.
    static var current: ProbeReport.Device {
        #if targetEnvironment(simulator)
            let isSimulator = true
        #else
            let isSimulator = false
        #endif
        return ProbeReport.Device(
            model: AppleReaders.model, system: "iOS " + ProcessInfo.processInfo.operatingSystemVersionString,
            isSimulator: isSimulator)
    }
}
