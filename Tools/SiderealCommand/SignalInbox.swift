import SiderealSystem

#if canImport(Darwin)
    import Darwin
    import Dispatch
#else
    @preconcurrency import Dispatch
    import Glibc
#endif

/// Handles signals, so that they don't end the command. If nohup(1) or a shell made this process ignore a signal, the
/// process continues to ignore it.
///
/// A second SIGINT or SIGTERM ends the process at once. After the first one, the process may wait for a reader of its
/// output that has stopped.
final class SignalInbox: Sendable {
    private struct State: Sendable {
        var sources: [any DispatchSourceSignal] = []
        var receive: (@Sendable (Int32) -> Void)?
        var early: [Int32] = []
        var isEnding = false
    }

    private let state = Lock(State())

    init(_ numbers: [Int32] = [SIGINT, SIGTERM, SIGHUP]) throws(CommandError) {
        // The first signal source makes libdispatch open its event queue.
        try Terminal.requireDescriptors(24)
        for number in numbers {
            let before = signal(number, SIG_IGN)
            if number != SIGTERM, SignalInbox.isIgnored(before) { continue }
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [weak self] in self?.take(number) }
            source.activate()
            state.withLock { $0.sources.append(source) }
        }
    }

    /// Sets the receiver of all signals. It also receives the signals that arrived before the first receiver was set.
    func receive(_ body: @escaping @Sendable (Int32) -> Void) {
        let early = state.withLock { state in
            state.receive = body
            defer { state.early = [] }
            return state.early
        }
        for number in early { body(number) }
    }

    private func take(_ number: Int32) {
        let (receive, isRepeated) = state.withLock { state in
            if state.receive == nil { state.early.append(number) }
            defer { state.isEnding = state.isEnding || number != SIGHUP }
            return (state.receive, state.isEnding && number != SIGHUP)
        }
        // As a shell reports a process that the signal has ended.
        if isRepeated { _exit(128 + number) }
        receive?(number)
    }

    /// A Boolean value that indicates whether a handler is SIG_IGN, which is the address 1 in signal.h of the C
    /// libraries.
    private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
        unsafeBitCast(handler, to: Int.self) == 1
    }
}
