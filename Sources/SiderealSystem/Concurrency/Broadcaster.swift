/// Sends each element to all streams.
package final class Broadcaster<Element: Sendable>: Sendable {
    private struct Listeners: Sendable {
        var continuations: [UInt64: AsyncStream<Element>.Continuation] = [:]
        var next: UInt64 = 0
    }

    private let listeners = Lock(Listeners())

    package init() {}

    /// Everything from now on; where the reader falls behind, the newest elements.
    package func stream(buffering count: Int = 256) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(count))
        let key = listeners.withLock { listeners in
            let key = listeners.next
            listeners.next &+= 1
            listeners.continuations[key] = continuation
            return key
        }
        continuation.onTermination = { [weak self] _ in self?.forget(key) }
        return stream
    }

    package func send(_ element: Element) {
        let all = listeners.withLock { listeners in
            listeners.continuations.isEmpty
                ? []
                // In the order in which they subscribed, so that the same history has the same order.
                : listeners.continuations.sorted { $0.key < $1.key }.map { $0.value }
        }
        for continuation in all { continuation.yield(element) }
    }

    private func forget(_ key: UInt64) {
        // Released outside of the lock: its end may call back.
        _ = listeners.withLock { $0.continuations.removeValue(forKey: key) }
    }
}
