import SiderealCore
package import SiderealNetwork
package import SiderealTime

/// A way to get keys from a server: over TLS by the platform's library, or from a script in a test.
package struct NTSKeyEstablishment: Sendable {
    /// Exchanges keys until the deadline. `name` is the source's name in errors.
    package var establish:
        @Sendable (_ host: String, _ port: UInt16, _ name: String, _ deadline: Deadline) async throws(TimeSourceError)
            -> NTSKeys

    package init(
        establish:
            @escaping @Sendable (_ host: String, _ port: UInt16, _ name: String, _ deadline: Deadline)
            async throws(TimeSourceError) -> NTSKeys
    ) {
        self.establish = establish
    }
}

extension NTSKeyEstablishment {
    /// Asks addresses one after the other, each for its share of the remaining time, until one gives keys.
    ///
    /// - Throws: If no address gives keys, the error of the first one that answered, or else of the first one.
    ///   `cancelled` is thrown at once.
    package static func first(
        of addresses: [NetworkAddress], until deadline: Deadline, _ name: String,
        ask: (_ address: NetworkAddress, _ share: Deadline) throws(TimeSourceError) -> NTSKeys
    ) throws(TimeSourceError) -> NTSKeys {
        var failure: TimeSourceError?
        var isAnswer = false
        for (index, address) in addresses.enumerated() where index == 0 || !deadline.hasPassed {
            let share = Nanoseconds(max(0, deadline.left.count) / Int64(addresses.count - index))
            do throws(TimeSourceError) {
                return try ask(address, deadline.limited(to: share))
            } catch {
                if error.cause == .cancelled { throw error }
                // A certificate that does not hold is more informative than silence.
                let hasAnswered = !error.isUnreachable || error.cause == .tls
                if failure == nil || hasAnswered && !isAnswer { (failure, isAnswer) = (error, hasAnswered) }
            }
        }
        throw failure ?? TimeSourceError(NetworkError.timedOut, of: name)
    }
}
