import SiderealSystem

#if canImport(Darwin)
    import Darwin
    import Foundation
#else
    import FoundationEssentials
    import Glibc
#endif

/// The command of `watch --exec COMMAND`. The watch runs it for each event, with the event's JSON on its standard
/// input.
///
/// The hook limits the number of simultaneous runs and the duration of each run. If the command is too slow, the hook
/// drops events and reports an error.
package final class Hook: Sendable {
    static let mostAtOnce = 4
    static let mostWaiting = 64
    /// The time limit of a run. After this time the hook sends SIGTERM to the command, and after the grace period
    /// SIGKILL.
    static let secondsToRun = 30
    static let secondsOfGrace = 2

    package struct Event: Sendable {
        package let name: String
        /// The object that `--json` prints.
        let json: JSON

        /// The object as one line.
        package var line: String { json.line }
    }

    private struct State: Sendable {
        var running = 0
        var waiting: [Event] = []
        var isEnding = false
    }

    private let command: String
    private let complain: @Sendable (String) -> Void
    private let state = Lock(State())

    /// Creates a hook that reports its failures to `complain`. The hook can call this closure on any thread.
    init(_ command: String, complain: @escaping @Sendable (String) -> Void) {
        self.command = command
        self.complain = complain
        // If the parent of this process ignores the signal, this process would not learn how a command ended.
        signal(SIGCHLD, SIG_DFL)
    }

    /// Runs the command for an event, or queues the event until a run ends. Returns without waiting.
    func run(_ event: Event) {
        let starts = state.withLock { state -> Bool? in
            if state.running < Hook.mostAtOnce {
                state.running += 1
                return true
            }
            guard state.waiting.count < Hook.mostWaiting else { return nil }
            state.waiting.append(event)
            return false
        }
        switch starts {
        case true?: start(event)
        case false?: break
        case nil: complain("the hook is too slow: the event '\(event.name)' is lost")
        }
    }

    /// Waits until the current runs end or reach their time limit. Drops the queued events and reports their number.
    func end() {
        let lost = state.withLock { state in
            state.isEnding = true
            defer { state.waiting = [] }
            return state.waiting.count
        }
        if lost > 0 { complain("the hook is too slow: \(lost) events are lost, because the command ends") }
        while state.withLock({ $0.running > 0 }) { usleep(20_000) }
    }

    private func start(_ event: Event) {
        let refused = Syscalls.detachThread { [self] in
            var next: Event? = event
            while let event = next {
                if let problem = HookProcess(command, event).run() { complain(problem) }
                next = state.withLock { state in
                    if !state.isEnding, !state.waiting.isEmpty { return state.waiting.removeFirst() }
                    state.running -= 1
                    return nil
                }
            }
        }
        guard refused != 0 else { return }
        state.withLock { $0.running -= 1 }
        complain("the hook can't be run: \(Terminal.describe(refused))")
    }
}

/// One run of a hook.
private struct HookProcess {
    /// While one command starts, it must not inherit a pipe that another run has just made.
    private static let starting = Lock(())

    private let command: String
    private let event: Hook.Event

    init(_ command: String, _ event: Hook.Event) {
        self.command = command
        self.event = event
    }

    /// Runs the command and waits until it exits. Returns the error, if any.
    func run() -> String? {
        let ends = HookProcess.starting.withLock { _ -> [Int32]? in
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { return nil }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return ends
        }
        guard let ends else { return "the hook can't be run: \(Terminal.describe(errno))" }
        let (source, sink) = (ends[0], ends[1])
        defer { close(source) }
        _ = fcntl(sink, F_SETFL, O_NONBLOCK)
        // The write comes before the command starts, so no reader can close the pipe early. A line always fits into the
        // pipe.
        let bytes = Array((event.line + "\n").utf8)
        let written = write(sink, bytes, bytes.count)
        close(sink)
        guard written == bytes.count else { return "the hook can't be run: its event does not fit into a pipe" }
        var process = pid_t(0)
        let status = HookProcess.starting.withLock { _ in spawn(reading: source, &process) }
        guard status == 0 else { return "the hook can't be run: \(Terminal.describe(status))" }
        return wait(for: process)
    }

    private func spawn(reading descriptor: Int32, _ process: inout pid_t) -> Int32 {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, descriptor, 0)
        // Standard output carries only answers, so the command's output goes to standard error.
        posix_spawn_file_actions_adddup2(&actions, 2, 1)
        // This process ignores and blocks some signals, because it receives them in another way. The command must not
        // inherit that.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGCHLD] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        let variables = ProcessInfo.processInfo.environment.filter { $0.key != "SIDEREAL_EVENT" }.map { "\($0)=\($1)" }
        return strings(["/bin/sh", "-c", command]) { arguments in
            strings(variables + ["SIDEREAL_EVENT=\(event.name)"]) {
                posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, $0)
            }
        }
    }

    /// Calls `body` with a list of C strings whose last element is `nil`.
    private func strings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = texts.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers)
    }

    /// Checks the process at growing intervals, because no system call waits for a process with a time limit.
    private func wait(for process: pid_t) -> String? {
        let begun = ContinuousClock.now
        var pause: UInt32 = 1_000
        var sent: Int32 = 0
        while true {
            var status: Int32 = 0
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { return sent != 0 ? "the hook ran for too long, and was ended" : failure(status) }
            if ended < 0, errno != EINTR { return "the hook is gone: \(Terminal.describe(errno))" }
            let passed = ContinuousClock.now - begun
            if sent == 0, passed >= .seconds(Hook.secondsToRun) {
                sent = SIGTERM
                kill(-process, SIGTERM)
            } else if sent == SIGTERM, passed >= .seconds(Hook.secondsToRun + Hook.secondsOfGrace) {
                sent = SIGKILL
                kill(-process, SIGKILL)
            }
            usleep(pause)
            pause = min(pause * 2, 100_000)
        }
    }

    /// Returns the error that an exit status reports, if any. WIFEXITED and WEXITSTATUS of wait(2) do the same, but
    /// they are macros.
    private func failure(_ status: Int32) -> String? {
        let signal = status & 0x7f
        if signal != 0 { return "the hook ended with signal \(signal)" }
        let code = (status >> 8) & 0xff
        return code == 0 ? nil : "the hook exited with \(code)"
    }
}
