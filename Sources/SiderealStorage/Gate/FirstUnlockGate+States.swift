public import SiderealCore

extension FirstUnlockGate {
    /// The states of the gate: the present one first, then each change. Each call begins a sequence of its own.
    ///
    /// A sequence ends after `unlocked`, or with its task. A reader that doesn't keep up loses the oldest of more than
    /// 64 states.
    public var states: AsyncStream<FirstUnlockState> {
        let (stream, listener) = AsyncStream.makeStream(
            of: FirstUnlockState.self, bufferingPolicy: .bufferingNewest(64))
        listen(listener)
        return stream
    }
}
