package import SiderealSystem

/// How keys are had from a server: over TLS, as the platform has it, or from a script in a test.
package struct NTSKeyEstablishment: Sendable {
    /// Exchanges keys until the deadline. `name` is what the source is called in errors.
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
