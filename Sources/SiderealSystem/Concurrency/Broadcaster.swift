/// Sends each element to all streams.
package final class Broadcaster<Element: Sendable>: Sendable {
    private struct Listeners: Sendable {
        var receivers: [UInt64: @Sendable (Element) -> Void] = [:]
        var next: UInt64 = 0
    }

    private let listeners = Lock(Listeners())

    package init() {}

    /// Returns a stream of all elements that are sent from now on. If the reader falls behind, the stream keeps the
    /// newest elements.
    package func stream(buffering count: Int = 256) -> AsyncStream<Element> { stream(buffering: count) { $0 } }

    /// Returns a stream of the values that `receive` makes from the elements that are sent from now on. The sending
    /// thread calls `receive`. The stream skips `nil`. If the reader falls behind, the stream keeps the newest values.
    package func stream<Received: Sendable>(
        buffering count: Int = 256, of receive: @escaping @Sendable (Element) -> Received?
    ) -> AsyncStream<Received> {
        let (stream, continuation) = AsyncStream.makeStream(of: Received.self, bufferingPolicy: .bufferingNewest(count))
        let key = listeners.withLock { listeners in
            let key = listeners.next
            listeners.next &+= 1
            listeners.receivers[key] = { element in
                if let received = receive(element) { continuation.yield(received) }
            }
            return key
        }
        continuation.onTermination = { [weak self] _ in self?.forget(key) }
        return stream
    }

    package func send(_ element: Element) {
        let all = listeners.withLock { listeners in
            // Use the order of subscription, so that repeated runs have the same order.
            listeners.receivers.isEmpty ? [] : listeners.receivers.sorted { $0.key < $1.key }.map { $0.value }
        }
        for receive in all { receive(element) }
    }

    private func forget(_ key: UInt64) {
        // Release the receiver outside the lock, because its deinitializer may call back.
        _ = listeners.withLock { $0.receivers.removeValue(forKey: key) }
    }
}
