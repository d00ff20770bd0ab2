import Foundation
import SiderealTesting

/// Answers as `UserDefaults` does: before the first unlock nothing is there, and nobody says so.
struct NaiveDefaults {
    private let device: SimulatedDevice
    private var stored: [String: Int]
    /// What was read when the app was launched, and is written back whole.
    private var memory: [String: Int]

    init(stored: [String: Int], launchedOn device: SimulatedDevice) {
        self.device = device
        self.stored = stored
        memory = device.isUnlockedOnce ? stored : [:]
    }

    func integer(_ key: String) -> Int { memory[key] ?? 0 }
    func bool(_ key: String) -> Bool { integer(key) != 0 }
    mutating func set(_ value: Int, _ key: String) { memory[key] = value }

    /// What is on the disk once it can be written.
    mutating func synchronized() -> [String: Int] {
        if device.isUnlockedOnce { stored = memory }
        return stored
    }
}
