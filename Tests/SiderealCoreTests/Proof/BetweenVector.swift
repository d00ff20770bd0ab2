import SiderealCore
import Testing

/// The time between two marks of an app, seen from a later reading without trusted time.
struct BetweenVector: TranscribedVector {
    struct Answer: Decodable, Equatable {
        var passed: TranscribedBounds
    }

    let model: String
    let readings: [TranscribedReading]
    let identities: [String?]
    let machines: [String?]
    let offsets: [TranscribedBounds?]
    let answer: Answer

    var computed: Answer {
        get throws {
            try #require(readings.count == 3 && identities.count == 3 && machines.count == 3 && offsets.count == 2)
            var keeper = try Timekeeper(
                .init(
                    record: .absent, model: ClockModel(transcribed: model), salt: Salt(high: 9, low: 9), observers: []))
            _ = keeper.handle(.reading(deviceReading(2)))
            let marks = try offsets.enumerated().map { place, offset in
                BootMark(
                    deviceReading(place), salt: Salt(high: 0, low: UInt64(place)),
                    offset: try offset.map { try Bounds(transcribed: $0) })
            }
            return try Answer(passed: #require(keeper.elapsed(from: marks[0], to: marks[1])).transcribed)
        }
    }

    private func deviceReading(_ place: Int) -> DeviceReading {
        DeviceReading(
            reading: readings[place].reading, bootIdentity: identities[place].flatMap { BootIdentity($0) },
            machine: machines[place].flatMap { MachineIdentity($0) })
    }
}
