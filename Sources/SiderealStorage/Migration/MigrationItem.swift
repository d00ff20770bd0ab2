package import SiderealBase

/// One key of the store to be filled, with what becomes of the old values.
package struct MigrationItem: Sendable {
    package typealias Values = [String: PropertyListValue]

    /// A place of an old value that is not the defaults. It is never removed from there.
    package struct Place: Sendable {
        package let read: @Sendable () async throws(MigrationError) -> PropertyListValue?
        /// What is kept of the old value, to notice a change.
        package enum Trace: Sendable {
            case checksum
            /// That there is one: of a secret nothing may be kept elsewhere.
            case presence
            /// Nothing: for as long as it is there, the store has what it became.
            case none
        }

        package let trace: Trace

        package init(
            trace: Trace, read: @escaping @Sendable () async throws(MigrationError) -> PropertyListValue?
        ) {
            self.trace = trace
            self.read = read
        }
    }

    /// The keys of the defaults that have the old values; or the name of one that is kept elsewhere.
    package let sources: [String]
    package let target: ExactName
    /// Where the old value is; nil for the defaults.
    package let place: Place?
    /// The bytes for the store, from those of its values that the source has; throws why they can't become any.
    package let encode: @Sendable (Values) throws(NotConverted) -> [UInt8]

    package init(
        from sources: [String], to target: ExactName, in place: Place? = nil,
        encode: @escaping @Sendable (Values) throws(NotConverted) -> [UInt8]
    ) {
        self.sources = sources
        self.target = target
        self.place = place
        self.encode = encode
    }

    package init(
        from source: String, to target: ExactName, in place: Place? = nil,
        encode: @escaping @Sendable (PropertyListValue) throws(NotConverted) -> [UInt8]
    ) {
        self.init(from: [source], to: target, in: place) { values throws(NotConverted) in
            guard let value = values[source] else { throw NotConverted("it is gone") }
            return try encode(value)
        }
    }

    /// Those of its values that the source has.
    func values(in source: Values) -> Values { source.filter { sources.contains($0.key) } }

    /// What is kept of its values, to notice that they changed; 0 where there is none.
    func trace(of values: Values) -> [String: UInt64] {
        let isSecret = place.map { $0.trace != .checksum } ?? false
        return Dictionary(
            sources.map { name in (name, values[name].map { isSecret ? 1 : max(1, $0.checksum) } ?? 0) }
        ) { first, _ in first }
    }

    /// Why a value stays where it is.
    package struct NotConverted: Error, Sendable, Equatable {
        package let reason: String

        package init(_ reason: String) { self.reason = reason }
    }
}

extension MigrationItem {
    /// What the store holds in place of a value that could not be converted, so that a read calls the key undecodable,
    /// and never absent. No text begins with the first byte, and no coding makes the others by chance.
    package static let unconverted: [UInt8] = [0xff] + Array("sidereal: not converted".utf8)

    /// What to tell of it.
    static let whyUnconverted = "its old value could not be converted, and is still there"

    /// Nil for what stands in place of a value.
    static func value(_ bytes: [UInt8]?) -> [UInt8]? { bytes == unconverted ? nil : bytes }

    /// What the store holds as a value of its own.
    func stored(in present: [ExactName: [UInt8]]) -> [UInt8]? { Self.value(present[target]) }
}

extension PropertyListValue {
    package var checksum: UInt64 { XXH64.checksum(of: fingerprint) }
}
