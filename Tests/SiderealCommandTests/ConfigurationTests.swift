import Foundation
import SiderealCommand
import TestSupport
import Testing

@Suite("the configuration of siderealctl", .waitsForProcesses) struct ConfigurationTests {
    let command: Command

    init() throws { command = try Command() }

    var configured: [String] { ["--config", command.path("c.conf")] }

    @Test("the file's servers and options are used, unless the command line overrides them")
    func precedence() throws {
        let (server, other, third) = (try WebPeer.honest(), try WebPeer.honest(), try WebPeer.honest())
        defer { for peer in [server, other, third] { peer.stop() } }
        try command.write(
            "# a comment\n\n  server =  \(server.url) \t\nlag = 20\nstate=\(command.path("s"))\ninterval = 1\r\n",
            to: "c.conf")
        let first = try command.run(["now", "--json"] + configured)
        first.expectSuccess()
        #expect(try first.answer().sources?.map(\.source) == [server.url])
        #expect(command.exists("s/state"))

        let second = try command.run(
            ["now", "--json", "--server", other.url, "--state", command.path("t")] + configured)
        second.expectSuccess()
        #expect(try second.answer().sources?.map(\.source) == [other.url])
        #expect(command.exists("t/state"))

        try command.write("server \(third.url)\n", to: "s/sources.conf")
        #expect(try command.run(["now", "--json"] + configured).answer().sources?.map(\.source) == [third.url])
    }

    @Test(
        "the error names a mistake in the file and gives its line, and the command sends and saves nothing",
        arguments: [
            ("interval = 900\nintervall = 3\n", "line 2: there is no option 'intervall'"),
            ("json = yes\n", "line 1: there is no option 'json'"),
            ("timeout\n", "line 1: expected 'option = value'"),
            ("timeout =\n", "line 1: expected 'option = value'"),
            ("= 3\n", "line 1: expected 'option = value'"),
            ("timeout =\u{301} 3\n", "line 1: there is no option 'timeout"),
            ("timeout = 3\ntimeout = 4\n", "line 2: timeout is given twice"),
            ("timeout = soon\n", "line 1: timeout is 'soon', not a number of seconds"),
            ("\ndrift = 0\n", "line 2: drift is 0 parts per million, not 1 to 100,000"),
            ("boot-id = /none/boot_id\n", "line 1: boot-id names /none/boot_id, which is missing"),
            ("own-servers = maybe\n", "line 1: own-servers is 'maybe', neither yes nor no"),
            ("server = example\n", "line 1: server is 'example'"),
            ("\n\nntp = a b\n", "line 3: ntp is 'a b'"),
            (String(repeating: "ntp = a.invalid\n", count: 65), "line 65: more than 64 servers"),
        ] as [(String, String)])
    func mistakes(text: String, words: String) throws {
        try command.write(text, to: "c.conf")
        let result = try command.run(["now", "--state", command.path("s")] + configured)
        if text.contains("=\u{301}") {
            #expect(result.status == 65, "\(result.error)")
        } else {
            result.expectFailure(65, saying: command.path("c.conf"), words)
        }
        #expect(!command.exists("s"))
    }

    @Test("a named file that can't be read causes an error, and so does an interval below 64 s without own-servers")
    func unreadable() throws {
        try command.run(["check", "--config", command.path("none")]).expectFailure(74, saying: command.path("none"))
        try command.run(["check", "--config", command.path(".")]).expectFailure(74, saying: "not a regular file")
        try command.write("interval = 5\nserver = https://a.invalid\n", to: "c.conf")
        try command.run(["watch"] + configured).expectFailure(65, saying: "line 1: interval is below 64")
        try command.write("interval = 5\nserver = https://a.invalid\ncolour = blue\n", to: "c.conf")
        try command.run(["check", "--help"] + configured).expectSuccess()
    }

    @Test("the annotated example lists all options of the file, and its values are accepted")
    func example() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Operations/siderealctl.conf")
        let lines = try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        let options = lines.filter { $0.wholeMatch(of: /#[a-z-]+ = .+/) != nil }.map { String($0.dropFirst()) }
        let names = Set(options.compactMap { $0.split(separator: " ").first.map { String($0) } })
        // Prints only the names that one of them lacks.
        #expect(names.symmetricDifference(Configuration.flags.keys).isEmpty)
        // The files that these options name don't exist.
        let harmless = options.filter { !$0.hasPrefix("state") && !$0.hasPrefix("journal") && !$0.hasPrefix("metrics") }
            .filter { !$0.hasPrefix("boot-id") }.map { $0.hasPrefix("ca-file") ? "ca-file = " + file.path : $0 }
        try command.write(harmless.joined(separator: "\n") + "\n", to: "c.conf")
        // A port without a server, so that no request arrives.
        try command.run(
            ["check", "--state", command.path("s"), "--ntp", try NTPPeer.nobody()] + configured
        ).expectFailure(69, saying: "no server answered")
        try command.write(try String(contentsOf: file, encoding: .utf8), to: "c.conf")
        try command.run(["check", "--state", command.path("s")] + configured).expectSuccess()
    }

    /// The standard configuration may be missing, but not if the watch has read it.
    @Test("a reload fails if the configuration that the watch has read was removed")
    func removed() throws {
        let path = command.path("c.conf")
        try command.write("server = https://a.example\n", to: "c.conf")
        let setup = try #require(try WatchSetup(["--state", command.path("s")], configuration: path))
        #expect(try setup.reread() != nil)
        try FileManager.default.removeItem(atPath: path)
        let error = #expect(throws: CommandError.self) { try setup.reread() }
        #expect(error?.message == "can't read \(path): No such file or directory")
    }

    @Test("SIGHUP reads the file again and reopens the journal, and a mistake changes nothing")
    func reread() throws {
        let (server, other) = (try WebPeer.honest(), try WebPeer.honest())
        defer { for peer in [server, other] { peer.stop() } }
        let state = "state = \(command.path("s"))\njournal = \(command.path("j"))\nlag = 20\ninterval = 1\n"
        try command.write(state + "server = \(server.url)\n", to: "c.conf")
        try command.write(state + "server = \(other.url)\n", to: "next.conf")
        // The shell makes the changes between the signals.
        let script = """
            "$0" watch --json --config c.conf > out & watch=$!
            until grep -q polled out; do sleep 0.05; done
            echo 'colour = blue' >> c.conf; kill -HUP $watch
            until grep -q 'changed nothing' err; do sleep 0.05; done
            mv j j.1; mv next.conf c.conf; kill -HUP $watch
            until grep -q '\(other.url)' out; do sleep 0.05; done
            kill -TERM $watch; wait $watch
            """
        let result = try command.run(
            ["-c", "exec 2> err; : > out; " + script, try Command.executable.path], of: URL(filePath: "/bin/sh"))
        #expect(result.status == 0)
        #expect(
            try command.read("err") == """
                siderealctl: watch: the reload changed nothing: c.conf: line 6: there is no option 'colour'

                """)
        let events = try command.read("out").split(separator: "\n").map {
            try JSONDecoder().decode(WatchTests.Line.self, from: Data($0.utf8))
        }
        #expect(events.count { $0.event == "begun" } == 2)
        #expect(events.last { $0.event == "polled" }?.sources?.map(\.source) == [other.url])
        #expect(try command.read("j").contains(other.url) != command.read("j.1").contains(other.url))
        #expect(command.exists("j") && command.exists("j.1"))
    }
}
