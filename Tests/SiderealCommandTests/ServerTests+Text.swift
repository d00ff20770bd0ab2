import Foundation
import TestSupport
import Testing

extension ServerTests {
    @Test("the text output has a row for each answer and for each server")
    func theRows() throws {
        let server = try WebPeer.honest()
        defer { server.stop() }
        let result = try check(["--server", server.url, "--ntp", try NTPPeer.nobody()], json: false)
        result.expectSuccess()
        let labels = result.lines.map { String($0.prefix(14)).trimmingCharacters(in: .whitespaces) }
        try #require(labels == ["Boot", "", "System clock", "True time", "Servers", "", "Uptime", "Record"])
        #expect(result.lines[2].hasPrefix("System clock  behind by at least "))
        #expect(result.lines[2].hasSuffix(" (by unauthenticated time)"))
        #expect(result.lines[3].hasPrefix("True time     2100-01-01T00:00:"))
        #expect(result.lines[3].hasSuffix(" (unauthenticated)"))
        #expect(result.lines[4].hasPrefix("Servers       \(server.url): used, unauthenticated, 2 requests, "))
        #expect(result.lines[5].hasPrefix("              127.0.0.1:"))
        #expect(result.lines[5].contains(": unreachable, unauthenticated: nothing listens at 127.0.0.1:"))
    }

    @Test(
        "a check exits with 64 after a bad option, names its value and writes no file",
        arguments: [
            (["--server", "example.com"], "--server is 'example.com', not a URL of https or http"),
            (["--server", "ftp://example.com"], "not a URL of https or http"),
            (["--server", "ntp://example.com"], "not a URL of https or http"),
            (["--server", "https://"], "not a URL of https or http"), (["--server", "https:"], "not a URL"),
            (["--server", "http:///path"], "not a URL of https or http"),
            (["--server", " "], "not a URL of https or http"),
            (["--server", "http://a b"], "not a URL of https or http"),
            (["--server", "http://127.0.0.1:0"], "whose port is not from 1 to 65535"),
            (["--server", "http://127.0.0.1:65536"], "whose port is not from 1 to 65535"),
            (["--server", "http://127.0.0.1:x"], "not a URL of https or http"),
            (["--server", "http://127.0.0.1", "--server", "nonsense"], "'nonsense'"),
            (["--server", ""], "--server is empty"), (["--server="], "--server is empty"),
            (["--server"], "--server needs a value"), (["--ntp"], "--ntp needs a value"),
            (["--ntp="], "--ntp is empty"),
            (["--ntp", "host:0"], "--ntp is 'host:0', not a HOST or HOST:PORT"), (["--ntp", "[::1"], "not a HOST"),
            (["--timeout", "0"], "--timeout is '0', not a number of seconds from 0.001 to 1000000000"),
            (["--timeout", "soon"], "--timeout is 'soon'"), (["--timeout", "-1"], "--timeout is '-1'"),
            (["--timeout", "nan"], "--timeout is 'nan'"), (["--timeout", "inf"], "--timeout is 'inf'"),
            (["--timeout", "1e10"], "--timeout is '1e10'"), (["--timeout"], "--timeout needs a value"),
            (["--timeout", "1", "--timeout", "1"], "--timeout is given twice"),
            (["--tolerance", "-0.1"], "--tolerance is '-0.1', not a number of seconds from 0 to 1000000000"),
            (["--lag", "0.019"], "--lag is '0.019', not a number of seconds from 0.02 to 1000000000"),
            (["--server-error", "-1"], "--server-error is '-1'"), (["--server-error", "1s"], "--server-error is '1s'"),
        ] as [([String], String)], ["check", "now"])
    func mistakes(mistake: ([String], String), name: String) throws {
        let result = try command.run([name] + mistake.0)
        result.expectFailure(64, saying: "siderealctl: \(name): ", mistake.1)
        #expect(result.output == "")
        #expect(try command.names().isEmpty)
    }
}
