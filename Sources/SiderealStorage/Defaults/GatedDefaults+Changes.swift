import SiderealBase
import SiderealGate

extension GatedDefaults {
    /// Returns a sequence of the readings of a key. It begins with the present reading, and then yields each reading
    /// that differs from the previous one: after the unlock, and after each change of the value.
    ///
    /// - On Apple platforms, the sequence follows changes by this process, and changes by other processes, such as an
    ///   app's extension that changes a suite. Key-value observing can't observe a key that contains a dot or begins
    ///   with "@". The sequence follows changes of such a key only by this process. An app on iOS, tvOS or visionOS
    ///   also reads the key again when the app becomes active.
    /// - On Linux, UserDefaults does not announce changes. The sequence follows only changes that this process makes
    ///   with `GatedDefaults`.
    ///
    /// Once a key is observed, the process observes it until the process ends. So don't follow an unlimited number of
    /// keys.
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
                await readings.next({ GatedDefaults.convert($0) }, encode: { PropertyListValue($0)?.fingerprint ?? [] })
            }
        }
    }

    /// The readings of a key, each of which differs from the one before.
    struct Readings {
        let key: String
        let defaults: GatedDefaults
        private let chances: Chances
        private var moments: AsyncStream<Void>.Iterator
        /// What was returned last. Values are compared by their bytes, as NaN does not equal itself.
        private var last: ProtectedReading<[UInt8]>?
        private var followsDefaults = false

        init(of key: String, in defaults: GatedDefaults) {
            (self.key, self.defaults) = (key, defaults)
            chances = Chances(of: defaults.gate, on: defaults.scheduler)
            moments = chances.moments.makeAsyncIterator()
        }

        /// Waits for the next reading. `decode` converts what UserDefaults has, and `encode` returns bytes by which
        /// values are compared.
        mutating func next<Value>(
            _ decode: (ProtectedReading<PropertyListValue>) -> ProtectedReading<Value>,
            encode: (Value) -> [UInt8]
        ) async -> ProtectedReading<Value>? {
            while !Task.isCancelled {
                // Before the first unlock, UserDefaults must not be used. See `readState`.
                if !followsDefaults, defaults.gate.state.isUnlocked {
                    chances.include(defaults.domain.changes(key))
                    followsDefaults = true
                }
                if let new = changed(decode, encode) {
                    chances.checkAtIntervals(false)
                    return new
                }
                var isPatient = false
                if case .unavailable(let why) = last { isPatient = why.mayPassUnannounced }
                chances.checkAtIntervals(isPatient)
                if await moments.next() == nil { return nil }
            }
            return nil
        }

        /// Reads the key. Returns `nil` if the reading is the same as before.
        private mutating func changed<Value>(
            _ decode: (ProtectedReading<PropertyListValue>) -> ProtectedReading<Value>, _ encode: (Value) -> [UInt8]
        ) -> ProtectedReading<Value>? {
            let reading = decode(defaults.find(key))
            let found = reading.map { encode($0) }
            defer { last = found }
            return found == last ? nil : reading
        }
    }
}
