import SiderealCore

extension FuzzTarget {
    /// Records of the timekeeper: a byte for the form of the rest, three that choose a byte to change, 16 of the clocks
    /// of a later launch, and a record, or the body of one to which the target adds frame and checksum. A record
    /// survives being written and read; one changed byte is noticed; and a launch that finds the record, whatever its
    /// numbers, saves a readable one.
    static let record = FuzzTarget(name: "record", longest: 2_048, seeds: recordSeeds) { bytes in
        var input = FramedInput(bytes)
        let (mode, elapsed, wall, content) = (input.mode, input.elapsed, input.wall, input.content)
        let version = UInt32(mode & 3)
        let framed = version == 0 ? content : Frame.wrap(content, kind: Array("SDRC".utf8), version: version)
        guard let record = try? TimekeeperRecord(bytes: framed) else { return }
        let damaged = framed.changed(by: &input.change).bytes
        demand((try? TimekeeperRecord(bytes: damaged)) == nil, "a changed byte is noticed")
        checkWritten(record)
        checkWritten(record.counting(in: record.resets.adding(by: Salt(high: 1, low: 2))))

        var keeper = Timekeeper(
            .init(
                record: .loaded(record, isRecovered: false), model: ClockModel.fuzzed[Int(mode >> 2 & 3)],
                salt: Salt(high: 1, low: 2), observers: ["fuzzer"]))
        let reading = ClockReading(
            wall: WallInstant(nanoseconds: wall), elapsed: ElapsedInstant(nanoseconds: elapsed),
            awake: AwakeInstant(nanoseconds: elapsed &- Int64(mode)), kernelBootTime: WallInstant(nanoseconds: 0),
            suspendMark: mode & 16 == 0 ? nil : 1)
        let machine = mode & 32 == 0 ? nil : record.identity
        _ = keeper.handle(.reading(.init(reading: reading, bootIdentity: nil, machine: machine)))
        _ = (keeper.trusted(at: reading.elapsed + .seconds(1)), keeper.systemClock(), keeper.verdict(for: "fuzzer"))
        if let saved = keeper.recordToSave { checkWritten(saved) }
        if let saved = keeper.recordToSave(over: record) { checkWritten(saved) }
    }

    private static func checkWritten(_ record: TimekeeperRecord) {
        let written = record.bytes
        do throws(RecordError) {
            let again = try TimekeeperRecord(bytes: written)
            demand(again == record, "a record is read as it was written")
            demand(again.bytes == written, "and written as it was read")
        } catch {
            fail("a written record can't be read: \(error)")
        }
    }
}

extension FuzzTarget {
    /// The record of a launch that received the time from two operators: whole, and its body.
    private static func recordSeeds() -> [[UInt8]] {
        let seen = DeviceReading(
            reading: ClockReading(
                wall: WallInstant(nanoseconds: 1_800_000_100_000_000_000),
                elapsed: ElapsedInstant(nanoseconds: 100_000_000_000),
                awake: AwakeInstant(nanoseconds: 100_000_000_000),
                kernelBootTime: WallInstant(nanoseconds: 1_800_000_000_000_000_000), suspendMark: 1),
            bootIdentity: BootIdentity("boot"), machine: MachineIdentity("machine"))
        var keeper = Timekeeper(
            .init(record: .absent, model: .linux, salt: Salt(high: 1, low: 2), observers: ["fuzzer"]))
        _ = keeper.handle(.reading(seen))
        _ = keeper.handle(
            .sources([NamedSource(of: "a", isAuthenticated: true), NamedSource(of: "b", isAuthenticated: true)]))
        for name in ["a", "b", "c"] {
            let sample = TimeSample(
                source: name, isAuthenticated: name != "c", sent: ElapsedInstant(nanoseconds: 100_000_000_000),
                received: ElapsedInstant(nanoseconds: 100_100_000_000),
                time: TrueInstant(nanoseconds: 1_800_000_100_000_000_000), resolution: .seconds(1), lag: .seconds(1))
            _ = keeper.handle(.sample(sample))
        }
        guard let record = keeper.recordToSave else { fail("there is nothing to save") }
        let head = [UInt8](repeating: 0, count: 20)
        let mode = UInt8(TimekeeperRecord.version)
        return [head + record.bytes, [mode] + head.dropFirst() + record.bytes.dropFirst(12).dropLast(8)]
    }
}
