public import Sidereal

/// A parking session. Its start is a moment and not a date.
public struct Parking: Codable, Hashable, Sendable {
    public var place: String
    public var began: Moment
    public var minutes: Int

    public init(place: String, began: Moment, minutes: Int) {
        self.place = place
        self.began = began
        self.minutes = minutes
    }

    public var length: Duration { .seconds(Int64(minutes) * 60) }
}

extension StoreKey<Parking> {
    public static var parking: Self { .init("parking") }
}
