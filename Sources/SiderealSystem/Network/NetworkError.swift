/// Why the network could not be used.
package enum NetworkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call that failed.
    package enum Operation: String, Sendable {
        case resolve, socket, connect, send, receive, poll, pipe, thread
    }

    /// A name that has no address, or none for now; the text is the resolver's, the number that of a failed call, if
    /// any.
    case resolution(host: String, reason: String, ErrorNumber?)
    /// A system call failed: which, for whom, and the number.
    case system(Operation, String, ErrorNumber)
    /// The deadline passed.
    case timedOut
    /// Somebody gave the sign to stop.
    case woken

    package var description: String {
        switch self {
        case .resolution(let host, let reason, _): "The name \(host) cannot be resolved: \(reason)."
        case .system(let operation, let subject, let number):
            "\(operation.rawValue) \(subject): \(number.message) (errno \(number.rawValue))"
        case .timedOut: "The time allowed has passed."
        case .woken: "It was called off."
        }
    }
}
