import SiderealBase
import SiderealGate

extension GatedDefaults {
    /// Returns a sequence of the readings of a key. It begins with the present reading, and then yields each reading
    /// that differs from the previous one: after the unlock, and after each change of the value.
    ///
    /// - On Apple platforms, the sequence follows changes by this process and, except for keys with a dot, by other
    ///   processes, such as an app's extension that changes a suite. Key-value observing can't observe a key with a
    ///   dot. The sequence reads such a key again when the app becomes active.
    /// - On Linux, UserDefaults does not announce changes. The sequence follows only changes that this process makes
    ///   with `GatedDefaults`.
    public func changes<Value>(of key: String, as type: Value.Type = Value.self) -> Changes<Value> {
        Changes(key: key, defaults: self)
    }

    /// A sequence of the readings of a key in UserDefaults: see ``GatedDefaults/changes(of:as:)``.
    ///
    /// If the value changes several times before you request the next reading, the sequence returns only the latest
    /// reading. To end the sequence, cancel the task or leave the loop.
    public struct Changes<Value: GatedDefaults.Value>: AsyncSequence, Sendable {
        let key: String
        let defaults: GatedDefaults

        public func makeAsyncIterator() -> Iterator { Iterator(readings: Readings(of: key, in: defaults)) }

        /// An iterator over the readings of a key.
        public struct Iterator: AsyncIteratorProtocol {
            var readings: Readings

            /// Waits for a reading that differs from the previous reading. Returns `nil` if the task was cancelled.
            public mutating func next() async -> ProtectedReading<Value>? {
                await readings.next().map { GatedDefaults.convert($0) }
            }
        }
    }

    /// The readings of a key before they are converted, each of which differs from the one before.
    struct Readings {
        let key: String
        let defaults: GatedDefaults
        private let chances: Chances
        private var moments: AsyncStream<Void>.Iterator
        private var last: ProtectedReading<PropertyListValue>?
        private var followsDefaults = false

        init(of key: String, in defaults: GatedDefaults) {
            (self.key, self.defaults) = (key, defaults)
            chances = Chances(of: defaults.gate)
            moments = chances.moments.makeAsyncIterator()
        }

        mutating func next() async -> ProtectedReading<PropertyListValue>? {
            while !Task.isCancelled {
                // Before the first unlock, UserDefaults must not be used. See `readState`.
                if !followsDefaults, defaults.gate.state.isUnlocked {
                    chances.include(defaults.domain.changes(key))
                    followsDefaults = true
                }
                let found = defaults.find(key)
                if found != last {
                    last = found
                    return found
                }
                guard case .unavailable(let why) = found, why.mayPassUnannounced else {
                    if await moments.next() == nil { return nil }
                    continue
                }
                chances.checkAtIntervals(true)
                let moment: Void? = await moments.next()
                chances.checkAtIntervals(false)
                if moment == nil { return nil }
            }
            return nil
        }
    }
}
