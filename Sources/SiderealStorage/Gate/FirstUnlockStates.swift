public import SiderealCore

extension FirstUnlockGate {
    /// The states of the gate: the present one first, then each change.
    ///
    /// It ends after `available`, or with its task.
    public var states: FirstUnlockStates { FirstUnlockStates(gate: self) }
}

/// The states of a gate from the moment that an iteration begins: ``FirstUnlockGate/states``.
///
/// Each iteration receives all of them. One that doesn't keep up loses the oldest of more than 64.
public struct FirstUnlockStates: AsyncSequence, Sendable {
    public typealias Element = FirstUnlockState

    private let gate: FirstUnlockGate

    init(gate: FirstUnlockGate) { self.gate = gate }

    public func makeAsyncIterator() -> Iterator {
        let (stream, listener) = AsyncStream.makeStream(
            of: FirstUnlockState.self, bufferingPolicy: .bufferingNewest(64))
        gate.listen(listener)
        return Iterator(gate: gate, base: stream.makeAsyncIterator())
    }

    /// Waits for one state after the other.
    public struct Iterator: AsyncIteratorProtocol {
        /// Kept alive by the iteration.
        fileprivate let gate: FirstUnlockGate
        fileprivate var base: AsyncStream<FirstUnlockState>.Iterator

        public mutating func next() async -> FirstUnlockState? { await base.next() }
    }
}
