import SiderealSystem

/// Tasks that run until you cancel them all together.
final class TaskSet: Sendable {
    private let tasks = Lock<[Task<Void, Never>]>([])

    func add(_ work: @escaping @Sendable () async -> Void) {
        let task = Task { await work() }
        tasks.withLock { $0.append(task) }
    }

    func cancel() {
        for task in tasks.withLock({ $0 }) { task.cancel() }
    }
}
