import Foundation
import TestSupport
import Testing

/// A file with the servers for command lines without any.
@Suite("sources.conf", .waitsForProcesses) struct SourcesFileTests {
    let command: Command

    init() throws {
        command = try Command()
        try FileManager.default.createDirectory(
            at: command.directory.appendingPathComponent("state"), withIntermediateDirectories: true)
    }

    func run(_ name: String, _ more: String...) throws -> Command.Result {
        try command.run([name, "--state", command.path("state"), "--lag", "20"] + more)
    }

    @Test("`check` and `now` ask the servers of the file, in its order", arguments: ["\n", "\r\n"])
    func itsServersAreAsked(lineEnd: String) throws {
        let server = try WebPeer.honest()
        defer { server.stop() }
        let nobody = try NTPPeer.nobody()
        let lines = ["# servers", "", "server \(server.url) # ours", "\t ntp \t\(nobody)", "#ntp time.example"]
        try command.write(lines.joined(separator: lineEnd), to: "state/sources.conf")
        for name in ["check", "now"] {
            let sources = try run(name, "--json").answer().sources
            #expect(sources?.map(\.source) == [server.url, nobody], "\(name)")
            #expect(sources?.map(\.outcome) == ["used", "unreachable"], "\(name)")
        }
    }

    @Test("servers on the command line replace the servers in the file, and its mistakes don't count")
    func whoIsNamedIsAskedInstead() throws {
        let (configured, named) = (try WebPeer.honest(), try WebPeer.honest())
        defer {
            configured.stop()
            named.stop()
        }
        try command.write("server \(configured.url)\nnonsense\n", to: "state/sources.conf")
        for name in ["check", "now"] {
            #expect(try run(name, "--json", "--server", named.url).answer().sources?.map(\.source) == [named.url])
            let nobody = try NTPPeer.nobody()
            let result = try run(name, "--json", "--ntp", nobody)
            #expect(try result.answer().sources?.map(\.source) == [nobody])
        }
        #expect(configured.requests == 0 && named.requests == 4)
    }

    /// In "#\u{301}" the comment sign and the combining mark are one character, which still begins a comment.
    @Test(
        "the command exits with 65 if a file names no server, and asks no server",
        arguments: ["", "\n\n", "# nothing\n  # here", "#\u{301}ntp a", "\t#\u{64c}"], ["check", "now", "watch"])
    func aFileWithoutServers(text: String, name: String) throws {
        try command.write(text, to: "state/sources.conf")
        try run(name).expectFailure(65, saying: command.path("state/sources.conf"), "names no server")
        #expect(!command.exists("state/state"))
    }

    @Test(
        "a pipe, a dangling link or an endless line in place of the file is refused",
        arguments: ["check", "now"])
    func whatIsNoFileIsRefused(name: String) throws {
        let path = command.path("state/sources.conf")
        #expect(mkfifo(path, 0o600) == 0)
        try run(name).expectFailure(74, saying: path, "not a regular file")
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
        try run(name).expectFailure(74, saying: path, "not a regular file")
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: command.path("nowhere"))
        try run(name).expectFailure(74, saying: path, "No such file")
        try FileManager.default.removeItem(atPath: path)
        try command.write(String(repeating: "x", count: 1 << 21), to: "state/sources.conf")
        try run(name).expectFailure(65, saying: path, "line 1: the line is longer than a megabyte")
        try command.write(String(repeating: "ntp 127.0.0.1\n", count: 65), to: "state/sources.conf")
        try run(name).expectFailure(65, saying: path, "line 65: more than 64 servers")
    }

    @Test(
        "the command exits with 65 at a malformed line, names it, and saves nothing",
        arguments: [
            ("nonsense", "expected 'server URL', 'nts HOST[:PORT]', 'roughtime HOST[:PORT],KEY' or 'ntp HOST[:PORT]'"),
            ("server", "expected 'server URL'"),
            ("server https://a https://b", "expected 'server URL'"), ("timeout 5", "expected 'server URL'"),
            ("Server https://a", "expected 'server URL'"),
            ("server example.com", "server is 'example.com', not a URL of https or http"),
            ("server http://a:0", "whose port is not from 1 to 65535"),
            ("server https://a/b\r# comment", #"server is 'https://a/b\r', not a URL of https or http"#),
            ("ntp a:0", "ntp is 'a:0', not a HOST or HOST:PORT"),
            ("nts https://a", "nts is 'https://a', not a HOST or HOST:PORT"),
            ("roughtime a", "roughtime is 'a'; expected HOST[:PORT],KEY with a 32-byte key in Base64 or hex"),
            ("roughtime a:0,2O3mkkheDExCuhG+ZNIoWmO/IdCdLzADgUn8SnC4hME=", "expected HOST[:PORT],KEY"),
            ("roughtime a,2O3mkkheDExCuhG+ZNIoWmO/IdCdLzADgUn8SnC4hM==", "expected HOST[:PORT],KEY"),
            ("roughtime a,2O3mkkheDExCuhG+ZNIoWmO/IdCdLzADgUn8SnC4hME=,b", "expected HOST[:PORT],KEY"),
            ("ntp \u{1b}[31m", #"\u{1B}[31m"#),
        ], ["check", "now", "watch"])
    func malformedLinesAreNamed(line: (String, String), name: String) throws {
        try command.write("# servers\nntp 127.0.0.1\n\(line.0)\n", to: "state/sources.conf")
        let result = try name == "watch" ? run(name, "--for", "0") : run(name)
        result.expectFailure(65, saying: command.path("state/sources.conf") + ": line 3: ", line.1)
        #expect(result.output == "")
        #expect(!command.exists("state/state"))
    }

    @Test("the command exits with 65 at a line that is not UTF-8")
    func whatIsNoTextIsRefused() throws {
        try Data("ntp a\nntp \u{ff}".unicodeScalars.map { UInt8($0.value) }).write(
            to: command.directory.appendingPathComponent("state/sources.conf"))
        try run("check").expectFailure(65, saying: "line 2: it is not UTF-8")
    }

    @Test("the command exits with 74 if a file can't be read")
    func whatCannotBeReadIsAnError() throws {
        try FileManager.default.createDirectory(
            at: command.directory.appendingPathComponent("state/sources.conf"), withIntermediateDirectories: true)
        try run("check").expectFailure(74, saying: "can't read \(command.path("state/sources.conf"))")
    }
}
