import SiderealCore
import TestSupport
import Testing

@Suite struct TimekeeperRecordTests {
    static func bounds(_ lower: Int64, _ upper: Int64) -> Bounds {
        Bounds(lower: Nanoseconds(lower), upper: Nanoseconds(upper)) ?? .unbounded
    }

    static func digest(_ first: UInt8) -> SealedIdentity {
        SealedIdentity(digest: (0..<16).map { first + $0 })
    }

    static func mark(
        _ base: Int64, boot: UInt8?, machine: UInt8?, offset: Bounds?, suspends: Int64?,
        isCorroborated: Bool = false, generation: TrustGeneration = .init()
    ) -> BootMark {
        BootMark(
            reading: ClockReading(
                wall: WallInstant(nanoseconds: base + 1), elapsed: ElapsedInstant(nanoseconds: base + 2),
                awake: AwakeInstant(nanoseconds: base + 3), kernelBootTime: WallInstant(nanoseconds: base + 4),
                suspendMark: suspends,
                disruptionMarker: suspends.map { $0 - 9 }),
            salt: Salt(high: 0x1122_3344_5566_7788, low: 0x99AA_BBCC_DDEE_FF00), bootIdentity: boot.map { digest($0) },
            machine: machine.map { digest($0) }, offset: offset, isCorroborated: isCorroborated,
            generation: generation)
    }

    static func state(_ base: Int64, suspends: Int64?) -> ClockState {
        ClockState(
            elapsed: ElapsedInstant(nanoseconds: base), slept: Nanoseconds(-base), suspendMark: suspends,
            disruptionMarker: suspends.map { -$0 })
    }

    static let fullMark = mark(
        0x0102_0304_0506_0708, boot: 0x10, machine: 0x20, offset: bounds(-5, .max), suspends: 3,
        isCorroborated: true, generation: TrustGeneration(resets: 31, floorsGivenUp: 32))
    static let bareMark = mark(-9, boot: nil, machine: nil, offset: nil, suspends: nil)

    /// A record with a value in each field.
    static let full = TimekeeperRecord(
        identity: MachineIdentity(bytes: digest(0x30).digest),
        checkpoint: Checkpoint(newest: fullMark, oldest: bareMark),
        isContradicted: true,
        floors: Floors(
            corroborated: KeptFloor(
                Floor(earliest: TrueInstant(nanoseconds: 1_750_000_000_000_000_000), at: state(77, suspends: 2)),
                timesGivenUp: 5),
            lone: KeptFloor(
                Floor(earliest: TrueInstant(nanoseconds: 1_750_000_000_000_000_001), at: state(78, suspends: nil)),
                timesGivenUp: 8)),
        resets: TrustResets().adding(by: Salt(high: 6, low: 7)).adding(by: Salt(high: 8, low: 9)),
        authenticated: KnownOperators([
            KnownOperator(
                "a.example",
                [
                    KnownSource(
                        "https://a.example",
                        said: CarriedBounds(
                            lower: CarriedBounds(bounds(11, 11), at: state(12, suspends: nil)).lower,
                            upper: CarriedBounds(bounds(13, 13), at: state(14, suspends: 15)).upper),
                        retracted: .init(
                            said: CarriedBounds(bounds(17, 18), at: state(19, suspends: 20)),
                            at: ElapsedInstant(nanoseconds: 24)),
                        dateToPass: TrueInstant(nanoseconds: 25), wasHeard: true,
                        last: ElapsedInstant(nanoseconds: 26)),
                    KnownSource(
                        "a.example", said: nil, retracted: nil, dateToPass: nil, wasHeard: false,
                        last: ElapsedInstant(nanoseconds: 27)),
                ]),
            KnownOperator("ü"),
        ]),
        others: KnownOperators([
            KnownOperator(
                "",
                [
                    KnownSource(
                        "", said: CarriedBounds(bounds(.min, 9), at: state(16, suspends: nil)), retracted: nil,
                        dateToPass: nil, wasHeard: true, last: ElapsedInstant(nanoseconds: -28))
                ])
        ]),
        observers: [
            "b": Checkpoint(newest: bareMark), "a": Checkpoint(newest: fullMark, oldest: fullMark),
            "": Checkpoint(newest: bareMark),
        ])

    static let bare = TimekeeperRecord(
        identity: MachineIdentity(bytes: []), checkpoint: Checkpoint(newest: bareMark), isContradicted: false,
        floors: Floors(),
        resets: TrustResets(), authenticated: KnownOperators(), others: KnownOperators(), observers: [:])

    @Test("a record reads back as it was written", arguments: [full, bare])
    func roundTrip(record: TimekeeperRecord) throws {
        #expect(try TimekeeperRecord(bytes: record.bytes) == record)
    }

    @Test("a record and a mark are encoded byte for byte in the frozen layout")
    func goldenBytes() throws {
        #expect(Self.full.bytes == GoldenBytes.record)
        #expect(try TimekeeperRecord(bytes: GoldenBytes.record) == Self.full)
        #expect(Self.fullMark.bytes == GoldenBytes.mark)
        #expect(try BootMark(bytes: GoldenBytes.mark) == Self.fullMark)
        #expect(try BootMark(bytes: Self.bareMark.bytes) == Self.bareMark)
    }

    enum Found: Hashable { case record, mark, damaged, newerVersion(UInt32) }

    static func found(_ bytes: [UInt8]) -> [Found] {
        var found: [Found] = []
        do throws(RecordError) {
            _ = try TimekeeperRecord(bytes: bytes)
            found.append(.record)
        } catch {
            found.append(Found(error))
        }
        do throws(RecordError) {
            _ = try BootMark(bytes: bytes)
            found.append(.mark)
        } catch {
            found.append(Found(error))
        }
        return found
    }

    static let golden = [GoldenBytes.record, GoldenBytes.mark]

    @Test("a record or a mark with a changed byte anywhere is damaged", arguments: golden)
    func everyByteCounts(golden: [UInt8]) throws {
        for index in golden.indices {
            for flip in [0x01, 0x80, 0xFF] as [UInt8] {
                var bytes = golden
                bytes[index] ^= flip
                try #require(Self.found(bytes) == [.damaged, .damaged], "byte \(index) by \(flip)")
            }
        }
    }

    @Test("a record or a mark with a missing or an additional byte is damaged", arguments: golden)
    func everyTruncationAndAdditionIsDamage(golden: [UInt8]) throws {
        for count in golden.indices {
            try #require(Self.found(Array(golden.prefix(count))) == [.damaged, .damaged], "\(count) bytes")
        }
        #expect(Self.found(golden + [0]) == [.damaged, .damaged])
        #expect(Self.found([0] + golden) == [.damaged, .damaged])
    }

    /// Returns the bytes with a new checksum, as a writer would have made it.
    static func resealed(_ bytes: [UInt8]) -> [UInt8] {
        let content = Array(bytes.dropLast(8))
        var writer = ByteWriter()
        writer.append(fixed: content)
        writer.append(XXH64.checksum(of: content))
        return writer.bytes
    }

    @Test(
        "version 0 counts as damage, and versions above 1 are reported as newer",
        arguments: [(0, .damaged), (1, nil), (2, .newerVersion(2)), (.max, .newerVersion(.max))] as [(UInt32, Found?)])
    func versions(version: UInt32, expected: Found?) {
        for (golden, kind) in [(GoldenBytes.record, 0), (GoldenBytes.mark, 1)] {
            var bytes = golden
            for index in 0..<4 { bytes[4 + index] = UInt8(truncatingIfNeeded: version >> (8 * index)) }
            #expect(Self.found(Self.resealed(bytes))[kind] == expected ?? [.record, .mark][kind])
        }
    }

    @Test("a newer version is reported only if its bytes are intact")
    func aNewerVersionIsToldOnlyWhenWhole() {
        var bytes = GoldenBytes.record
        bytes[4] = 4
        #expect(Self.found(bytes)[0] == .damaged)
        bytes = Array(bytes.dropLast(20)) + [UInt8](repeating: 0, count: 8)
        #expect(Self.found(Self.resealed(bytes))[0] == .damaged)
        let future = Frame.wrap([1, 2, 3], kind: Array("SDRC".utf8), version: 7)
        #expect(Self.found(future) == [.newerVersion(7), .damaged])
    }

    /// Bytes with a correct checksum and a wrong body are refused, or read as some record. None trap or allocate much
    /// memory.
    @Test(
        "a wrong body with a correct checksum is refused or reads as another record",
        .computesForLong,
        arguments: [(GoldenBytes.record, 0), (GoldenBytes.mark, 1)] as [([UInt8], Int)])
    func wrongBodiesAreSurvived(golden: [UInt8], kind: Int) throws {
        for index in 12..<golden.count - 8 {
            for value in [0, 1, 2, 0x7F, 0xFF] as [UInt8] where value != golden[index] {
                var bytes = golden
                bytes[index] = value
                let found = Self.found(Self.resealed(bytes))[kind]
                guard found != .damaged else { continue }
                let isAnother =
                    kind == 0
                    ? (try? TimekeeperRecord(bytes: Self.resealed(bytes))) != Self.full
                    : (try? BootMark(bytes: Self.resealed(bytes))) != Self.fullMark
                try #require(isAnother, "byte \(index)")
            }
        }
    }

    @Test("a mark with contradicting bounds is damaged")
    func boundsThatContradictThemselvesAreDamage() throws {
        var bytes = GoldenBytes.mark
        // The upper end of the offset. 21 bytes on trust, the disruption marker and the checksum follow it.
        for index in 0..<8 { bytes[bytes.count - 38 + index] = index == 7 ? 0x80 : 0 }
        #expect(Self.found(Self.resealed(bytes))[1] == .damaged)
    }

    @Test(
        "a body with more or fewer bytes than its fields need counts as damaged",
        arguments: [(GoldenBytes.record, "SDRC"), (GoldenBytes.mark, "SDBM")])
    func theBodyIsExact(golden: [UInt8], kind: String) {
        let body = Array(golden.dropFirst(12).dropLast(8))
        #expect(Frame.wrap(body, kind: Array(kind.utf8), version: 1) == golden)
        for wrong in [body + [0], Array(body.dropLast()), []] {
            #expect(Self.found(Frame.wrap(wrong, kind: Array(kind.utf8), version: 1)) == [.damaged, .damaged])
        }
        // Nor may bytes lie between the body and the checksum.
        let longer = Array(golden.dropLast(8)) + [UInt8](repeating: 0, count: 9)
        #expect(Self.found(Self.resealed(longer)) == [.damaged, .damaged])
    }

    @Test("a mark doesn't read as a record, and a record doesn't read as a mark")
    func aMarkIsNoRecord() {
        #expect(Self.found(GoldenBytes.record) == [.record, .damaged])
        #expect(Self.found(GoldenBytes.mark) == [.damaged, .mark])
    }
}

extension TimekeeperRecordTests.Found {
    init(_ error: RecordError) {
        switch error {
        case .damaged: self = .damaged
        case .newerVersion(let version): self = .newerVersion(version)
        }
    }
}
