package import SiderealBase

/// One key of the store, with the conversion of the old values to the key's new value.
package struct MigrationItem: Sendable {
    package typealias Values = [String: PropertyListValue]

    /// A place outside the defaults that has an old value. A migration never removes a value from such a place.
    package struct Place: Sendable {
        package let read: @Sendable () async throws(StoreMigration.Failure) -> PropertyListValue?
        /// The record of an old value that a migration keeps to detect changes.
        package enum Trace: Sendable {
            case checksum
            /// The record shows only that the value exists, because a secret must leave no trace elsewhere.
            case presence
            /// The migration keeps no record. While the old value exists, each run stores the migrated value.
            case none
        }

        package let trace: Trace

        package init(
            trace: Trace, read: @escaping @Sendable () async throws(StoreMigration.Failure) -> PropertyListValue?
        ) {
            self.trace = trace
            self.read = read
        }
    }

    /// The keys of the defaults that have the old values, or the name of an old value kept elsewhere.
    package let sources: [String]
    package let target: ExactName
    /// The place of the old value, or `nil` for the defaults.
    package let place: Place?
    /// Returns the bytes for the store, given the item's values in the source. Throws if the values can't be converted.
    package let encode: @Sendable (Values) throws(NotConverted) -> [UInt8]

    /// Creates an item. Any error of the conversion becomes a `NotConverted`.
    package init(
        from sources: [String], to target: ExactName, in place: Place? = nil,
        encode: @escaping @Sendable (Values) throws -> [UInt8]
    ) {
        self.sources = sources
        self.target = target
        self.place = place
        self.encode = { values throws(NotConverted) in
            do { return try encode(values) } catch { throw error as? NotConverted ?? NotConverted("\(error)") }
        }
    }

    package init(
        from source: String, to target: ExactName, in place: Place? = nil,
        encode: @escaping @Sendable (PropertyListValue) throws -> [UInt8]
    ) {
        self.init(from: [source], to: target, in: place) { values in
            guard let value = values[source] else { throw NotConverted("the old value is gone") }
            return try encode(value)
        }
    }

    /// Returns the source's values for the keys of this item.
    func values(in source: Values) -> Values { source.filter { sources.contains($0.key) } }

    /// Returns a trace of each of the item's values. The migration records the traces to detect changes. The trace of a
    /// missing value is 0.
    func trace(of values: Values) -> [String: UInt64] {
        let isSecret = place.map { $0.trace != .checksum } ?? false
        return Dictionary(
            sources.map { name in (name, values[name].map { isSecret ? 1 : max(1, $0.checksum) } ?? 0) }
        ) { first, _ in first }
    }

    /// An error that prevents the conversion of an old value. The old value stays in place.
    package struct NotConverted: Error, Sendable, Equatable {
        package let reason: String

        package init(_ reason: String) { self.reason = reason }
    }
}

extension MigrationItem {
    /// The bytes that the store holds for a value that could not be converted. Reads then report the key as
    /// undecodable, not as absent. UTF-8 text never begins with the first of these bytes, and no coding produces the
    /// other bytes by chance.
    package static let unconverted: [UInt8] = [0xff] + Array("sidereal: not converted".utf8)

    /// The reason that reads report for an unconverted value.
    static let whyUnconverted = "the migration could not convert the old value, and did not remove it"

    /// Returns the bytes of a value, or `nil` if the bytes are ``unconverted``.
    static func value(_ bytes: [UInt8]?) -> [UInt8]? { bytes == unconverted ? nil : bytes }

    /// Returns the store's own value for the key, or `nil` if the store has no converted value.
    func stored(in present: [ExactName: [UInt8]]) -> [UInt8]? { Self.value(present[target]) }
}

extension PropertyListValue {
    package var checksum: UInt64 { XXH64.checksum(of: fingerprint) }
}
