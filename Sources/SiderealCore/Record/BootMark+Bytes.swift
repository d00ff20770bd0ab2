extension BootMark {
    private static let kind = Array("SDBM".utf8)
    package static let version: UInt32 = 1

    /// The mark as bytes, with a version and a checksum. You can store the bytes anywhere.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        write(to: &writer)
        return Frame.wrap(writer.bytes, kind: BootMark.kind, version: BootMark.version)
    }

    /// Creates a mark from its bytes. Throws if the bytes are damaged, or if a newer version wrote the bytes.
    package init(bytes: [UInt8]) throws(RecordError) {
        let body = try Frame.unwrap(bytes, kind: BootMark.kind, version: BootMark.version).body
        var reader = ByteReader(body[...])
        try self.init(from: &reader)
        guard reader.isAtEnd else { throw .damaged("the length is wrong") }
    }

    package func write(to writer: inout ByteWriter) {
        writer.append(reading.wall.nanoseconds)
        writer.append(reading.elapsed.nanoseconds)
        writer.append(reading.awake.nanoseconds)
        writer.append(reading.kernelBootTime.nanoseconds)
        writer.append(optional: reading.suspendMark) { $0.append($1) }
        writer.append(fixed: salt.bytes)
        writer.append(optional: bootIdentity) { $0.append(fixed: $1.digest) }
        writer.append(optional: machine) { $0.append(fixed: $1.digest) }
        writer.append(optional: offset) { $1.write(to: &$0) }
        writer.append(isCorroborated)
        writer.append(generation.resets)
        writer.append(generation.floorsGivenUp)
        writer.append(optional: reading.disruptionMarker) { $0.append($1) }
    }

    package init(from reader: inout ByteReader) throws(RecordError) {
        var reading = ClockReading(
            wall: WallInstant(nanoseconds: try reader.integer()),
            elapsed: ElapsedInstant(nanoseconds: try reader.integer()),
            awake: AwakeInstant(nanoseconds: try reader.integer()),
            kernelBootTime: WallInstant(nanoseconds: try reader.integer()),
            suspendMark: try reader.optional { input throws(RecordError) in try input.integer() })
        guard let salt = Salt(try reader.fixed(Salt.byteCount)) else { throw .damaged("the salt is incomplete") }
        let bootIdentity = try reader.optional(SealedIdentity.init(from:))
        let machine = try reader.optional(SealedIdentity.init(from:))
        let offset = try reader.optional { input throws(RecordError) in try Bounds(from: &input) }
        let isCorroborated = try reader.flag()
        let generation = TrustGeneration(resets: try reader.integer(), floorsGivenUp: try reader.integer())
        reading.disruptionMarker = try reader.optional { input throws(RecordError) in try input.integer() }
        self.init(
            reading: reading, salt: salt, bootIdentity: bootIdentity, machine: machine, offset: offset,
            isCorroborated: isCorroborated, generation: generation)
    }
}

extension SealedIdentity {
    init(from reader: inout ByteReader) throws(RecordError) {
        self.init(digest: try reader.fixed(SealedIdentity.byteCount))
    }
}

extension Bounds {
    func write(to writer: inout ByteWriter) {
        writer.append(lower.count)
        writer.append(upper.count)
    }

    init(from reader: inout ByteReader) throws(RecordError) {
        let lower = Nanoseconds(try reader.integer())
        guard let bounds = Bounds(lower: lower, upper: Nanoseconds(try reader.integer())) else {
            throw .damaged("a lower bound lies above its upper bound")
        }
        self = bounds
    }
}

extension ClockState {
    func write(to writer: inout ByteWriter) {
        writer.append(elapsed.nanoseconds)
        writer.append(slept.count)
        writer.append(optional: suspendMark) { $0.append($1) }
        writer.append(optional: disruptionMarker) { $0.append($1) }
    }

    init(from reader: inout ByteReader) throws(RecordError) {
        self.init(
            elapsed: ElapsedInstant(nanoseconds: try reader.integer()),
            slept: Nanoseconds(try reader.integer()),
            suspendMark: try reader.optional { input throws(RecordError) in try input.integer() },
            disruptionMarker: try reader.optional { input throws(RecordError) in try input.integer() })
    }
}
