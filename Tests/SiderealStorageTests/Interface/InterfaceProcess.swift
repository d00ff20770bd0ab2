import Foundation
import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting

/// A process that records which of its calls to the disk come from the main thread.
final class InterfaceProcess: Sendable {
    private let device: StoryDisk
    private let number: Int
    private let writes: WriteAnnouncements
    private let onMainThread = Lock<[Bool]>([])

    init(_ device: StoryDisk, _ number: Int, writes: WriteAnnouncements = WriteAnnouncements()) {
        self.device = device
        self.number = number
        self.writes = writes
    }

    /// A flag for each call, in order: whether it came from the main thread.
    var calls: [Bool] { onMainThread.withLock { $0 } }

    func store() throws(StoreError) -> ProtectedStore {
        for call in 0..<1_000 {
            device.disk.interpose(process: number, call: call) { [onMainThread] in
                onMainThread.withLock { $0.append(Thread.isMainThread) }
            }
        }
        var environment = device.environment(of: number)
        environment.notifications.observeWrites = { [writes] _, onWrite in
            writes.add(onWrite)
            return nil
        }
        environment.notifications.announceWrite = { [writes] _ in writes.post() }
        return try ProtectedStore(
            "settings", directory: StoryDisk.directory, gate: device.gate(), environment: environment)
    }
}

/// The announcements of writes between processes.
final class WriteAnnouncements: Sendable {
    private let observers = Lock<[@Sendable () -> Void]>([])
    func add(_ onWrite: @escaping @Sendable () -> Void) { observers.withLock { $0.append(onWrite) } }
    func post() { for onWrite in observers.withLock({ $0 }) { onWrite() } }
}
