import SiderealBase
import SiderealGate

extension GatedDefaults {
    /// Returns a sequence of the readings of a key. The sequence begins with the current reading. After the unlock and
    /// after each change of the value, the sequence returns the new reading if it differs from the previous reading.
    ///
    /// - On Apple platforms, the sequence follows changes by this process, and changes by other processes, such as an
    ///   app's extension that changes a suite. Key-value observing can't observe a key that contains a dot or begins
    ///   with "@". For such a key, the sequence follows only changes by this process. An app on iOS, tvOS or visionOS
    ///   also reads the key again when the app becomes active.
    /// - On Linux, UserDefaults does not announce changes. The sequence follows only changes that this process makes
    ///   with `GatedDefaults`.
    ///
    /// Once a process observes a key, the process observes it until the process ends. So don't follow an unlimited
    /// number of keys.
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

        public func makeAsyncIterator() -> Iterator { Iterator(readings: Readings(of: DefaultsKey(key, in: defaults))) }

        /// An iterator over the readings of a key.
        public struct Iterator: AsyncIteratorProtocol {
            var readings: Readings<Value>

            /// Waits for a reading that differs from the previous reading. Returns `nil` if the task was cancelled.
            public mutating func next() async -> ProtectedReading<Value>? {
                await readings.next()
            }
        }
    }

    /// The readings of a key. Each reading differs from the previous reading.
    struct Readings<Value: Codable & Sendable> {
        let key: DefaultsKey<Value>
        private let chances: Chances
        private var moments: AsyncStream<Void>.Iterator
        /// The last returned reading. It contains the bytes of the value, not the value, because NaN does not equal
        /// itself.
        private var last: ProtectedReading<[UInt8]>?
        private var followsDefaults = false

        init(of key: DefaultsKey<Value>) {
            self.key = key
            chances = Chances(of: key.defaults.gate, on: key.defaults.scheduler)
            moments = chances.moments.makeAsyncIterator()
        }

        /// Waits for the next reading.
        mutating func next() async -> ProtectedReading<Value>? {
            let defaults = key.defaults
            while !Task.isCancelled {
                // Before the first unlock, UserDefaults must not be used. See `readState`.
                if !followsDefaults, defaults.gate.state.isUnlocked {
                    chances.include(defaults.domain.changes(key.name))
                    followsDefaults = true
                }
                let reading = key.decode(defaults.find(key.name))
                let found = reading.map { key.fingerprint(of: $0) }
                if found != last {
                    last = found
                    chances.checkAtIntervals(false)
                    return reading
                }
                var isPatient = false
                if case .unavailable(let why) = found { isPatient = why.mayPassUnannounced }
                chances.checkAtIntervals(isPatient)
                if await moments.next() == nil { return nil }
            }
            return nil
        }
    }
}
