/// A network for small packets. Its calls block: they belong on a thread of their own, see ``onOwnThread(_:_:)``.
package protocol DatagramNetwork: Sendable {
    /// All addresses of a host, which may be a name or an address in digits, those first that are best asked first.
    ///
    /// Never empty.
    func addresses(
        of host: String, port: UInt16, until deadline: Deadline, unless wakeUp: WakeUp
    ) throws(NetworkError) -> [NetworkAddress]

    /// A socket from a fresh port, which takes packets from this address and port alone; closed when it is let go.
    func connect(to address: NetworkAddress) throws(NetworkError) -> any DatagramSocket
}

package protocol DatagramSocket: AnyObject, Sendable {
    func send(_ bytes: [UInt8]) throws(NetworkError)
    /// The next packet, cut down to 2,048 bytes; nil where the deadline passed before.
    func receive(until deadline: Deadline, unless wakeUp: WakeUp) throws(NetworkError) -> [UInt8]?
}

/// Runs calls that block on a thread of their own, so that no task has to wait for a thread meanwhile.
///
/// When the task is cancelled, the sign is given and the calls are to end at once; it returns when they have.
package func onOwnThread<Value: Sendable>(
    _ wakeUp: WakeUp, _ body: @escaping @Sendable () throws(NetworkError) -> Value
) async throws(NetworkError) -> Value {
    let result = await withTaskCancellationHandler {
        await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, NetworkError>, Never>) in
            let number = Syscalls.detachThread { continuation.resume(returning: Result(catching: body)) }
            guard number != 0 else { return }
            let error = NetworkError.system(.thread, "to wait on", ErrorNumber(rawValue: number))
            continuation.resume(returning: .failure(error))
        }
    } onCancel: {
        wakeUp.signal()
    }
    return try result.get()
}
