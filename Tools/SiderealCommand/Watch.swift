package import Sidereal
import SiderealCore

/// An item that a watch reports.
package enum WatchItem: Sendable {
    case begun
    case event(TrustedClock.Event)
    /// A poll of the servers ended. The outcomes are in the order in which you named the servers.
    case polled([TrustedClock.SynchronizationReport.Outcome])
    case notSaved(ObservatoryError)
    /// A save of the record succeeded after an earlier save had failed.
    case savedAgain
    /// Roughtime servers contradict each other, and the proof is new.
    case roughtimeProof(RoughtimeProofs.Proof)
    /// It is time for a keep-alive message to the service manager.
    case alive
    case reload
    case end

    var priority: Terminal.Priority {
        switch self {
        case .notSaved: .error
        case .event(.systemClockStepped), .event(.clockFault), .event(.elapsedClockWrong), .event(.withheld),
            .roughtimeProof:
            .warning
        case .begun, .event, .polled, .savedAgain, .alive, .reload, .end: .information
        }
    }
}

/// A watch that waits for the kernel's notifications, asks the servers at intervals, and ends on request.
final class Watch: Sendable {
    private let observatory: Observatory
    private let clock: TrustedClock
    private let setup: WatchSetup
    private let end: Duration?
    private let watchdogInterval: Duration?
    private let items: AsyncStream<WatchItem>
    private let queue: AsyncStream<WatchItem>.Continuation
    private let tasks = TaskSet()

    init(
        observatory: Observatory, clock: TrustedClock, setup: WatchSetup, end: Duration?, watchdogInterval: Duration?
    ) {
        self.observatory = observatory
        self.clock = clock
        self.setup = setup
        self.end = end
        self.watchdogInterval = watchdogInterval
        (items, queue) = AsyncStream.makeStream()
    }

    func take(_ item: WatchItem) { queue.yield(item) }

    func cancel() { tasks.cancel() }

    func start() -> AsyncStream<WatchItem> {
        queue.yield(.begun)
        let events = clock.events
        tasks.add { [queue] in
            for await event in events { queue.yield(.event(event)) }
        }
        let saves = observatory.backgroundSaves
        tasks.add { [queue] in
            var hasFailed = false
            for await error in saves {
                if let error { queue.yield(.notSaved(error)) } else if hasFailed { queue.yield(.savedAgain) }
                hasFailed = error != nil
            }
        }
        if let end { repeatedly(every: end, .end, isOnce: true) }
        // The keep-alive item goes through the same queue as the other items, so a watch that hangs sends no keep-alive
        // message.
        if let watchdogInterval { repeatedly(every: watchdogInterval, .alive) }
        return items
    }

    /// Starts to ask the servers, or to read the clocks if the user named no server. Call this method after the first
    /// report.
    func ask() {
        tasks.add { await (self.setup.named.isEmpty ? self.readClocks() : self.poll()) }
    }

    private func repeatedly(every interval: Duration, _ item: WatchItem, isOnce: Bool = false) {
        tasks.add { [queue] in
            while (try? await Task.sleep(for: interval, clock: .continuous)) != nil {
                queue.yield(item)
                if isOnce { return }
            }
        }
    }

    /// Reads the clocks at each interval. The kernel reports each change to the clock and, since Linux 5.14, each
    /// sleep of the machine. So the watch can be idle between two readings. With an older kernel, the next reading
    /// detects the sleep.
    private func readClocks() async {
        while (try? await Task.sleep(for: setup.interval, clock: .continuous)) != nil { _ = try? observatory.reading() }
    }

    private func poll() async {
        repeat {
            let result = await clock.synchronize(timeout: setup.options.timeout)
            if Task.isCancelled { return }
            queue.yield(.polled(result.outcomes.calling(setup.named)))
        } while (try? await Task.sleep(for: setup.interval, clock: .continuous)) != nil
    }
}
