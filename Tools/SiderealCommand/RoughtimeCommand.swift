import Sidereal
import SiderealCore
import SiderealPicture

/// `siderealctl roughtime verify`: verifies the proof in a report on Roughtime servers.
enum RoughtimeCommand {
    /// The exit status for a report that proves that a server signed a false time.
    static let statusOfProof: Int32 = 30

    static let page = HelpPage("roughtime", help: usage)
    static let usage = """
        usage: siderealctl roughtime verify FILE [--json]

        Verifies a report on Roughtime servers (RFC 10049, section 8.4). Prints the time of each response, and which
        responses contradict each other. You don't have to trust the author of the report: the signatures prove the
        times, and the requests prove their order. FILE may be - for standard input. The command asks no server, and
        reads no clock.

        If a later response excludes the time of an earlier response, at least one of the two servers signed a false
        time. Compare the public keys with those that the operators publish, because anybody can invent a server.

          --json           print one JSON object, with stable keys

        The exit status is 0 if the responses are consistent, \(statusOfProof) if they prove that a server signed a
        false time, and 65 if the report is malformed or a signature is wrong.
        """

    static func run(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {
        let parsed = try Arguments(arguments, of: page)
        if parsed.wantsHelp { return try terminal.write(usage) }
        guard parsed.operands.count == 2, parsed.operands[0] == "verify", !parsed.operands[1].isEmpty else {
            throw .usage("roughtime: expected 'verify FILE'; see siderealctl roughtime --help")
        }
        let path = parsed.operands[1]
        let findings = try findings(of: try bytes(of: path), path)
        if parsed.flags.contains("json") {
            try terminal.write(findings.json.line)
        } else {
            for line in findings.lines { try terminal.write(line) }
        }
        try terminal.flush()
        if !findings.contradictions.isEmpty { throw CommandError(status: statusOfProof, message: "") }
    }

    private static func bytes(of path: String) throws(CommandError) -> [UInt8] {
        var lines = try LineReader(path: path == "-" ? "/dev/stdin" : path)
        var bytes: [UInt8] = []
        while let line = try lines.next() {
            bytes += line + [UInt8(ascii: "\n")]
            guard bytes.count <= TimeServer.RoughtimeChain.Proof.mostBytes else {
                throw .badData("\(path): it is longer than a megabyte")
            }
        }
        return bytes
    }

    private static func findings(of bytes: [UInt8], _ path: String) throws(CommandError) -> RoughtimeFindings {
        guard let cryptography = SignatureCryptography.ofPlatform() else {
            throw .outOfReach("roughtime: found no library that can check signatures; on Linux, install OpenSSL 3")
        }
        do throws(RoughtimeReportError) {
            return try TimeServer.RoughtimeChain.Proof(json: bytes).verified(cryptography)
        } catch {
            throw .badData("\(path): \(error.reason)")
        }
    }
}

extension RoughtimeFindings {
    /// The text output: one line for each response, and one line for each pair of contradictory responses.
    var lines: [String] {
        let responses = zip(publicKeys, answers).enumerated().map { index, response in
            "\(index + 1)  \(Self.time(response.1))  \(TimeServer.RoughtimeChain.Proof.base64(response.0))"
        }
        if contradictions.isEmpty { return responses + ["The responses are consistent."] }
        return responses
            + contradictions.map { pair in
                let isOne = publicKeys[pair.earlier] == publicKeys[pair.later]
                return
                    "Response \(pair.earlier + 1) has a time that the later response \(pair.later + 1) excludes: "
                    + (isOne ? "their server" : "at least one of their two servers") + " signed a false time."
            }
    }

    var json: JSON {
        .object([
            ("version", .integer(1)),
            (
                "responses",
                .list(
                    zip(publicKeys, answers).map { key, answer in
                        .object([
                            ("publicKey", .text(TimeServer.RoughtimeChain.Proof.base64(key))),
                            ("midpointSeconds", .text(String(answer.midpoint))),
                            ("radiusSeconds", .integer(Int64(answer.radius))),
                            ("version", .integer(Int64(answer.version.rawValue))),
                        ])
                    })
            ),
            (
                "contradictions",
                .list(
                    contradictions.map {
                        .object([
                            ("earlier", .integer(Int64($0.earlier + 1))), ("later", .integer(Int64($0.later + 1))),
                        ])
                    })
            ),
        ])
    }

    private static func time(_ answer: RoughtimeAnswer) -> String {
        let most = UInt64(Int64.max / 1_000_000_000)
        let midpoint =
            answer.midpoint <= most
            ? Formatting.date(TrueInstant(nanoseconds: Int64(answer.midpoint) * 1_000_000_000))
            : "\(answer.midpoint) s after 1970"
        return "\(midpoint) \u{b1} \(answer.radius) s"
    }
}
