import Foundation
import SiderealCore
import SiderealSimulation
import Testing

/// These are a sample of the traces; `Scripts/simulate-check` compares all of them.
@Suite("simulated clocks compared with traces of Apple's clocks") struct TraceComparisonTests {
    static let sample: [[UInt8]] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Traces/sample.jsonl")
        let text = (try? Data(contentsOf: file)) ?? Data()
        return text.split(separator: UInt8(ascii: "\n")).map { Array($0) }
    }()

    @Test("simulated clocks follow the sampled traces of each machine", arguments: Trace.Machine.allCases)
    func followsApplesCalendar(_ machine: Trace.Machine) throws {
        let traces = try Trace.all(from: Self.sample).filter { $0.machine == machine }
        #expect(traces.count == 12)
        let row = try #require(TraceComparison.rows(traces).first)
        #expect(row.beyond == 0, "\(row.first ?? "")")
        #expect(row.worst[.awake] == .zero)
        print(([machine.rawValue] + row.cells).joined(separator: "  "))
    }

    /// This tests the comparison itself.
    @Test("the comparison finds a clock that differs by 42 ns")
    func findsADifference() throws {
        var trace = try #require(try Trace.all(from: Self.sample).first)
        trace.lines[trace.lines.count - 1].continuous += 42
        let row = try #require(TraceComparison.rows([trace]).first)
        #expect(row.beyond == 1)
        #expect(row.first?.hasSuffix("elapsed differs by 42 ns") == true)
    }

    @Test("a trace with an unknown event is reported")
    func doesNotFollowWhatItDoesNotKnow() throws {
        var trace = try #require(try Trace.all(from: Self.sample).first)
        trace.lines[2].event = "earthquake 7"
        let row = try #require(TraceComparison.rows([trace]).first)
        #expect(row.beyond == 1)
        #expect(row.first?.hasSuffix("the simulated machine can't reproduce this event") == true)
    }

    /// Returns the second line of the sample, with another value of a key.
    static func line(_ key: String, _ value: String) throws -> [UInt8] {
        let bytes = sample[1]
        let name = Array("\"\(key)\":".utf8)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: name) }) + name.count
        let end = try #require(bytes[start...].firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") })
        return bytes[..<start] + Array(value.utf8) + bytes[end...]
    }

    @Test(
        "a number that no clock can show is refused, and the error names its line",
        arguments: ["truth", "wall", "kernelBootTime", "continuous", "suspending", "us", "mach"],
        [Int64.min, .min + 1, .max, 3_200_000_000_000_000_000])
    func refusesNumbersOfNoClock(key: String, number: Int64) throws {
        let wrong = try Self.line(key, "\(number)")
        let error = #expect(throws: HistoryFile.Malformed.self) {
            try Trace.all(from: [Self.sample[0], wrong, Self.sample[2]])
        }
        #expect(error?.line == 2)
    }

    @Test(
        "a span that is negative or too long is refused",
        arguments: ["run 9223372036854775807", "step -9223372036854775808", "sleep 3200000000000000000"])
    func refusesSpansOfNoLife(event: String) throws {
        let wrong = try Self.line("event", "\"\(event)\"")
        #expect(throws: HistoryFile.Malformed.self) { try Trace.all(from: [Self.sample[0], wrong]) }
        #expect(TraceEvent("run -1") == nil)
    }

    @Test(
        "a trace without its beginning is refused, and the error names the line",
        arguments: [
            (0..<0, 1, "there is no trace"), (1..<3, 1, "the first line of a trace must have a setup"),
        ] as [(Range<Int>, Int, String)])
    func namesTheLine(lines: Range<Int>, line: Int, reason: String) {
        let error = #expect(throws: HistoryFile.Malformed.self) { try Trace.all(from: Array(Self.sample[lines])) }
        #expect(error?.line == line && error?.reason == reason)
    }

    @Test(
        "a line that contradicts its trace is refused, with the reason",
        arguments: [
            ("event", "\"dance 3\"", "its event 'dance 3' does not exist"),
            ("event", "\"sleep -5\"", "its event 'sleep -5' does not exist"),
            ("machine", "\"intel\"", "its machine differs from the machine of its trace"),
            ("trace", "999999", "the first line of a trace must have a setup"),
            ("boot", "0", "its true time or its boot number is less than in the previous line"),
            ("truth", "5", "its true time or its boot number is less than in the previous line"),
        ])
    func namesWhatIsWrong(key: String, value: String, reason: String) throws {
        let wrong = try Self.line(key, value)
        let error = #expect(throws: HistoryFile.Malformed.self) { try Trace.all(from: [Self.sample[0], wrong]) }
        #expect(error?.line == 2 && error?.reason == reason)
    }

    @Test("a missing key causes an error that names it")
    func namesAMissingKey() {
        let error = #expect(throws: HistoryFile.Malformed.self) {
            try Trace.all(from: [Array("{\"trace\":1}".utf8)])
        }
        #expect(error?.line == 1 && error?.reason == "\"machine\" is missing")
    }

    @Test("events are read with their amounts")
    func readsEvents() throws {
        var line = try #require(try Trace.all(from: Self.sample).first?.lines.first)
        line.event = "warm 3; rtcoff -2; boot 1"
        #expect(
            line.events == [
                .off(Nanoseconds(3), isWarm: true), .batteryClock(error: Nanoseconds(-2)), .boot(Nanoseconds(1)),
            ])
        line.event = "pll -7 5"
        #expect(line.events == [.phase(offset: Nanoseconds(-7), timeConstant: 5)])
        line.event = "run"
        #expect(line.events == nil)
    }
}
