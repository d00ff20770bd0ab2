import SiderealBase

extension ProtectedStore {
    /// The readings of a key: at first the present one, then each that differs from the one before.
    ///
    /// If a reading is replaced before it is consumed, it is skipped: only the newest counts. Writes of other processes
    /// are included. The sequence never ends by itself; cancel the task, or break.
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
            private(set) var last: SharedStore.Found?

            init(key: StoreKey<Value>, store: SharedStore, pulses: AsyncStream<Void>.Iterator) {
                self.key = key
                self.store = store
                self.pulses = pulses
            }

            /// Waits for a reading that differs from the last one. Returns `nil` if the task was cancelled.
            public mutating func next() async -> ProtectedReading<Value>? {
                while !Task.isCancelled {
                    let found = store.find(key.exactName)
                    if found != last {
                        last = found
                        return store.decode(found, key)
                    }
                    // Reread at intervals a value that may become readable without a notification.
                    let isPatient =
                        switch found {
                        // Space may be freed, and access granted, at any time.
                        case .unavailable(.indeterminate), .unavailable(.unreadable): true
                        case .unavailable(let why): why.isTemporary
                        default: false
                        }
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
