public import SiderealStorage

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension SimulatedApp {
    /// The UserDefaults of a simulated device without the gate. These defaults behave like the real `UserDefaults` in a
    /// process.
    ///
    /// Use these defaults to reproduce a bug. Before the first unlock, these defaults return false, 0 and nil, as if
    /// they were empty. A process that reads the defaults before the first unlock sees no stored value until the
    /// process ends. ``SimulatedApp/defaults(suite:)`` returns the same defaults with the gate.
    ///
    /// The system writes a new value to the disk within ten seconds, even if the process ends earlier. A power cut
    /// loses the values that the system has not written.
    ///
    /// After the process has ended, these methods return false, 0 and nil, and change no value. These methods can't
    /// throw an error, so ``SimulatedDevice/story`` reports each call in an ended process.
    public struct Defaults: Sendable {
        let preferences: SimulatedPreferences
        let domain: String
        let life: ProcessLife
        let timeline: DeviceTimeline

        /// Returns the Boolean value of a key, or `false` if the process sees no Boolean value for the key.
        public func bool(forKey key: String) -> Bool { value(key) ?? false }

        /// Returns the integer value of a key, or 0 if the process sees no integer for the key.
        public func integer(forKey key: String) -> Int { value(key) ?? 0 }

        /// Returns the text of a key, or `nil` if the process sees no text for the key.
        public func string(forKey key: String) -> String? { value(key) }

        /// Sets the value of a key.
        ///
        /// If UserDefaults can't store the value's type, this call has no effect. In this case, the real UserDefaults
        /// ends the process.
        public func set(_ value: some GatedDefaults.Value, forKey key: String) {
            guard let list = PropertyListValue(value), isChangeBegun() else { return }
            preferences.set(list, for: key, in: domain, process: life.files.number)
        }

        /// Removes a key.
        ///
        /// If the process doesn't see the key, this call has no effect.
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
