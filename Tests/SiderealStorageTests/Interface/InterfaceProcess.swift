import Foundation
import SiderealCore
import SiderealStorage
import SiderealSystem
import SiderealTesting

/// A process whose looks are noted: whether each was on the main thread.
final class InterfaceProcess: Sendable {
    private let device: StoryDisk
    private let number: Int
    private let notices: Notices
    private let gate: StoryGate
    private let onMainThread = Lock<[Bool]>([])

    init(_ device: StoryDisk, _ number: Int, notices: Notices) {
        self.device = device
        self.number = number
        self.notices = notices
        gate = StoryGate(device.disk)
    }

    var looks: [Bool] { onMainThread.withLock { $0 } }

    func store() throws(StoreError) -> ProtectedStore {
        let gate = gate
        let onMainThread = onMainThread
        let notices = notices
        return try ProtectedStore(
            "settings", directory: StoryDisk.directory, disk: device.disk.process(number),
            device: StoreDevice(
                gate: {
                    onMainThread.withLock { $0.append(Thread.isMainThread) }
                    return gate.look()
                },
                whenGateOpens: { gate.whenOpen($0) }, background: { $0() },
                wait: { (_) async throws(CancellationError) in
                    await Task.yield()
                    if Task.isCancelled { throw CancellationError() }
                },
                writeNotices: { _, told in
                    notices.add(told)
                    return nil
                },
                announceWrite: { _ in notices.tell() }))
    }
}

/// What processes tell each other: that one of them wrote.
final class Notices: Sendable {
    private let listeners = Lock<[@Sendable () -> Void]>([])
    func add(_ told: @escaping @Sendable () -> Void) { listeners.withLock { $0.append(told) } }
    func tell() { for told in listeners.withLock({ $0 }) { told() } }
}
