package import SiderealCore
package import SiderealNetwork

/// One address of a host in a poll over UDP.
package struct PolledAddress: Sendable {
    package let address: NetworkAddress
    /// The number of requests to this address in this poll.
    package var asked = 0
    package var lastAsked: ElapsedInstant?
}

extension TimePoll {
    /// Returns the addresses of a host, alternating between IPv4 and IPv6.
    package func addresses(
        of host: String, port: UInt16, on network: any DatagramNetwork, until deadline: Deadline
    ) async throws(TimeSourceError) -> [PolledAddress] {
        do throws(NetworkError) {
            return try await network.addresses(of: host, port: port, until: deadline).inTurn
                .map { PolledAddress(address: $0) }
        } catch .timedOut {
            throw TimeSourceError(.nameResolution, asking: source, "its name was not resolved within \(timeout)")
        } catch {
            throw TimeSourceError(error, of: source)
        }
    }

    /// Waits until the poll may send a request to an address. Returns `false` at once if the deadline comes first.
    ///
    /// If you pass a group, this method also books a turn of the group. With these turns, the sources of a group send
    /// their requests one after the other.
    package func isTurn(
        of place: PolledAddress, host: String, group: String? = nil, until deadline: Deadline
    ) async throws(TimeSourceError) -> Bool {
        let now = driver.elapsed()
        // Servers treat more than one request in two seconds as abuse. The poll does not apply this limit to a server
        // on this machine.
        let earliest = place.address.isLoopback ? nil : place.lastAsked.map { $0 + .seconds(2) }
        let wanted = max(now, earliest ?? now)
        guard wanted < deadline.instant else { return false }
        let groupTurn = group.map { driver.bookTurn($0, wanted) } ?? wanted
        // Host names that differ only in letter case are the same host.
        let turn = driver.bookTurn(host.lowercased(), groupTurn)
        guard turn < deadline.instant else { return false }
        do throws(CancellationError) {
            if turn > now { try await driver.wait(turn) }
        } catch {
            throw TimeSourceError(.woken, of: source)
        }
        return !deadline.hasPassed
    }
}

extension [NetworkAddress] {
    /// The addresses, alternating between IPv4 and IPv6, because one of the two protocols may not work.
    var inTurn: [NetworkAddress] {
        let preferred = filter { $0.family == first?.family }
        let others = filter { $0.family != first?.family }
        return (0..<Swift.max(preferred.count, others.count))
            .flatMap { index in [preferred, others].compactMap { $0.dropFirst(index).first } }
    }
}
