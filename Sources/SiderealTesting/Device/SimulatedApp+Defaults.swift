public import SiderealStorage

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension SimulatedApp {
    /// The UserDefaults that `UserDefaults` itself shows a process of a simulated device.
    ///
    /// Use it to show a bug: before the first unlock it returns false, 0 and nil as if the defaults were empty. A
    /// process that reads then continues to see no stored value until it ends. ``SimulatedApp/defaults(suite:)`` gives
    /// the same domain behind the gate.
    ///
    /// A newly set value reaches the disk within ten seconds, even if the process ends before. A power cut loses values
    /// not yet written.
    ///
    /// An ended process sees and changes nothing. These methods can't throw, so ``SimulatedDevice/story`` reports calls
    /// by an ended process.
    public struct Defaults: Sendable {
        let preferences: SimulatedPreferences
        let domain: String
        let life: ProcessLife
        let timeline: DeviceTimeline

        /// Returns the Boolean value of a key, or `false` if the process sees none.
        public func bool(forKey key: String) -> Bool { value(key) ?? false }

        /// Returns the integer value of a key, or 0 if the process sees none.
        public func integer(forKey key: String) -> Int { value(key) ?? 0 }

        /// Returns the text of a key, or `nil` if the process sees none.
        public func string(forKey key: String) -> String? { value(key) }

        /// Sets the value of a key.
        ///
        /// A type that UserDefaults doesn't keep has no effect here. The real UserDefaults ends the process.
        public func set(_ value: some GatedDefaults.Value, forKey key: String) {
            guard let list = PropertyListValue(value), isChangeBegun() else { return }
            preferences.set(list, for: key, in: domain, process: life.files.number)
        }

        /// Removes a key.
        ///
        /// If the process doesn't see the key, nothing happens.
        public func removeObject(forKey key: String) {
            guard isChangeBegun() else { return }
            preferences.set(nil, for: key, in: domain, process: life.files.number)
        }

        private func isChangeBegun() -> Bool {
            let isBegun = life.beginsChange()
            if !isBegun { timeline.recordOnce(.askedAfterEnd(name: life.name)) }
            return isBegun
        }

        private func value<Value: GatedDefaults.Value>(_ key: String) -> Value? {
            guard life.isAlive else {
                timeline.recordOnce(.askedAfterEnd(name: life.name))
                return nil
            }
            return preferences.values(of: domain, process: life.files.number)[key]?.value()
        }
    }
}
