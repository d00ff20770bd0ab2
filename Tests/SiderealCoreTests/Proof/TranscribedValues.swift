import SiderealCore
import Testing

/// Values in the form of the vectors: arrays of nanoseconds, with null for unknown values.
struct TranscribedState: Decodable {
    let state: ClockState

    init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        state = try ClockState(
            elapsed: ElapsedInstant(nanoseconds: values.decode(Int64.self)),
            slept: Nanoseconds(values.decode(Int64.self)), suspendMark: values.decode(Int64?.self))
    }
}

struct TranscribedReading: Decodable {
    let reading: ClockReading

    init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        reading = try ClockReading(
            wall: WallInstant(nanoseconds: values.decode(Int64.self)),
            elapsed: ElapsedInstant(nanoseconds: values.decode(Int64.self)),
            awake: AwakeInstant(nanoseconds: values.decode(Int64.self)),
            kernelBootTime: WallInstant(nanoseconds: values.decode(Int64.self)),
            suspendMark: values.decode(Int64?.self))
    }
}

/// [lower, upper]. A limit of `Int64` stands for an unknown end.
typealias TranscribedBounds = [Int64]

extension Bounds {
    init(transcribed ends: TranscribedBounds) throws {
        try #require(ends.count == 2)
        self = try #require(Bounds(lower: Nanoseconds(ends[0]), upper: Nanoseconds(ends[1])))
    }

    var transcribed: TranscribedBounds { [lower.count, upper.count] }
}

extension ClockModel {
    init(transcribed name: String) throws {
        let models = [
            "linux": ClockModel.linux, "linuxWithoutClock": .linux.withoutHardwareClock,
            "linuxVirtual": .linux.with(mayBePaused: true), "darwin": .darwin,
            "darwinPowerManagement": .darwinPowerManagement, "darwinIntel": .darwinIntel,
        ]
        self = try #require(models[name])
    }
}

extension BootVerdict.Evidence {
    static let transcribed: [String: BootVerdict.Evidence] = [
        "bootIdentity": .bootIdentity, "counterDecreased": .counterDecreased, "trustedTime": .trustedTime,
        "bootTime": .bootTime, "clockStep": .clockStep, "tooEarly": .tooEarly, "contradiction": .contradiction,
        "noHardwareClock": .noHardwareClock, "otherMachine": .otherMachine, "none": .noEvidence,
    ]
}

extension BootVerdict.Answer {
    static let transcribed: [String: BootVerdict.Answer] = [
        "sameBoot": .sameBoot, "rebooted": .rebooted, "indeterminate": .indeterminate,
    ]
}
