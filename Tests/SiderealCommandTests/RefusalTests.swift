import Foundation
import SiderealSystem
import TestSupport
import Testing

@Suite("servers that refuse requests of siderealctl", .waitsForProcesses) struct RefusalTests {
    let command: Command

    init() throws { command = try Command() }

    func now(_ place: String) throws -> Command.Result {
        try command.run(["now", "--json", "--state", command.path("s"), "--ntp", place])
    }

    @Test(
        "a server that refused permanently is not asked by later runs, until the file is removed",
        arguments: ["DENY", "RSTR"])
    func lasting(code: String) throws {
        let asked = Lock(0)
        let peer = try NTPPeer { bytes, _ in
            asked.withLock { $0 += 1 }
            NTPBytes.kiss(code, &bytes)
        }
        defer { peer.stop() }
        #expect(try now(peer.place).answers().first?.sources?.first?.reason == "declined")
        #expect(try command.read("s/refused").hasPrefix("\(code) \(peer.place) "))
        let before = asked.withLock { $0 }
        #expect(before >= 1)

        let again = try now(peer.place)
        #expect(again.status == 69)
        #expect(
            try again.answers().first?.sources?.first?.message?.contains("does not ask this server again.") == true)
        #expect(asked.withLock { $0 } == before)
        #expect(
            try command.run(["watch", "--for", "1", "--state", command.path("s"), "--ntp", peer.place]).status == 0)
        #expect(asked.withLock { $0 } == before)

        try FileManager.default.removeItem(atPath: command.path("s/refused"))
        _ = try now(peer.place)
        #expect(asked.withLock { $0 } > before)
    }

    @Test("a server that asked for a pause is not asked by later runs, until the pause is over")
    func silence() throws {
        let asked = Lock(0)
        let peer = try NTPPeer { bytes, _ in
            asked.withLock { $0 += 1 }
            NTPBytes.kiss("RATE", &bytes)
        }
        defer { peer.stop() }
        #expect(try now(peer.place).answers().first?.sources?.first?.reason == "declined")
        let kept = try command.read("s/refused").split(separator: " ")
        #expect(
            kept.count == 5 && kept[0] == "RATE" && (60...64).contains(Int(kept[3]) ?? 0))
        let before = asked.withLock { $0 }
        let again = try now(peer.place)
        #expect(try again.answers().first?.sources?.first?.message?.contains("asks this server again in ") == true)
        #expect(asked.withLock { $0 } == before)
        // The same entry, 64 seconds old.
        let seconds = Int64(Date().timeIntervalSince1970) - 64
        try command.write("RATE \(peer.place) \(seconds) 64 1\n429 https://a.invalid \(seconds) 9 1\n", to: "s/refused")
        _ = try now(peer.place)
        #expect(asked.withLock { $0 } > before)
        // An entry that another process added meanwhile stays.
        let other = "DENY b.invalid:123 \(Int64(Date().timeIntervalSince1970)) 86400 1"
        try command.write("\(other)\n", to: "s/refused")
        _ = try now(peer.place)
        #expect(try command.read("s/refused").contains(other))
    }

    @Test("a web server that demands a pause is not asked by later runs", arguments: ["429 Too Many", "503 Busy"])
    func webServer(status: String) throws {
        let peer = try WebPeer { .fields([WebPeer.date($0), "Retry-After: 100"], status: status) }
        defer { peer.stop() }
        func now() throws -> Answer.Source? {
            try command.run(["now", "--json", "--state", command.path("s"), "--server", peer.url]).answers().first?
                .sources?.first
        }
        #expect(try now()?.requests == 1)
        #expect(peer.requests == 1)
        let kept = try command.read("s/refused").split(separator: " ")
        #expect(kept.count == 5 && kept[0] == status.prefix(3) && kept[1] == peer.url)
        #expect((96...100).contains(Int(kept[3]) ?? 0), "\(kept)")
        let again = try now()
        #expect(again?.reason == "declined" && again?.message?.contains("asks this server again in ") == true)
        #expect(peer.requests == 1)
    }

    @Test("a refusal lasts a day, and a clock that was set back doesn't prolong it", arguments: [-100_000, 100_000])
    func end(age: Int64) throws {
        let peer = try NTPPeer()
        defer { peer.stop() }
        _ = try command.run(["check", "--state", command.path("s")])
        let seconds = Int64(Date().timeIntervalSince1970) - age
        try command.write("DENY \(peer.place) \(seconds) 86400 1\n", to: "s/refused")
        #expect(try now(peer.place).answer().sources?.first?.outcome == "used")
    }

    @Test("a malformed refusal file causes an error that names the file and the line")
    func damaged() throws {
        _ = try command.run(["check", "--state", command.path("s")])
        try command.write("DENY a.invalid:123 0 86400 1\nnonsense\n", to: "s/refused")
        try now(try NTPPeer.nobody()).expectFailure(65, saying: command.path("s/refused"), "line 2")
    }
}
