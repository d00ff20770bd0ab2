/// A short stand-in for an operator's name, so that saved state stays small.
package struct OperatorKey: Sendable, Hashable, Comparable {
    package let hash: UInt64

    package init(hash: UInt64) { self.hash = hash }

    package init(_ name: String) { hash = XXH64.checksum(of: Array(name.utf8)) }

    package static func < (left: OperatorKey, right: OperatorKey) -> Bool { left.hash < right.hash }
}
