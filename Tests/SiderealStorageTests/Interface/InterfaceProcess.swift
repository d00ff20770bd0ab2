import Foundation
import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting

/// A process that records which of its calls to the disk come from the main thread.
final class InterfaceProcess: Sendable {
    private let device: StoryDisk
    private let number: Int
    private let onMainThread = Lock<[Bool]>([])

    init(_ device: StoryDisk, _ number: Int) {
        self.device = device
        self.number = number
    }

    /// A flag for each call, in order: whether it came from the main thread.
    var calls: [Bool] { onMainThread.withLock { $0 } }

    func store() throws(StoreError) -> ProtectedStore {
        for call in 0..<1_000 {
            device.disk.interpose(process: number, call: call) { [onMainThread] in
                onMainThread.withLock { $0.append(Thread.isMainThread) }
            }
        }
        return try ProtectedStore(
            "settings", directory: StoryDisk.directory, gate: device.gate(),
            environment: device.environment(of: number))
    }
}
