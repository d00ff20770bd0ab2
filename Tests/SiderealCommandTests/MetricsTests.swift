import Foundation
import Sidereal
import SiderealCommand
import SiderealTesting
import TestSupport
import Testing

@Suite("siderealctl --metrics", .waitsForProcesses) struct MetricsTests {
    let command: Command

    init() throws { command = try Command() }

    var state: [String] { ["--state", command.path("s"), "--lag", "20", "--metrics", command.path("m.prom")] }

    /// The samples of the file, by name and labels.
    func samples() throws -> [String: Double] { try Self.samples(try command.read("m.prom")) }

    static func samples(_ text: String) throws -> [String: Double] {
        #expect(text.hasSuffix("\n# EOF\n"))
        var samples: [String: Double] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let cut = try #require(line.lastIndex(of: " "))
            let value = try #require(Double(line[line.index(after: cut)...]), "\(line)")
            #expect(samples.updateValue(value, forKey: String(line[..<cut])) == nil)
        }
        return samples
    }

    @Test("a check without servers writes the known metrics, and leaves out the unknown metrics")
    func offline() throws {
        try command.run(["check"] + state).expectSuccess()
        let samples = try samples()
        #expect(samples[#"sidereal_boot_verdict{verdict="first"}"#] == 1)
        #expect(samples[#"sidereal_boot_verdict{verdict="rebooted"}"#] == 0)
        #expect(samples[#"sidereal_system_clock_verdict{verdict="unknown"}"#] == 1)
        #expect(samples["sidereal_record_saved"] == 1)
        let version = try command.run(["--version"]).output.dropFirst("siderealctl ".count).dropLast()
        #expect(samples["siderealctl_build_info{version=\"\(version)\"}"] == 1)
        #expect(!samples.keys.contains { $0.hasPrefix("sidereal_system_clock_error_lowest") })
        #expect(samples["sidereal_system_clock_authenticated"] == nil)
        #expect(try command.names().sorted() == ["m.prom", "s"])
        #if os(Linux)
            let attributes = try FileManager.default.attributesOfItem(atPath: command.path("m.prom"))
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o644)
        #endif
    }

    @Test("the bounds of the system clock's error are never narrower than the answer's bounds")
    func bounds() throws {
        let server = try WebPeer.honest()
        let nobody = try NTPPeer.nobody()
        defer { server.stop() }
        let result = try command.run(["now", "--json", "--server", server.url, "--ntp", nobody] + state)
        result.expectSuccess()
        let answer = try result.answer()
        let samples = try samples()
        let wall = try #require(answer.reading?.wallNanoseconds)
        let lowest = try #require(samples["sidereal_system_clock_error_lowest_seconds"])
        let highest = try #require(samples["sidereal_system_clock_error_highest_seconds"])
        let earliest = try #require(answer.trusted.earliestNanoseconds)
        let latest = try #require(answer.trusted.latestNanoseconds)
        // The server's clock shows the year 2100, so the differences are exact to parts of a microsecond.
        #expect(lowest <= Double(wall - latest) / 1e9 && lowest > Double(wall - latest) / 1e9 - 0.001)
        #expect(highest >= Double(wall - earliest) / 1e9 && highest < Double(wall - earliest) / 1e9 + 0.001)
        #expect(samples[#"sidereal_system_clock_verdict{verdict="behind"}"#] == 1)
        #expect(samples[#"sidereal_source_outcome{source="\#(server.url)",kind="http",outcome="used"}"#] == 1)
        #expect(samples[#"sidereal_source_outcome{source="\#(nobody)",kind="ntp",outcome="unreachable"}"#] == 1)
        #expect(samples[#"sidereal_source_outcome{source="\#(nobody)",kind="ntp",outcome="used"}"#] == 0)
    }

    /// The Date of https gives bounds of half a second, NTP of some milliseconds.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a verdict that needs unauthenticated time is marked, although the true time is authenticated")
    func unauthenticatedVerdict() throws {
        let device = SimulatedDevice(.linux, servers: [.https("a.example"), .ntp("b.example")])
        let app = try device.launch()
        let clock = try app.clock(alsoAccepting: .unauthenticated)
        try device.run { await clock.synchronize() }
        for (tolerance, isAuthenticated) in [(Duration.seconds(5), 1.0), (.milliseconds(200), 0.0)] {
            let metrics = Metrics(tolerance: .init(clamping: tolerance))
            let samples = try Self.samples(metrics.text(app.observatory) + "\n")
            #expect(samples[#"sidereal_system_clock_verdict{verdict="agrees"}"#] == 1, "\(tolerance)")
            #expect(samples["sidereal_system_clock_authenticated"] == isAuthenticated, "\(tolerance)")
            #expect(samples["sidereal_true_time_authenticated"] == 1)
        }
    }

    @Test("after a reload without servers, no outcome of a removed server remains")
    func removedServers() throws {
        let server = try WebPeer.honest()
        defer { server.stop() }
        let options = "state = \(command.path("s"))\nmetrics = \(command.path("m.prom"))\nlag = 20\n"
        try command.write(options + "server = \(server.url)\n", to: "c.conf")
        try command.write(options, to: "next.conf")
        let script = """
            "$0" watch --json --config c.conf > out & watch=$!
            until grep -q polled out; do sleep 0.05; done
            until grep -q '"used".* 1$' m.prom; do sleep 0.05; done
            mv next.conf c.conf; kill -HUP $watch
            until [ "$(grep -c begun out)" = 2 ]; do sleep 0.05; done
            kill -TERM $watch; wait $watch
            """
        try command.run(["-c", ": > out; " + script, try Command.executable.path], of: URL(filePath: "/bin/sh"))
            .expectSuccess()
        let samples = try samples()
        #expect(!samples.keys.contains { $0.hasPrefix("sidereal_source_outcome{") })
        #expect(samples[#"sidereal_source_outcomes_total{source="\#(server.url)",outcome="used"}"#] == 1)
    }

    @Test("a watch counts polls and outcomes, and replaces the whole file")
    func watch() throws {
        let server = try WebPeer.honest()
        defer { server.stop() }
        try command.write("old", to: "m.prom")
        let result = try command.run(
            ["watch", "--server", server.url, "--interval", "1"] + state,
            signals: .init(SIGTERM, after: "asked one server"))
        result.expectSuccess()
        let samples = try samples()
        let polls = try #require(samples["sidereal_polls_total"])
        #expect(polls >= 1)
        #expect(samples[#"sidereal_source_outcomes_total{source="\#(server.url)",outcome="used"}"#] == polls)
        #expect(samples[#"sidereal_source_outcomes_total{source="\#(server.url)",outcome="rejected"}"#] == 0)
        #expect(samples[#"sidereal_events_total{event="clockFault"}"#] == 0)
        #expect(samples["sidereal_failed_saves_total"] == 0)
        #expect(try command.names().sorted() == ["m.prom", "s"])
    }

    @Test("if the file can't be written, a check fails after its answer, and a watch reports it once and goes on")
    func unwritable() throws {
        let gone = ["--metrics", command.path("none/m.prom"), "--state", command.path("s")]
        let check = try command.run(["check"] + gone)
        check.expectFailure(74, saying: "can't write \(command.path("none/m.prom")): No such file or directory")
        #expect(check.output.contains("first check"))
        let watch = try command.run(
            ["watch", "--ntp", try NTPPeer.nobody(), "--interval", "1", "--for", "2"] + gone)
        #expect(watch.status == 0)
        #expect(watch.error.split(separator: "\n").count == 1)
        #expect(watch.error.contains("none/m.prom"))
    }
}
