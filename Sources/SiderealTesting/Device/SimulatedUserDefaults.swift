public import SiderealStorage

/// What `UserDefaults` itself answers a process of a simulated device.
///
/// Use it to show a bug: before the first unlock it answers false, 0 and nil as if nothing were stored, and a process
/// that asks then goes on seeing nothing until it ends. ``SimulatedApp/defaults(suite:)`` gives the same domain behind
/// the gate.
///
/// What is set reaches the disk within ten seconds, even if the process ends before. A power cut loses what is not
/// written.
///
/// An ended process sees and changes nothing. These calls can't fail, so ``SimulatedDevice/story`` says that it asked.
public struct SimulatedUserDefaults: Sendable {
    let preferences: SimulatedPreferences
    let domain: String
    let life: ProcessLife
    let timeline: DeviceTimeline

    /// The Boolean value of a key; false if there is none, or none is seen.
    public func bool(forKey key: String) -> Bool { value(key) ?? false }

    /// The integer value of a key; 0 if there is none, or none is seen.
    public func integer(forKey key: String) -> Int { value(key) ?? 0 }

    /// The text of a key; nil if there is none, or none is seen.
    public func string(forKey key: String) -> String? { value(key) }

    /// Sets the value of a key.
    ///
    /// Does nothing with a type that UserDefaults doesn't keep; the real one ends the process.
    public func set(_ value: some DefaultsValue, forKey key: String) {
        guard let list = PropertyListValue(value), isChangeBegun() else { return }
        preferences.set(list, for: key, in: domain, process: life.files.number)
    }

    /// Removes a key.
    ///
    /// Does nothing if the process doesn't see it.
    public func removeObject(forKey key: String) {
        guard isChangeBegun() else { return }
        preferences.set(nil, for: key, in: domain, process: life.files.number)
    }

    private func isChangeBegun() -> Bool {
        let isBegun = life.beginsChange()
        if !isBegun { timeline.recordOnce(.askedAfterEnd(name: life.name)) }
        return isBegun
    }

    private func value<Value: DefaultsValue>(_ key: String) -> Value? {
        guard life.isAlive else {
            timeline.recordOnce(.askedAfterEnd(name: life.name))
            return nil
        }
        return preferences.values(of: domain, process: life.files.number)[key]?.value()
    }
}
