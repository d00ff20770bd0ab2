import SiderealCore
import SiderealNetwork
import SiderealSystem

/// One process's access to a datagram server of a simulated network.
///
/// A request does not block. While a packet is on its way, all other work on the device continues.
struct SimulatedDatagrams: DatagramNetwork {
    let network: SimulatedNetwork
    let process: Int
    /// The name of the server. The server has one address.
    let name: String

    func addresses(of host: String, port: UInt16, until deadline: Deadline) async throws(NetworkError)
        -> [NetworkAddress]
    {
        guard let isKnown = network.knows(name) else {
            throw .resolution(host: host, reason: "the network is unreachable", nil)
        }
        guard isKnown else { throw .resolution(host: host, reason: "it has no address", nil) }
        // The text of the server's only address is the host's name.
        return [NetworkAddress(.ip4, host.lowercased(), port: port)]
    }

    func ask<Stamp: Sendable, Answer: Sendable>(
        _ question: [UInt8], at address: NetworkAddress, until deadline: Deadline,
        sending: @escaping @Sendable () -> Stamp,
        accept: @escaping @Sendable (_ packet: Datagram, Stamp) -> Answer?
    ) async throws(NetworkError) -> Answer? {
        let sent = network.time.timeline.now
        let stamp = sending()
        let packet: [UInt8]?
        do throws(NetworkError) {
            packet = try await travel(question, to: address, until: deadline)
        } catch {
            network.record(name, process: process, sent: sent, "\(error)")
            throw error
        }
        network.record(name, process: process, sent: sent, packet.map(Self.words) ?? "nothing")
        if let answer = packet.flatMap({ accept(Datagram($0), stamp) }) { return answer }
        try await wait(deadline.left)
        return nil
    }

    private func travel(
        _ question: [UInt8], to address: NetworkAddress, until deadline: Deadline
    ) async throws(NetworkError) -> [UInt8]? {
        let left = deadline.left
        switch network.send(to: name, isWarm: true) {
        case .failed(_, let after) where after < left:
            try await wait(after)
            throw .system(.receive, address.description, .connectionRefused)
        case .answered(let there, let back) where there + back < left:
            try await wait(there)
            let packet = network.arrive(at: name) { $0.datagram(answering: question, at: $1) }
            try await wait(back)
            return packet.flatMap { $0.isEmpty ? nil : $0 }
        case .failed, .answered, .lost, nil:
            try await wait(left)
            return nil
        }
    }

    private func wait(_ span: Nanoseconds) async throws(NetworkError) {
        guard span > .zero else { return }
        do throws(CancellationError) {
            try await network.time.wait(until: network.time.timeline.now + span, by: process)
        } catch {
            throw .woken
        }
    }

    private static func words(for packet: [UInt8]) -> String {
        if packet.starts(with: "ROUGHTIM".utf8) { return "\(packet.count) signed bytes" }
        return packet.dropFirst().first == 0
            ? "refusal" : "\(packet.dropFirst(32).map { String($0, radix: 16) }.joined())"
    }
}
