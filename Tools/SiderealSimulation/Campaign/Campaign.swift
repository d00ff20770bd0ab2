import Dispatch
import SiderealSystem

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A campaign that runs random histories on all processor cores and checks the promises after every event.
package struct Campaign: Sendable {
    package var seed: UInt64
    package var histories: UInt64
    package var eventsEach = 20
    /// The interval, in histories, at which a history also runs the app's settings and their disk. `nil` stands for
    /// never.
    package var storeEvery: UInt64?
    /// A closure that the campaign calls from time to time with the number of finished histories.
    package var progress: (@Sendable (_ done: UInt64) -> Void)?
    /// The number of violations after which the campaign stops.
    package var mostViolations = 1

    package init(seed: UInt64, histories: UInt64, storeEvery: UInt64? = nil) {
        self.seed = seed
        self.histories = histories
        self.storeEvery = storeEvery
    }

    /// The result of a campaign.
    package struct Result: Sendable {
        package var histories: UInt64 = 0
        package var events: UInt64 = 0
        package var withStore: UInt64 = 0
        /// The violations, in the order of their histories.
        package var violations: [Found] = []
    }

    /// A history that breaks a promise.
    package struct Found: Sendable {
        package var index: UInt64
        package var history: History
        package var violation: Violation
    }

    private struct Progress: Sendable {
        var next: UInt64 = 0
        var result = Result()
    }

    private static var batch: UInt64 { 128 }

    package func run() -> Result {
        let progress = Lock(Progress())
        DispatchQueue.concurrentPerform(iterations: ProcessorCount.active) { _ in
            while let range = take(progress) { runBatch(range, progress) }
        }
        var result = progress.withLock { $0.result }
        result.violations.sort { $0.index < $1.index }
        return result
    }

    private func take(_ progress: Lock<Progress>) -> Range<UInt64>? {
        progress.withLock { progress in
            guard progress.next < histories, progress.result.violations.count < mostViolations else { return nil }
            let end = min(histories, progress.next + Campaign.batch)
            defer { progress.next = end }
            return progress.next..<end
        }
    }

    private func runBatch(_ range: Range<UInt64>, _ progress: Lock<Progress>) {
        var batch = Result()
        for index in range {
            let history = history(index)
            batch.histories += 1
            batch.events += UInt64(history.events.count)
            if isWithStore(index) { batch.withStore += 1 }
            if let violation = HistoryRun.violation(of: history, withStore: isWithStore(index)) {
                batch.violations.append(Found(index: index, history: history, violation: violation))
            }
        }
        let done = progress.withLock { progress in
            progress.result.add(batch)
            return progress.result.histories
        }
        self.progress?(done)
    }

    package func isWithStore(_ index: UInt64) -> Bool { storeEvery.map { index % $0 == 0 } ?? false }

    package func history(_ index: UInt64) -> History {
        HistoryMaker.history(seed: seed, index: index, events: eventsEach, withStore: isWithStore(index))
    }
}

extension Campaign.Result {
    fileprivate mutating func add(_ other: Campaign.Result) {
        histories += other.histories
        events += other.events
        withStore += other.withStore
        violations += other.violations
    }
}

enum ProcessorCount {
    /// The number of active processors.
    static var active: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }
}
