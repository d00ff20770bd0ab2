import Foundation
import SiderealCore
import SiderealTime
import Testing

/// Moments that apps store beside their own data.
@Suite("moments that an app keeps") struct KeptMomentTests {
    let device = StoryDevice()

    @Test(
        "within a boot, the time since a moment is known, whatever the wall clock shows",
        arguments: [0, 86_400, -86_400] as [Int64])
    func withinABootTheTimeIsKnownWhateverTheClockSays(step: Int64) throws {
        let app = try device.launch()
        let moment = try app.moment()
        device.setClock(forward: step)
        device.pass(seconds: 3_600)
        let elapsed = try app.elapsed(since: moment)
        #expect(elapsed.atLeast <= .seconds(3_600) && elapsed.atLeast > .seconds(3_598))
        #expect(try #require(elapsed.atMost) >= .seconds(3_600))
        #expect(try #require(elapsed.atMost) < .seconds(3_602))
        device.setClock(forward: step)
        let verdict = try app.verdict(since: moment)
        #expect(verdict.didReboot == false)
        #expect(verdict.clockStep == (step == 0 ? nil : .seconds(2 * step)))
        #expect(verdict.wasClockSet == (step != 0))
    }

    @Test("after a reboot, only a lower bound of the time since a moment is known")
    func afterARebootOnlyALowerBoundIsKnown() throws {
        let moment = try device.launch().moment()
        device.reboot(offFor: 50, upFor: 300)
        let app = try device.launch()
        #expect(try app.verdict(since: moment).didReboot == true)
        #expect(try app.verdict(since: moment).wasClockSet == nil, "across a reboot nothing tells")
        let elapsed = try app.elapsed(since: moment)
        #expect(elapsed.atLeast <= .seconds(350) && elapsed.atLeast > .seconds(297))
        #expect(elapsed.atMost == nil)
    }

    @Test("a moment is compared with now, not with the launch")
    func marksOutliveLaunches() throws {
        let moment = try device.launch().moment()
        device.pass(seconds: 10)
        try device.launchAndSave()
        device.reboot()
        let app = try device.launch()
        try app.save()
        let next = try device.launch()
        #expect(next.bootVerdict.didReboot == false)
        #expect(try next.verdict(since: moment).didReboot == true)
    }

    @Test("across a reboot, the time since a moment is bounded if servers answered near both ends")
    func acrossARebootServersBoundBothEnds() async throws {
        let before = try await device.launchAndSynchronize().observatory
        let moment = try before.moment()
        try before.save()
        device.reboot(offFor: 50, upFor: 300)
        let app = try await device.launchAndSynchronize().observatory
        let later = try app.moment()
        for elapsed in [try app.elapsed(since: moment), try app.elapsed(from: moment, to: later)] {
            #expect(elapsed.atLeast <= .seconds(350) && elapsed.atLeast > .seconds(345))
            let most = try #require(elapsed.atMost)
            #expect(most >= .seconds(350) && most < .seconds(355))
        }
    }

    // MARK: - Coding

    private struct Session: Codable {
        var name: String
        var start: Moment
    }

    @Test("a moment survives encoding, and hides the boot identity")
    func momentsAreCodable() throws {
        let moment = try device.launch().moment()
        let session = Session(name: "parking", start: moment)
        let json = try JSONEncoder().encode(session)
        #expect(try JSONDecoder().decode(Session.self, from: json).start == moment)
        #expect(!String(decoding: json, as: UTF8.self).contains("boot 1"), "the identity is sealed")
        let list = try PropertyListEncoder().encode([moment, moment])
        #expect(try PropertyListDecoder().decode([Moment].self, from: list) == [moment, moment])
    }

    private struct Parts: Codable {
        var mark: Data
        var time: TrustedTime
    }

    /// Returns a moment's JSON, with other bytes for its mark.
    private func json(withMark mark: [UInt8], of moment: Moment) throws -> Data {
        var parts = try JSONDecoder().decode(Parts.self, from: try JSONEncoder().encode(moment))
        #expect(parts.mark == Data(moment.mark.bytes))
        parts.mark = Data(mark)
        return try JSONEncoder().encode(parts)
    }

    @Test("a moment with a flipped bit isn't decoded", arguments: [0, 4, 8, 40, 100])
    func damagedMomentsAreNotDecoded(index: Int) throws {
        let moment = try device.launch().moment()
        var bytes = moment.mark.bytes
        #expect(try JSONDecoder().decode(Moment.self, from: json(withMark: bytes, of: moment)) == moment)
        bytes[index] ^= 1
        let damaged = try json(withMark: bytes, of: moment)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Moment.self, from: damaged) }
    }

    @Test(
        "a value that isn't a moment isn't decoded",
        arguments: ["\"\"", "\"AAAA\"", "null", "17", "\"not base64\"", "{}", "{\"mark\":\"AAAA\"}"])
    func otherValuesAreNotDecoded(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Moment].self, from: Data("[\(json)]".utf8)) }
    }
}
