package import SiderealCore
import SiderealSystem

/// A count that any thread can increase.
package final class Count: Sendable {
    private let count = Lock(0)
    package init() {}
    package func add() { count.withLock { $0 += 1 } }
    package var value: Int { count.withLock { $0 } }
}

/// Values that several threads collect.
package final class Collected<Element: Sendable>: Sendable {
    private let elements = Lock<[Element]>([])
    package init() {}
    package func add(_ element: Element) { elements.withLock { $0.append(element) } }
    package var all: [Element] { elements.withLock { $0 } }
}

extension TrustedTime {
    /// Returns whether the bounds contain this instant.
    package func allows(_ truth: TrueInstant) -> Bool {
        (earliest.map { $0 <= truth } ?? true) && (latest.map { $0 >= truth } ?? true)
    }
}
