/// A network for small packets. Its calls end at once where the task is cancelled.
package protocol DatagramNetwork: Sendable {
    /// All addresses of a host, which may be a name or an address in digits, those first that are best asked first.
    ///
    /// Never empty.
    func addresses(of host: String, port: UInt16, until deadline: Deadline) async throws(NetworkError)
        -> [NetworkAddress]

    /// Sends a question from a fresh port, and listens there for packets from this address and port alone.
    ///
    /// `sending` is called right before the question leaves, and `hearing` right after a packet came, with what
    /// `sending` returned: nil to go on listening. Packets are cut down to 2,048 bytes. It returns what `hearing` made
    /// of one, or nil where the deadline passed before.
    func ask<Stamp: Sendable, Answer: Sendable>(
        _ question: [UInt8], at address: NetworkAddress, until deadline: Deadline,
        sending: @escaping @Sendable () -> Stamp,
        hearing: @escaping @Sendable (_ packet: [UInt8], Stamp) -> Answer?
    ) async throws(NetworkError) -> Answer?
}

/// A network whose calls block, each on a thread of its own: see ``onOwnThread(_:_:)``.
package protocol BlockingDatagramNetwork: DatagramNetwork {
    /// As ``DatagramNetwork/addresses(of:port:until:)``.
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

extension BlockingDatagramNetwork {
    package func addresses(of host: String, port: UInt16, until deadline: Deadline) async throws(NetworkError)
        -> [NetworkAddress]
    {
        let wakeUp = try WakeUp()
        return try await onOwnThread(wakeUp) { () throws(NetworkError) in
            try addresses(of: host, port: port, until: deadline, unless: wakeUp)
        }
    }

    package func ask<Stamp: Sendable, Answer: Sendable>(
        _ question: [UInt8], at address: NetworkAddress, until deadline: Deadline,
        sending: @escaping @Sendable () -> Stamp,
        hearing: @escaping @Sendable (_ packet: [UInt8], Stamp) -> Answer?
    ) async throws(NetworkError) -> Answer? {
        let wakeUp = try WakeUp()
        return try await onOwnThread(wakeUp) { () throws(NetworkError) -> Answer? in
            guard !wakeUp.isSignalled else { throw .woken }
            let socket = try connect(to: address)
            let stamp = sending()
            try socket.send(question)
            while let packet = try socket.receive(until: deadline, unless: wakeUp) {
                if let answer = hearing(packet, stamp) { return answer }
            }
            return nil
        }
    }
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
