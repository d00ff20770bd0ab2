import SiderealStorage
import SiderealTesting

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension WholeRun {
    func readSetting(_ key: Int) throws(Breach) {
        guard let running = running[slot] else { return }
        try settings[place, default: KeptSettings()].check(Self.counted(running.store.read(Self.key(key))), of: key)
    }

    static func key(_ number: Int) -> StoreKey<String> { StoreKey("setting \(number)") }

    /// Returns the text of a setting, which contains a count. The text of the last setting grows with the count until
    /// it is larger than a sector and the file.
    static func text(_ count: Int, of key: Int) -> String {
        let ballast = key == 3 ? String(repeating: count % 2 == 0 ? "-" : "+", count: min(count, 8) * 4_500) : ""
        return "\(count) \(ballast)"
    }

    static func count(in text: String) -> Int { Int(text.prefix { $0 != " " }) ?? -1 }

    static func counted(_ reading: ProtectedReading<String>) -> ProtectedReading<Int> {
        switch reading {
        case .value(let text): .value(count(in: text))
        case .absent: .absent
        case .unavailable(let why): .unavailable(why)
        }
    }

    /// Adds one to a setting, as apps do for counters and lists. Before the first unlock, writes to half of the
    /// settings wait for the unlock.
    func writeSetting(_ key: Int) throws(Breach) {
        guard let running = running[slot] else { return }
        let (store, stored) = (running.store, Self.key(key))
        let reading = Self.counted(store.read(stored))
        try settings[place, default: KeptSettings()].check(reading, of: key)
        let write = { @Sendable (mode: ProtectedStore.WhileLocked) async throws(StoreError) -> Void in
            try await store.update(stored, whileLocked: mode) { value in
                value = Self.text((value.map { Self.count(in: $0) } ?? 0) + 1, of: key)
            }
        }
        let isWaiting = reading == .unavailable(.beforeFirstUnlock) && key % 2 == 0
        let isAcknowledged: Bool
        if isWaiting {
            let device = device
            isAcknowledged = (try? device.run({ try await write(.wait) }, whileWaiting: { device.unlock() })) != nil
        } else {
            isAcknowledged = (try? device.run { try await write(.refuse) }) != nil
        }
        let isKilled = running.app.isAlive == false
        if !isAcknowledged, !isKilled, device.isUnlockedOnce, isWaiting || reading.isReadable {
            throw Breach(.durability, "the store refused to write setting \(key), although nothing prevents the write")
        }
        settings[place, default: KeptSettings()].add(to: key, after: reading, isAcknowledged: isAcknowledged)
    }

    /// Checks at the end that the store contains the acknowledged values.
    func audit() throws(Breach) {
        device.unlock()
        try launch(0)
        for key in 0..<4 {
            guard let store = running[slot]?.store else { throw Breach(.durability, "no app runs") }
            let reading = Self.counted(store.read(Self.key(key)))
            try settings[place, default: KeptSettings()].check(reading, of: key)
            if case .unavailable(let why) = reading {
                throw Breach(.durability, "setting \(key) can't be read: \(why)")
            }
        }
    }
}

extension ProtectedReading {
    fileprivate var isReadable: Bool {
        if case .unavailable = self { false } else { true }
    }
}
