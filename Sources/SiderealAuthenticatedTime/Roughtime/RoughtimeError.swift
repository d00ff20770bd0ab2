/// The reason that a packet is not a usable answer from a Roughtime server, or not a usable request.
package enum RoughtimeError: Error, Sendable, Equatable {
    /// The packet does not begin with the bytes of a Roughtime packet.
    case notFramed
    /// The length in the frame differs from the length of the message.
    case badLength(claimed: UInt32, count: Int)
    /// The number of values does not match the number of bytes.
    case badHeader
    /// A tag occurs twice, or the tags are not in ascending order.
    case badTagOrder
    /// A value begins at an invalid offset.
    case badOffsets
    /// A tag is missing.
    case missing(RoughtimeMessage.Tag)
    /// A value has an invalid number of bytes.
    case badSize(RoughtimeMessage.Tag, Int)
    /// The versions are not in ascending order.
    case badVersionList
    /// The packet is a request instead of an answer, or an answer instead of a request.
    case badType(UInt32)
    /// The packet answers another request.
    case notOurs
    /// The request is for a server with another key.
    case otherServer
    /// The library does not support the answer's version.
    case badVersion(UInt32)
    /// The answer's version is not in the server's own list of versions.
    case unlistedVersion(UInt32)
    /// The path from the request to the root has more than 32 steps.
    case pathTooLong(Int)
    /// The index has more bits than the path has steps.
    case badIndex(UInt32)
    /// The signed tree does not include the request.
    case notIncluded
    /// The long-term key did not sign the delegation.
    case delegationNotSigned
    /// The delegated key did not sign the answer.
    case answerNotSigned
    /// The delegation is not valid at the time that the answer gives.
    case delegationNotValid
    /// The answer's radius is zero.
    case noRadius
    /// The radius is greater than allowed. The value is the radius in seconds.
    case radiusTooLarge(UInt32)
    /// The time is too late to be represented as an instant. The value is the time in seconds since 1970.
    case timeOutOfRange(UInt64)
    /// The time is before this code was written. The value is the year of the time.
    case longPast(Int)
    /// The platform's signature library failed.
    case noCryptography

    /// A sentence for a person or a log.
    package var reason: String {
        switch self {
        case .notFramed: "The packet does not begin with Roughtime's magic number."
        case .badLength(let claimed, let count):
            "The packet declares a message of \(claimed) bytes, but the message has \(count) bytes."
        case .badHeader: "The number of values in a message does not match the message's length."
        case .badTagOrder: "A message's tags are not in ascending order."
        case .badOffsets: "The offsets of the values in a message are invalid."
        case .missing(let tag): "A message has no \(tag.letters)."
        case .badSize(let tag, let count): "The value of \(tag.letters) in a message can't have \(count) bytes."
        case .badVersionList: "A message's versions are not in ascending order."
        case .badType(let type):
            "The packet has the wrong type, \(type). Requests have type 0, and responses have type 1."
        case .notOurs: "The packet answers another request, or is forged."
        case .otherServer: "The request is for a server with another key."
        case .badVersion(let version):
            "The answer is in \(RoughtimeVersion.name(version)) of Roughtime, which this library does not support, or "
                + "is forged."
        case .unlistedVersion(let version):
            "The server answered in version \(version), which is missing from its own list of versions."
        case .pathTooLong(let count): "The answer's Merkle path has \(count) steps. The limit is 32 steps."
        case .badIndex(let index): "The answer's index, \(index), is too large for its Merkle path."
        case .notIncluded: "The tree that the server signed does not include the request."
        case .delegationNotSigned:
            "The given public key did not sign the key of this answer. Either the server has another public key, or "
                + "the answer is forged."
        case .answerNotSigned: "The answer's signature is wrong."
        case .delegationNotValid: "The key that signed this answer is not valid at the time that the answer gives."
        case .noRadius: "The server reports a radius of zero, but every clock has an error."
        case .radiusTooLarge(let radius):
            "The server reports a radius of \(radius) s. The limit is \(RoughtimeAnswer.mostRadius) s. Its clock may not "
                + "be synchronized."
        case .timeOutOfRange(let seconds): "The server sent an impossible time, \(seconds) s after 1970."
        case .longPast(let year): "The server sent a time in \(year), which is earlier than the date of this software."
        case .noCryptography: "The platform's signature library failed."
        }
    }
}
