public import Sidereal

/// The decision of a background task about the Live Activity of a parking session.
public enum ParkingRefresh: Sendable, Hashable {
    /// The session can't be read now, for example before the first unlock. The task changes nothing, and runs again.
    case postpone
    /// The session runs. The task updates the activity, and runs again.
    case update
    /// There is no session, or its time has certainly passed. The task ends the activity.
    case end

    /// Decides by the stored session, without waiting.
    public init(_ parking: ProtectedReading<Parking>, by observatory: Observatory) {
        switch parking {
        case .value(let parking):
            let left = try? Countdown(of: parking.length, since: parking.began, by: observatory)
            self = left.map { $0.isOver ? .end : .update } ?? .postpone
        case .absent: self = .end
        case .unavailable: self = .postpone
        }
    }
}
