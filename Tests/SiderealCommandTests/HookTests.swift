import Foundation
import TestSupport
import Testing

@Suite("siderealctl watch --exec", .waitsForProcesses) struct HookTests {
    let command: Command

    init() throws { command = try Command() }

    func watch(_ hook: String, _ more: [String] = ["--for", "0"]) throws -> Command.Result {
        try command.run(["watch", "--json", "--state", command.path("s"), "--exec", hook] + more)
    }

    @Test("the hook gets each event as JSON on standard input, and its output goes to standard error")
    func events() throws {
        let server = try WebPeer.honest()
        defer { server.stop() }
        let result = try command.run(
            [
                "watch", "--json", "--state", command.path("s"), "--lag", "20", "--server", server.url, "--exec",
                #"cat > "event.$SIDEREAL_EVENT"; echo said"#,
            ], signals: .init(SIGTERM, after: "polled"))
        #expect(result.status == 0)
        #expect(result.error == "said\nsaid\n")
        let heard = try command.read("event.begun") + command.read("event.polled")
        #expect(heard == result.output)
    }

    @Test(
        "a failing hook is reported, and the watch continues",
        arguments: [
            ("exit 3", "the hook exited with 3"), ("kill -9 $$", "the hook ended with signal 9"),
            ("no-such-command-anywhere", "the hook exited with 127"),
        ])
    func failures(hook: String, words: String) throws {
        let result = try watch(hook)
        #expect(result.status == 0)
        #expect(result.error.contains("siderealctl: watch: " + words), "\(result.error)")
        #expect(result.lines.count == 1)
    }

    @Test("a watch succeeds even if the hook doesn't read its input, or closes it")
    func readsNothing() throws {
        for hook in ["true", "exec <&-; true"] { try watch(hook).expectSuccess() }
    }

    @Test("a hook receives the signals that the watch handles, and the watch waits for the hook to end")
    func signals() throws {
        let result = try watch("trap 'echo heard' TERM; kill -TERM $$; echo done >> out")
        #expect(result.status == 0)
        #expect(result.error == "heard\n")
        #expect(try command.read("out") == "done\n")
    }

    @Test("a hook's success is no error if the parent of the watch ignores the ends of its children")
    func ignoredChildren() throws {
        let words = ["watch", "--json", "--for", "0", "--state", command.path("s"), "--exec", "true"]
        let result = try command.run(words, closing: [], after: "trap '' CHLD")
        #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
    }

    @Test("a second signal ends a watch that still waits for its hook")
    func secondSignal() throws {
        let result = try watch("for n in 1 2 3 4 5 6 7 8; do kill -TERM $PPID; sleep 0.2; done", [])
        #expect(result.status == 128 + SIGTERM)
    }
}
