import Foundation
import SiderealCore
import SiderealTime
import Testing

/// Journals that once broke a promise, found by an independent simulator and by hand.
@Suite("journals that once broke a promise") struct AttackTests {
    static let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Attacks")
    static let second: Int64 = 1_000_000_000

    /// Returns the state after each line, with the elapsed clock by then, and the time by a wall clock that was never
    /// set. If the journal names no operator, an app names the operators that answer, at each launch.
    static func states(
        _ name: String, namesAll: Bool = true
    ) throws -> [(state: JournalReplay.State, elapsed: Int64, time: TrueInstant)] {
        var replay = JournalReplay()
        var (elapsed, bootTime) = (Int64(0), Int64(0))
        let text = try Data(contentsOf: directory.appending(path: name + ".jsonl"))
        let entries = try text.split(separator: UInt8(ascii: "\n")).map { try JournalEntry(line: Array($0)) }
        let isNamed = entries.contains { if case .sources = $0 { true } else { false } }
        let heard = entries.compactMap { entry -> NamedSource? in
            guard case .sample(let sample) = entry else { return nil }
            return NamedSource(of: sample.operator, isAuthenticated: sample.isAuthenticated)
        }
        return try entries.enumerated().map { number, entry in
            switch entry {
            case .launch where namesAll && !isNamed:
                defer { _ = try? replay.ingest(.sources(heard), line: number + 1) }
                return (try replay.ingest(entry, line: number + 1), elapsed, TrueInstant(nanoseconds: bootTime))
            default: break
            }
            switch entry {
            case .reading(let reading, _):
                (elapsed, bootTime) = (reading.elapsed.nanoseconds, reading.kernelBootTime.nanoseconds)
            case .sample(let sample): elapsed = sample.received.nanoseconds
            case .launch, .sources, .protectedData, .reset: break
            }
            let time = TrueInstant(nanoseconds: bootTime) + Nanoseconds(elapsed)
            return (try replay.ingest(entry, line: number + 1), elapsed, time)
        }
    }

    /// Restarts, polls of changing members and names don't give a lie more weight.
    @Test(
        "corroborated bounds contain the true time, and their lower end is near it",
        arguments: [
            "restart-raises-floor", "restart-raises-floor-control", "changing-polls", "many-names-evict",
        ])
    func whatIsProvenHoldsTheTruth(name: String) throws {
        for (state, _, truth) in try Self.states(name) {
            let trusted = state.trusted
            if trusted.earliestSupport == .corroborated {
                #expect(trusted.earliest.map { $0 <= truth } ?? true, "line \(state.line)")
            }
            if trusted.latestSupport == .corroborated {
                #expect(trusted.latest.map { $0 >= truth } ?? true, "line \(state.line)")
            }
        }
        let last = try #require(try Self.states(name).last)
        #expect(last.state.trusted.earliestSupport == .corroborated)
        let earliest = try #require(last.state.trusted.earliest)
        #expect(last.time - earliest < .seconds(4))
    }

    /// An answer that two liars of four could have invented decides nothing.
    @Test("if two of four operators may be liars, the time is uncorroborated")
    func pollsOfChangingMembers() throws {
        let last = try #require(try Self.states("changing-polls").last?.state)
        #expect(last.systemClock.answer == .unknown)
        #expect(!last.trusted.isCorroborated)
    }

    /// A domain that anybody can register, an operator that another launch did not name, and liars without any named
    /// operator.
    @Test(
        "unnamed operators never raise the earliest date above the truth, and never prove the clock wrong",
        arguments: ["forged-operator", "strangers-after-hidden-boot", "liars-first-nobody-named"])
    func strangers(name: String) throws {
        for (state, _, truth) in try Self.states(name, namesAll: false) {
            #expect(state.trusted.earliest.map { $0 <= truth } ?? true, "line \(state.line)")
            #expect(state.systemClock.answer == .unknown || state.systemClock.answer == .agrees)
        }
        let last = try #require(try Self.states(name, namesAll: false).last?.state)
        #expect((last.trusted.kind == .unknown) == (name != "forged-operator"))
    }

    /// The kernel counts suspensions, and the process can't read the count at its second read: unknown isn't zero.
    @Test("without a readable suspend count, the time has no upper bound")
    func anUnreadableCount() throws {
        let last = try #require(try Self.states("unreadable-suspend-count").last?.state)
        #expect(last.trusted.kind == .atLeast)
        #expect(last.systemClock.answer == .unknown)
    }

    /// A process reads its clocks before its app can name an operator: an hour later that must not prove a lie.
    @Test(
        "after a restart, answers of too few operators still prove nothing, and contradictions still count",
        arguments: [
            "names-lapse-in-a-restart", "two-of-five-after-a-restart", "sources-lapse-in-a-restart",
            "unnamed-source-of-an-operator", "retraction-forgiven-by-a-restart",
        ])
    func restarts(name: String) throws {
        let states = try Self.states(name, namesAll: false)
        for (state, _, truth) in states {
            let trusted = state.trusted
            if let support = trusted.earliestSupport, support != .uncorroborated {
                #expect(trusted.earliest.map { $0 <= truth } ?? true, "line \(state.line)")
            }
            if let support = trusted.latestSupport, support != .uncorroborated {
                #expect(trusted.latest.map { $0 >= truth } ?? true, "line \(state.line)")
            }
            #expect(!state.findings.contains(.floorReplaced))
        }
        if name == "unnamed-source-of-an-operator" { #expect(states.last?.state.trusted.kind == .unknown) }
    }

    /// Many names make one vote, and replace no other.
    @Test("many names of one operator leave the time bounded and corroborated")
    func manyNames() throws {
        let last = try #require(try Self.states("many-names-evict").last?.state)
        #expect(last.trusted.kind == .bounded && last.trusted.isCorroborated)
        #expect(last.systemClock.answer == .agrees)
    }

    @Test("a vote without bounds corroborates nothing")
    func anEmptyVoteCorroboratesNobody() throws {
        for (state, _, _) in try Self.states("empty-vote-corroborates") { #expect(!state.trusted.isCorroborated) }
    }

    /// Polls of five with two liars, seven operators with three: the honest answers give the truth in the end.
    @Test("after a campaign of liars, the bounds contain the true time")
    func aCampaignOfLiars() throws {
        let last = try #require(try Self.states("campaign-13-725").last)
        let truth = TrueInstant(nanoseconds: (9_182_556_010 + 225) * Self.second + last.elapsed) + .milliseconds(628)
        let earliest = try #require(last.state.trusted.earliest)
        #expect(earliest <= truth && truth - earliest < .seconds(1))
        #expect(last.state.trusted.latest.map { $0 >= truth } ?? true)
    }

    /// Without a hardware clock that runs while the power is off the calendar proves nothing, and makes nothing
    /// probable.
    @Test("a restored calendar proves nothing without a hardware clock")
    func aRestoredCalendar() throws {
        let verdict = try #require(try Self.states("restored-calendar").last?.state.boot)
        #expect(verdict.answer == .indeterminate && verdict.evidence == .noHardwareClock)
    }

    /// The wall clock was not read since the last reading, and the verdict is about that one.
    @Test("a verdict on the system clock applies to that clock's last reading")
    func anUnreadWallClock() throws {
        let states = try Self.states("unread-wall-clock").map { $0.state.systemClock }
        // As it was read at 100 s; by 701 s it is slewed 48 s ahead.
        #expect(states.map { $0.answer } == [.unknown, .unknown, .agrees, .ahead])
        #expect(states[2].atMost.map { $0 <= .seconds(1) } == true)
        #expect(states[2].atLeast.map { $0 >= .seconds(-1) } == true)
    }

    @Test("the floor never falls unless it is replaced", arguments: ["floor-falls-by-1ns", "campaign-13-725"])
    func theFloorNeverFalls(name: String) throws {
        var least = TrueInstant(nanoseconds: .min)
        for (state, _, _) in try Self.states(name) {
            if state.findings.contains(.floorReplaced) { least = TrueInstant(nanoseconds: .min) }
            guard state.trusted.earliestSupport == .corroborated, state.trusted.kind == .atLeast,
                let earliest = state.trusted.earliest
            else { continue }
            #expect(earliest >= least, "line \(state.line)")
            least = earliest
        }
        #expect(least.nanoseconds > 0)
    }
}
