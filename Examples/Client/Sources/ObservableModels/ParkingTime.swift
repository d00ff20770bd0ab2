// The module Observation beside the library: no public name of the library shadows it.
import Observation
import Sidereal

@available(iOS 17, macOS 14, *)
@Observable
final class ParkingTime {
    private(set) var atLeast: Duration?

    func refresh(_ observatory: Observatory, since began: Moment) throws {
        atLeast = try observatory.elapsed(since: began).atLeast
    }
}
