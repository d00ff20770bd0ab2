import SiderealCore
package import SiderealNetwork
package import SiderealTime

/// A closure that gets keys from a server. The closure uses the TLS of the platform's library, or a test's script.
package struct NTSKeyEstablishment: Sendable {
    /// Exchanges keys, or throws when the deadline passes. `name` is the source's name in error messages.
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
    /// Tries the addresses one after the other, until one of them returns keys. Each address gets an equal share of the
    /// remaining time.
    ///
    /// - Throws: If no address returns keys, the error of the first address that answered. If no address answered, the
    ///   error of the first address. A cancellation ends this method at once.
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
                // Count an invalid certificate as an answer, because this error is more informative than a missing
                // answer.
                let hasAnswered = !error.isUnreachable || error.cause == .tls
                if failure == nil || hasAnswered && !isAnswer { (failure, isAnswer) = (error, hasAnswered) }
            }
        }
        throw failure ?? TimeSourceError(NetworkError.timedOut, of: name)
    }
}
