import Foundation
import SiderealCore
import SiderealTime

extension FuzzTarget {
    /// Boot marks, in the form of the target `record`: a byte for the form of the rest, three bytes that choose one to
    /// change, 16 of the present clocks; then a mark, the body of one, or JSON in which Foundation finds one. A mark
    /// survives being written and read; one changed byte is noticed; and it can be compared with any clocks.
    static let bootMark = FuzzTarget(name: "boot-mark", longest: 512, seeds: bootMarkSeeds) { bytes in
        var input = FramedInput(bytes)
        let (mode, elapsed, wall, content) = (input.mode, input.elapsed, input.wall, input.content)
        let mark: BootMark
        switch mode & 7 {
        case 4...7:
            guard let found = try? JSONDecoder().decode([BootMark].self, from: Data(content)).first else { return }
            mark = found
        case let version:
            let framed =
                version == 0 ? content : Frame.wrap(content, kind: Array("SDBM".utf8), version: UInt32(version))
            guard let found = try? BootMark(bytes: framed) else { return }
            demand((try? BootMark(bytes: framed.changed(by: &input.change).bytes)) == nil, "a changed byte is noticed")
            mark = found
        }
        demand((try? BootMark(bytes: mark.bytes)) == mark, "a mark is read as it was written")
        let json = (try? JSONEncoder().encode([mark])) ?? Data()
        demand((try? JSONDecoder().decode([BootMark].self, from: json)) == [mark], "as JSON, too")

        let reading = ClockReading(
            wall: WallInstant(nanoseconds: wall), elapsed: ElapsedInstant(nanoseconds: elapsed),
            awake: AwakeInstant(nanoseconds: elapsed), kernelBootTime: WallInstant(nanoseconds: wall &- elapsed),
            suspendMark: mode & 8 == 0 ? nil : 1, disruptionMarker: mode & 16 == 0 ? nil : wall)
        let now = DeviceReading(reading: reading, bootIdentity: nil, machine: nil)
        let comparison = BootComparison(
            before: mark, now: now, offsetNow: mark.offset, model: ClockModel.fuzzed[Int(mode >> 5 & 3)])
        let passed = comparison.truePassed
        demand(passed.lower >= .zero || passed.lower == .min, "time passes forward")
        _ = comparison.verdict.reason
    }
}

extension FuzzTarget {
    private static func bootMarkSeeds() -> [[UInt8]] {
        let reading = ClockReading(
            wall: WallInstant(nanoseconds: 1_800_000_001_000_000_000),
            elapsed: ElapsedInstant(nanoseconds: 1_000_000_000),
            awake: AwakeInstant(nanoseconds: 1_000_000_000),
            kernelBootTime: WallInstant(nanoseconds: 1_800_000_000_000_000_000), suspendMark: 1)
        let mark = BootMark(
            DeviceReading(
                reading: reading, bootIdentity: BootIdentity("boot"), machine: MachineIdentity("machine")),
            salt: Salt(high: 1, low: 2), offset: Bounds(lower: .seconds(1), upper: .seconds(2)))
        let head = [UInt8](repeating: 0, count: 20)
        let json = (try? JSONEncoder().encode([mark])).map { Array($0) } ?? []
        return [
            head + mark.bytes, [UInt8(BootMark.version)] + head.dropFirst() + mark.bytes.dropFirst(12).dropLast(8),
            [4] + head.dropFirst() + json,
        ]
    }
}
