import SiderealBase

extension ProtectedStore {
    /// A sequence of the readings of a key. The sequence begins with the current reading. Each later reading differs
    /// from the previous reading.
    ///
    /// If the value changes several times before you request the next reading, the sequence returns only the latest
    /// reading. The sequence also reports writes by other processes. To end the sequence, cancel the task or leave the
    /// loop.
    public struct Changes<Value: Codable & Sendable>: AsyncSequence, Sendable {
        let key: StoreKey<Value>
        let store: SharedStore

        public func makeAsyncIterator() -> Iterator {
            Iterator(key: key, store: store, pulses: store.follow().makeAsyncIterator())
        }

        /// An iterator over the readings of a key.
        public struct Iterator: AsyncIteratorProtocol {
            let key: StoreKey<Value>
            let store: SharedStore
            var pulses: AsyncStream<Void>.Iterator
            private(set) var last: SharedStore.StoredBytes?

            init(key: StoreKey<Value>, store: SharedStore, pulses: AsyncStream<Void>.Iterator) {
                self.key = key
                self.store = store
                self.pulses = pulses
            }

            /// Waits for a reading that differs from the previous reading. Returns `nil` if the task was cancelled.
            public mutating func next() async -> ProtectedReading<Value>? {
                while !Task.isCancelled {
                    let found = store.find(key.exactName)
                    if found != last {
                        last = found
                        return store.decode(found, key)
                    }
                    var isPatient = !store.observeWrites()
                    if case .unavailable(let why) = found { isPatient = isPatient || why.mayPassUnannounced }
                    if isPatient { store.beginPatience() }
                    let pulse: Void? = await pulses.next()
                    if isPatient { store.endPatience() }
                    if pulse == nil { return nil }
                }
                return nil
            }
        }
    }
}
