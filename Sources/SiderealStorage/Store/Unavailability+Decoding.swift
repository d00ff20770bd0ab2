package import SiderealCore

extension Unavailability {
    /// Why a value can't be decoded. Marks and meters say whether a newer version wrote them, or how they are damaged;
    /// of other values nothing is shown but the reason that the caller gives.
    package init(decodingError error: any Error, otherwise reason: String) {
        guard case DecodingError.dataCorrupted(let context)? = error as? DecodingError,
            let cause = context.underlyingError as? RecordError
        else {
            self = .undecodable(reason: reason)
            return
        }
        switch cause {
        case .newerVersion(let version): self = .newerVersion(version)
        case .damaged(let damage): self = .undecodable(reason: "\(context.debugDescription): \(damage)")
        }
    }
}
