package import SiderealCore
package import SiderealNetwork

/// One of a host's addresses in a poll by datagrams.
package struct PolledAddress: Sendable {
    package let address: NetworkAddress
    /// The number of requests to it in this poll.
    package var asked = 0
    package var lastAsked: ElapsedInstant?
}

extension TimePoll {
    /// Returns the addresses of a host, alternating between both families.
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

    /// Waits until an address may be asked. Returns false if that is beyond the deadline.
    ///
    /// If there is a group, its turns are booked, too, so that all its sources ask one after the other.
    package func isTurn(
        of place: PolledAddress, host: String, group: String? = nil, until deadline: Deadline
    ) async throws(TimeSourceError) -> Bool {
        let now = driver.elapsed()
        // Servers treat more than one request in two seconds as abuse. This machine's own server bears what the poll
        // allows.
        let earliest = place.address.isLoopback ? nil : place.lastAsked.map { $0 + .seconds(2) }
        let wanted = max(now, earliest ?? now)
        guard wanted < deadline.instant else { return false }
        let groupTurn = group.map { driver.bookTurn($0, wanted) } ?? wanted
        // The letter case of host names makes no difference.
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
    /// The addresses of both families in alternation, because either family may be out of order.
    var inTurn: [NetworkAddress] {
        let preferred = filter { $0.family == first?.family }
        let others = filter { $0.family != first?.family }
        return (0..<Swift.max(preferred.count, others.count))
            .flatMap { index in [preferred, others].compactMap { $0.dropFirst(index).first } }
    }
}
