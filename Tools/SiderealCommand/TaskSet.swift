import SiderealSystem

#if canImport(Darwin)
    import Dispatch
    import Darwin
#else
    @preconcurrency import Dispatch
    import Glibc
#endif

/// Tasks that run until they are cancelled together.
final class TaskSet: Sendable {
    private struct Contents: Sendable {
        var tasks: [Task<Void, Never>] = []
        var signals: [any DispatchSourceSignal] = []
    }

    private let contents = Lock(Contents())

    func add(_ work: @escaping @Sendable () async -> Void) {
        let task = Task { await work() }
        contents.withLock { $0.tasks.append(task) }
    }

    /// Calls back when somebody wants the process to end, which then does not end by itself. What nohup(1) and shells
    /// had this process ignore from the start stays ignored.
    func endOnSignals(_ onChange: @escaping @Sendable () -> Void) {
        for number in [SIGINT, SIGTERM, SIGHUP] {
            let before = signal(number, SIG_IGN)
            if number != SIGTERM, TaskSet.isIgnored(before) { continue }
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { onChange() }
            source.activate()
            contents.withLock { $0.signals.append(source) }
        }
    }

    /// SIG_IGN is the address 1: bits(7) and signal.h of the C libraries.
    private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
        unsafeBitCast(handler, to: Int.self) == 1
    }

    func cancel() {
        contents.withLock { contents in
            for task in contents.tasks { task.cancel() }
            for source in contents.signals { source.cancel() }
        }
    }
}
