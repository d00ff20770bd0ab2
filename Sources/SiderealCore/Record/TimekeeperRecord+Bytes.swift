extension TimekeeperRecord {
    package static let version: UInt32 = 1
    private static let kind = Array("SDRC".utf8)

    /// The record as bytes, versioned and checksummed. The same record always gives the same bytes.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        shared.write(to: &writer)
        writer.append(optional: floor) { writer, floor in
            writer.append(floor.earliest.nanoseconds)
            floor.at.write(to: &writer)
        }
        writer.append(trustRevision)
        writer.append(optional: authenticated) { $1.write(to: &$0) }
        writer.append(optional: unauthenticated) { $1.write(to: &$0) }
        writer.append(UInt32(truncatingIfNeeded: operators.count))
        for known in operators {
            writer.append(known.key.hash)
            writer.append(optional: known.lastHeard) { $0.append($1.nanoseconds) }
        }
        let named = observers.sorted { $0.key < $1.key }
        writer.append(UInt32(truncatingIfNeeded: named.count))
        for (name, checkpoint) in named {
            writer.append(counted: Array(name.text.utf8))
            checkpoint.write(to: &writer)
        }
        return Frame.wrap(writer.bytes, kind: TimekeeperRecord.kind, version: TimekeeperRecord.version)
    }

    package init(bytes: [UInt8]) throws(RecordError) {
        var reader = ByteReader(
            try Frame.unwrap(bytes, kind: TimekeeperRecord.kind, version: TimekeeperRecord.version)[...])
        let shared = try Checkpoint(from: &reader)
        let floor = try reader.optional { input throws(RecordError) in
            Floor(earliest: TrueInstant(nanoseconds: try input.integer()), at: try ClockState(from: &input))
        }
        let revision = try reader.integer(UInt32.self)
        let authenticated = try reader.optional(Consensus.SavedAnchor.init(from:))
        let unauthenticated = try reader.optional(Consensus.SavedAnchor.init(from:))
        var operators: [KnownOperator] = []
        for _ in 0..<(try reader.integer(UInt32.self)) {
            operators.append(
                KnownOperator(
                    key: OperatorKey(hash: try reader.integer()),
                    lastHeard: try reader.optional { input throws(RecordError) in
                        ElapsedInstant(nanoseconds: try input.integer())
                    }))
        }
        var observers: [ExactName: Checkpoint] = [:]
        for _ in 0..<(try reader.integer(UInt32.self)) {
            let name = ExactName(String(decoding: try reader.counted(), as: UTF8.self))
            observers[name] = try Checkpoint(from: &reader)
        }
        guard reader.isAtEnd else { throw .damaged("its length does not match") }
        self.init(
            shared: shared, floor: floor, trustRevision: revision, authenticated: authenticated,
            unauthenticated: unauthenticated, operators: operators, observers: observers)
    }
}

extension Checkpoint {
    fileprivate func write(to writer: inout ByteWriter) {
        newest.write(to: &writer)
        writer.append(optional: oldest) { $1.write(to: &$0) }
    }

    fileprivate init(from reader: inout ByteReader) throws(RecordError) {
        self.init(
            newest: try BootMark(from: &reader), oldest: try reader.optional(BootMark.init(from:)))
    }
}

extension Consensus.SavedAnchor {
    fileprivate func write(to writer: inout ByteWriter) {
        anchor.offset.lower.write(to: &writer)
        anchor.offset.upper.write(to: &writer)
        writer.append(anchor.toleratesLiar)
        writer.append(isDisputed)
        writer.append(anchor.operators)
    }

    fileprivate init(from reader: inout ByteReader) throws(RecordError) {
        let lower = try CarriedBounds.End(from: &reader)
        let upper = try CarriedBounds.End(from: &reader)
        let toleratesLiar = try reader.flag()
        let isDisputed = try reader.flag()
        let operators = try reader.operatorKeys()
        self.init(
            anchor: Consensus.Anchor(
                offset: CarriedBounds(lower: lower, upper: upper), operators: operators, toleratesLiar: toleratesLiar),
            isDisputed: isDisputed)
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
