import SiderealBase

/// What a key's reading is, and what it becomes: at first the present one, then each that differs.
///
/// One that is replaced before it is taken is left out: the newest counts. Writes of other processes count, too. It
/// never ends by itself; cancel the task, or break.
public struct StoreChanges<Value: Codable & Sendable>: AsyncSequence, Sendable {
    let key: StoreKey<Value>
    let store: SharedStore

    public func makeAsyncIterator() -> Iterator {
        Iterator(key: key, store: store, pulses: store.follow().makeAsyncIterator())
    }

    /// Goes through the readings.
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

        /// Waits for a reading that differs from the last one; nil where the task was cancelled.
        public mutating func next() async -> StoreReading<Value>? {
            while !Task.isCancelled {
                let found = store.find(key.exactName)
                if found != last {
                    last = found
                    return store.decode(found, key)
                }
                // What may pass by itself is read again now and then: no notification may come.
                let isPatient =
                    switch found {
                    // Space may be made at any time, and access be given.
                    case .unavailable(.indeterminate), .unavailable(.unreadable): true
                    case .unavailable(let why): why.mayPass
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
