import Foundation
import SiderealCore
import SiderealSimulation
import Testing

/// Simulated machines live through some of the traces of Apple's clocks. `Scripts/trace-check` takes all of them.
@Suite struct TraceComparisonTests {
    static let sample: [[UInt8]] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Traces/sample.jsonl")
        let text = (try? Data(contentsOf: file)) ?? Data()
        return text.split(separator: UInt8(ascii: "\n")).map { Array($0) }
    }()

    @Test(arguments: Trace.Machine.allCases)
    func followsApplesCalendar(_ machine: Trace.Machine) throws {
        let traces = try Trace.all(from: Self.sample).filter { $0.machine == machine }
        #expect(traces.count == 12)
        let row = try #require(TraceComparison.rows(traces).first)
        #expect(row.beyond == 0, "\(row.first ?? "")")
        #expect(row.worst[.awake] == .zero)
        print(([machine.rawValue] + row.cells).joined(separator: "  "))
    }

    /// The comparison itself is checked: a clock that is another one is found.
    @Test func findsADifference() throws {
        var trace = try #require(try Trace.all(from: Self.sample).first)
        trace.lines[trace.lines.count - 1].continuous += 42
        let row = try #require(TraceComparison.rows([trace]).first)
        #expect(row.beyond == 1)
        #expect(row.first?.hasSuffix("elapsed differs by 42 ns") == true)
    }

    @Test func doesNotFollowWhatItDoesNotKnow() throws {
        var trace = try #require(try Trace.all(from: Self.sample).first)
        trace.lines[2].event = "earthquake 7"
        let row = try #require(TraceComparison.rows([trace]).first)
        #expect(row.beyond == 1)
        #expect(row.first?.hasSuffix("it cannot be followed") == true)
    }

    @Test func readsEvents() throws {
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
