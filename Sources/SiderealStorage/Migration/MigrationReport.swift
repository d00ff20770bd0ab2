/// What became of the old values of a migration.
///
/// A key of the defaults goes by its name, an item of the keychain by `keychain:` and its account, and a file by
/// `file:` and the last part of its path.
public struct MigrationReport: Sendable, Hashable {
    /// Keys that this run removed from the defaults, because their values are in the store.
    public package(set) var moved: [String] = []
    /// Old values that this run took over, and left where they are.
    public package(set) var copied: [String] = []
    /// Old values that are not in the store, and why.
    public package(set) var kept: [String: MigrationReport.KeptReason] = [:]
    /// Old values that were left at an earlier run, and are gone: an earlier version of the app may have removed them,
    /// as at a logout. The store keeps what they became, until the app decides otherwise.
    public package(set) var gone: [String] = []
    /// Whether there was nothing to do: an earlier run had finished, and of what it left nothing has changed since.
    public package(set) var wasDone = false

    package init(
        moved: [String] = [], copied: [String] = [], kept: [String: MigrationReport.KeptReason] = [:],
        gone: [String] = [], wasDone: Bool = false
    ) {
        self.moved = moved
        self.copied = copied
        self.kept = kept
        self.gone = gone
        self.wasDone = wasDone
    }

    mutating func add(_ other: MigrationReport) {
        moved += other.moved
        copied += other.copied
        kept.merge(other.kept) { $1 }
        gone += other.gone
        wasDone = wasDone && other.wasDone
    }
}

extension MigrationReport {
    /// Why an old value is not in the store.
    public enum KeptReason: Sendable, Hashable {
        /// The store had another value of its own already.
        case storeHasOther
        /// The old value is of another type than the item names, or the item's closure threw: the reason tells. Reads
        /// of the store's key are undecodable, and not absent, until a value is set or another migration converts it.
        case notConverted(reason: String)
        /// The value in the defaults changed after it was copied.
        case changedSinceCopied
        /// The store holds no longer, or not, what was copied.
        case storeDiffers
    }
}
