extension ElapsedAccount {
    private static let kind = Array("SDEM".utf8)
    private static let version: UInt32 = 1

    /// The account as bytes, with a version and a checksum. You can store the bytes anywhere.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        latest.write(to: &writer)
        first.write(to: &writer)
        lower.write(to: &writer)
        upper.write(to: &writer)
        writer.append(optional: identified) { $1.write(to: &$0) }
        writer.append(optional: dated) { $1.write(to: &$0) }
        settledStart.write(to: &writer)
        bootStart.write(to: &writer)
        writer.append(gap.span.count)
        writer.append(gap.reboots)
        return Frame.wrap(writer.bytes, kind: ElapsedAccount.kind, version: ElapsedAccount.version)
    }

    /// Creates an account from its bytes. Throws if the bytes are damaged, or if a newer version wrote the bytes.
    package init(bytes: [UInt8]) throws(RecordError) {
        let body = try Frame.unwrap(bytes, kind: ElapsedAccount.kind, version: ElapsedAccount.version).body
        var reader = ByteReader(body[...])
        self.init(
            latest: try Point(from: &reader), first: try Point(from: &reader), lower: try Point(from: &reader),
            upper: try Point(from: &reader), identified: try reader.optional(Point.init(from:)),
            dated: try reader.optional(Point.init(from:)),
            settledStart: try Bounds(from: &reader), bootStart: try Bounds(from: &reader),
            gap: Gap(span: Nanoseconds(try reader.integer()), reboots: try reader.integer()))
        guard reader.isAtEnd else { throw .damaged("the length is wrong") }
        guard gap.span >= .zero else { throw .damaged("a length of time is negative") }
        guard gap.reboots >= 0 else { throw .damaged("a number of restarts is negative") }
    }
}

extension ElapsedAccount.Point {
    fileprivate func write(to writer: inout ByteWriter) {
        mark.write(to: &writer)
        sinceStart.write(to: &writer)
    }

    fileprivate init(from reader: inout ByteReader) throws(RecordError) {
        self.init(mark: try BootMark(from: &reader), sinceStart: try Bounds(from: &reader))
        guard sinceStart.lower >= .zero else { throw .damaged("a length of time is negative") }
    }
}
