import Foundation
import SiderealSystem
import TestSupport
import Testing

@Suite("siderealctl status, reset and config", .waitsForProcesses) struct StatusTests {
    let command: Command

    init() throws { command = try Command() }

    /// Returns all files of the state directory, with their contents.
    private func files() throws -> [String: Data] {
        let directory = URL(filePath: command.path("state"))
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        return Dictionary(
            uniqueKeysWithValues: try names.map { ($0, try Data(contentsOf: directory.appending(path: $0))) })
    }

    @Test("`status` prints what a check or a watch has saved, and changes nothing", arguments: ["check", "watch"])
    func status(saver: String) throws {
        let state = ["--state", command.path("state")]
        try command.run(["status"] + state).expectFailure(74, saying: "has no record")
        #expect(!FileManager.default.fileExists(atPath: command.path("state")))
        try command.run([saver] + state + (saver == "watch" ? ["--for", "0.1"] : [])).expectSuccess()
        let before = try files()
        let result = try command.run(["status"] + state)
        result.expectSuccess()
        #expect(result.output.contains("same boot"))
        #expect(result.output.contains("observer siderealctl" + (saver == "watch" ? " watch" : "")))
        #expect(try command.run(["status", "--json"] + state).output.contains(#""verdict":"sameBoot""#))
        #expect(try files() == before)
        try command.run(["status", "--observer", "nobody"] + state).expectFailure(
            74, saying: "no reading under the name")
        #expect(try files() == before)
    }

    @Test("`status` gives the reason for an unreadable record, and no answer")
    func unreadable() throws {
        try FileManager.default.createDirectory(
            at: URL(filePath: command.path("state/state")), withIntermediateDirectories: true)
        try command.run(["status", "--state", command.path("state")]).expectFailure(74, saying: "can't read the record")
        try command.write("", to: "file")
        for name in ["status", "reset"] {
            try command.run([name, "--state", command.path("file")]).expectFailure(74, saying: "is not a directory")
        }
        try command.run(["reset", "--state", command.path("none")]).expectFailure(74, saying: "has no record")
        #expect(!command.exists("none"))
    }

    @Test("`status` reports a damaged record, and changes nothing")
    func damaged() throws {
        let state = ["--state", command.path("state")]
        try command.run(["check"] + state).expectSuccess()
        try Data(repeating: 0x55, count: 32_768).write(to: URL(filePath: command.path("state/state")))
        let before = try files()
        #expect(try command.run(["status", "--fail-on", "damaged"] + state).status == 13)
        #expect(try files() == before)
        let result = try command.run(["reset"] + state)
        #expect(result.status == 0 && result.output.contains("has a new name"))
    }

    @Test("`reset` removes the servers' answers, and keeps the clocks' readings")
    func reset() throws {
        let peer = try WebPeer.honest()
        defer { peer.stop() }
        let state = ["--state", command.path("state")]
        try command.run(["check", "--server", peer.url] + state).expectSuccess()
        let result = try command.run(["reset"] + state)
        result.expectSuccess()
        #expect(result.output.hasPrefix("Removed everything"))
        let after = try command.run(["status", "--json"] + state).output
        #expect(after.contains(#""verdict":"sameBoot""#) && after.contains(#""earliestSupport":"software""#))
        let quiet = try command.run(["reset", "--quiet"] + state)
        #expect(quiet.status == 0 && quiet.output.isEmpty)
    }

    @Test("`config` prints the settings that follow from the files, and reports a mistake with its line")
    func config() throws {
        let (state, file) = (["--state", command.path("state")], command.path("c.conf"))
        try Data("server = https://a.example\nntp = b.example\ninterval = 300\nlag = 2\n".utf8)
            .write(to: URL(filePath: file))
        let result = try command.run(["config", "--config", file] + state)
        result.expectSuccess()
        #expect(result.output == "server = https://a.example\nntp = b.example\ninterval = 300\nlag = 2\n")
        for (line, problem) in [
            ("interval = 3", "interval is below 64"), ("tolerance = x", "tolerance"), ("nothing = 1", "no option"),
            ("ntp = https://a.example", "not a HOST"),
        ] {
            try Data("server = https://a.example\n\(line)\n".utf8).write(to: URL(filePath: file))
            try command.run(["config", "--config", file] + state).expectFailure(65, saying: "line 2: ")
            try command.run(["config", "--config", file] + state).expectFailure(65, saying: problem)
        }
        #expect(try command.run(["config", "--config", "/dev/null"] + state).output == "Nothing is configured.\n")
        try command.run(["check", "--config", "/dev/null"] + state).expectSuccess()
        try command.run(["config", "--config", command.path("none")] + state).expectFailure(74, saying: "none")
    }

    @Test("a watch reports that another watch uses the same record", arguments: [false, true])
    func twoWatches(isOther: Bool) throws {
        let state = command.path("state")
        try FileManager.default.createDirectory(at: URL(filePath: state), withIntermediateDirectories: true)
        let disk = RealFileSystem()
        let file = try disk.open(state, .readOnly)
        defer { disk.close(file) }
        if isOther { #expect(try disk.tryLock(file)) }
        let result = try command.run(["watch", "--for", "0.1", "--state", state])
        #expect(result.status == 0)
        #expect(result.error.contains("another watch uses the record") == isOther)
    }
}
