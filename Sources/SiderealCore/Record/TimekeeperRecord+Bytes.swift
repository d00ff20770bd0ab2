extension TimekeeperRecord {
    package static let version: UInt32 = 1
    private static let kind = Array("SDRC".utf8)

    /// The record as bytes, with a version and a checksum. The same record always gives the same bytes.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(counted: identity.bytes)
        checkpoint.write(to: &writer)
        writer.append(isContradicted)
        floors.corroborated.write(to: &writer)
        floors.lone.write(to: &writer)
        resets.write(to: &writer)
        authenticated.write(to: &writer)
        others.write(to: &writer)
        let named = observers.sorted { $0.key < $1.key }
        writer.append(UInt32(truncatingIfNeeded: named.count))
        for (name, checkpoint) in named {
            writer.append(counted: Array(name.text.utf8))
            checkpoint.write(to: &writer)
        }
        return Frame.wrap(writer.bytes, kind: TimekeeperRecord.kind, version: TimekeeperRecord.version)
    }

    /// Creates a record from its bytes. Throws if the bytes are damaged, or if a newer version wrote the bytes.
    package init(bytes: [UInt8]) throws(RecordError) {
        let body = try Frame.unwrap(bytes, kind: TimekeeperRecord.kind, version: TimekeeperRecord.version).body
        var reader = ByteReader(body[...])
        try self.init(from: &reader)
        guard reader.isAtEnd else { throw .damaged("the length is wrong") }
    }

    private init(from reader: inout ByteReader) throws(RecordError) {
        let identity = MachineIdentity(bytes: try reader.counted())
        let checkpoint = try Checkpoint(from: &reader)
        let isContradicted = try reader.flag()
        let floors = Floors(corroborated: try KeptFloor(from: &reader), lone: try KeptFloor(from: &reader))
        let resets = try TrustResets(from: &reader)
        let authenticated = try KnownOperators(from: &reader)
        let others = try KnownOperators(from: &reader)
        self.init(
            identity: identity, checkpoint: checkpoint, isContradicted: isContradicted, floors: floors,
            resets: resets, authenticated: authenticated, others: others,
            observers: try TimekeeperRecord.observers(from: &reader))
    }

    private static func observers(from reader: inout ByteReader) throws(RecordError) -> [ExactName: Checkpoint] {
        var observers: [ExactName: Checkpoint] = [:]
        for _ in 0..<(try reader.integer(UInt32.self)) {
            let name = ExactName(String(decoding: try reader.counted(), as: UTF8.self))
            observers[name] = try Checkpoint(from: &reader)
        }
        return observers
    }
}

extension Checkpoint {
    fileprivate func write(to writer: inout ByteWriter) {
        newest.write(to: &writer)
        writer.append(optional: oldest) { $1.write(to: &$0) }
    }

    fileprivate init(from reader: inout ByteReader) throws(RecordError) {
        self.init(
            newest: try BootMark(from: &reader),
            oldest: try reader.optional { input throws(RecordError) in try BootMark(from: &input) })
    }
}

extension TrustResets {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.append(UInt32(truncatingIfNeeded: identities.count))
        for identity in identities { writer.append(identity) }
    }

    fileprivate init(from reader: inout ByteReader) throws(RecordError) {
        var identities: [UInt64] = []
        for _ in 0..<(try reader.integer(UInt32.self)) { identities.append(try reader.integer()) }
        guard let resets = TrustResets(identities: identities) else {
            throw .damaged("the resets are not in order")
        }
        self = resets
    }
}

extension KeptFloor {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.append(optional: floor) { writer, floor in
            writer.append(floor.earliest.nanoseconds)
            floor.at.write(to: &writer)
        }
        writer.append(timesGivenUp)
    }

    fileprivate init(from reader: inout ByteReader) throws(RecordError) {
        let floor = try reader.optional { input throws(RecordError) in
            Floor(earliest: TrueInstant(nanoseconds: try input.integer()), at: try ClockState(from: &input))
        }
        self.init(floor, timesGivenUp: try reader.integer())
    }
}

extension KnownOperators {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.append(UInt32(truncatingIfNeeded: all.count))
        for known in all {
            writer.append(counted: Array(known.name.text.utf8))
            writer.append(UInt32(truncatingIfNeeded: known.sources.count))
            for source in known.sources { source.write(to: &writer) }
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(RecordError) {
        var all: [KnownOperator] = []
        for _ in 0..<(try reader.integer(UInt32.self)) {
            let name = ExactName(String(decoding: try reader.counted(), as: UTF8.self))
            var sources: [KnownSource] = []
            for _ in 0..<(try reader.integer(UInt32.self)) { sources.append(try KnownSource(from: &reader)) }
            all.append(KnownOperator(name, sources))
        }
        self.init(all)
    }
}

extension KnownSource {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.append(counted: Array(name.text.utf8))
        writer.append(optional: said) { $1.write(to: &$0) }
        writer.append(optional: retracted) { writer, retracted in
            retracted.said.write(to: &writer)
            writer.append(retracted.at.nanoseconds)
        }
        writer.append(optional: dateToPass) { $0.append($1.nanoseconds) }
        writer.append(wasHeard)
        writer.append(last.nanoseconds)
    }

    fileprivate init(from reader: inout ByteReader) throws(RecordError) {
        self.init(
            ExactName(String(decoding: try reader.counted(), as: UTF8.self)),
            said: try reader.optional(CarriedBounds.init(from:)),
            retracted: try reader.optional { input throws(RecordError) in
                Retracted(
                    said: try CarriedBounds(from: &input), at: ElapsedInstant(nanoseconds: try input.integer()))
            },
            dateToPass: try reader.optional { input throws(RecordError) in
                TrueInstant(nanoseconds: try input.integer())
            },
            wasHeard: try reader.flag(), last: ElapsedInstant(nanoseconds: try reader.integer()))
    }
}

extension CarriedBounds {
    fileprivate func write(to writer: inout ByteWriter) {
        lower.write(to: &writer)
        upper.write(to: &writer)
    }

    fileprivate init(from reader: inout ByteReader) throws(RecordError) {
        self.init(lower: try End(from: &reader), upper: try End(from: &reader))
    }
}

extension CarriedBounds.End {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.append(offset.count)
        at.write(to: &writer)
    }

    fileprivate init(from reader: inout ByteReader) throws(RecordError) {
        self.init(offset: Nanoseconds(try reader.integer()), at: try ClockState(from: &reader))
    }
}
