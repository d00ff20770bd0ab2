import Foundation
import SiderealCore
import SiderealTime
import Testing

/// Marks that apps store beside their own data.
@Suite("boot marks") struct MarkTests {
    let device = StoryDevice()

    @Test(
        "within a boot the time since a mark is known, whatever the wall clock says",
        arguments: [0, 86_400, -86_400] as [Int64])
    func withinABootTheTimeIsKnownWhateverTheClockSays(step: Int64) throws {
        let app = try device.launch()
        let mark = try app.mark()
        device.setClock(forward: step)
        device.pass(seconds: 3_600)
        let elapsed = try app.elapsed(since: mark)
        #expect(elapsed.atLeast <= .seconds(3_600) && elapsed.atLeast > .seconds(3_598))
        #expect(try #require(elapsed.atMost) >= .seconds(3_600))
        #expect(try #require(elapsed.atMost) < .seconds(3_602))
        device.setClock(forward: step)
        let verdict = try app.verdict(since: mark)
        #expect(verdict.didReboot == false)
        #expect(verdict.clockStep == (step == 0 ? nil : .seconds(2 * step)))
        #expect(verdict.wasClockSet == (step != 0))
    }

    @Test("after a reboot only a lower bound of the time since a mark is known")
    func afterARebootOnlyALowerBoundIsKnown() throws {
        let mark = try device.launch().mark()
        device.reboot(offFor: 50, upFor: 300)
        let app = try device.launch()
        #expect(try app.verdict(since: mark).didReboot == true)
        #expect(try app.verdict(since: mark).wasClockSet == nil, "across a reboot nothing tells")
        let elapsed = try app.elapsed(since: mark)
        #expect(elapsed.atLeast <= .seconds(350) && elapsed.atLeast > .seconds(297))
        #expect(elapsed.atMost == nil)
    }

    @Test("a mark is compared with now, not with the launch")
    func marksOutliveLaunches() throws {
        let mark = try device.launch().mark()
        device.pass(seconds: 10)
        try device.launchAndSave()
        device.reboot()
        let app = try device.launch()
        try app.save()
        let next = try device.launch()
        #expect(next.bootVerdict.didReboot == false)
        #expect(try next.verdict(since: mark).didReboot == true)
    }

    @Test("a mark of another machine bounds no elapsed time")
    func aMarkOfAnotherMachineBoundsNothing() throws {
        let mark = try device.launch().mark()
        device.reboot()
        device.change { $0.machine = "another" }
        let app = try device.launch()
        #expect(try app.verdict(since: mark).answer == .indeterminate)
        #expect(try app.verdict(since: mark).evidence == .otherMachine)
        let elapsed = try app.elapsed(since: mark)
        #expect(elapsed.atLeast == .zero && elapsed.atMost == nil)
    }

    // MARK: - Coding

    private struct Session: Codable {
        var name: String
        var start: BootMark
    }

    @Test("a mark survives encoding, and hides the boot identity")
    func marksAreCodable() throws {
        let mark = try device.launch().mark()
        let session = Session(name: "parking", start: mark)
        let json = try JSONEncoder().encode(session)
        #expect(try JSONDecoder().decode(Session.self, from: json).start == mark)
        #expect(!String(decoding: json, as: UTF8.self).contains("boot 1"), "the identity is sealed")
        let list = try PropertyListEncoder().encode([mark, mark])
        #expect(try PropertyListDecoder().decode([BootMark].self, from: list) == [mark, mark])
    }

    @Test("a mark with a flipped bit isn't decoded", arguments: [0, 4, 8, 40, 100])
    func damagedMarksAreNotDecoded(index: Int) throws {
        var bytes = try device.launch().mark().bytes
        bytes[index] ^= 1
        let json = try JSONEncoder().encode([Data(bytes)])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([BootMark].self, from: json) }
    }

    @Test(
        "a value that is no mark isn't decoded",
        arguments: ["\"\"", "\"AAAA\"", "null", "17", "\"not base64\"", "{}"])
    func whatIsNoMarkIsNotDecoded(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([BootMark].self, from: Data("[\(json)]".utf8)) }
    }

    @Test("a truncated mark isn't decoded")
    func cutMarksAreNotDecoded() throws {
        let bytes = try device.launch().mark().bytes
        for count in 0..<bytes.count {
            let json = try JSONEncoder().encode([Data(bytes.prefix(count))])
            try #require(throws: DecodingError.self, "\(count)") {
                try JSONDecoder().decode([BootMark].self, from: json)
            }
        }
    }
}
