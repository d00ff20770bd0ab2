extension StoreMigration {
    /// The outcome for the old values of a migration.
    ///
    /// A key of the defaults appears under its name, a keychain item as `keychain:` and its account, and a file as
    /// `file:` and the last part of its path.
    public struct Report: Sendable, Hashable {
        /// The keys that this run removed from the defaults or the old store, because their values are in the store.
        public package(set) var moved: [String] = []
        /// The old values that this run copied, and left in place.
        public package(set) var copied: [String] = []
        /// The old values that are not in the store, each with the reason.
        public package(set) var kept: [String: StoreMigration.Report.KeptReason] = [:]
        /// The old values that an earlier run left in place, and that are gone now. An earlier version of the app may
        /// have removed them, such as at a logout. The store keeps the migrated values until your app changes them.
        public package(set) var gone: [String] = []
        /// Indicates whether the run had nothing to do. An earlier run had finished, and the values that it left have
        /// not changed since.
        public package(set) var wasDone = false

        package init(
            moved: [String] = [], copied: [String] = [], kept: [String: StoreMigration.Report.KeptReason] = [:],
            gone: [String] = [], wasDone: Bool = false
        ) {
            self.moved = moved
            self.copied = copied
            self.kept = kept
            self.gone = gone
            self.wasDone = wasDone
        }

        mutating func add(_ other: StoreMigration.Report) {
            moved += other.moved
            copied += other.copied
            kept.merge(other.kept) { $1 }
            gone += other.gone
            wasDone = wasDone && other.wasDone
        }
    }
}

extension StoreMigration.Report {
    /// The reason why an old value is not in the store.
    public enum KeptReason: Sendable, Hashable {
        /// The store already had another value of its own.
        case storeHasOther
        /// The old value is of another type than the item names, or the item's closure threw. The associated value is
        /// the reason. Reads of the store's key return `unavailable(.undecodable)`, not `absent`, until you set a value
        /// or another migration converts the old value.
        case notConverted(reason: String)
        /// The value in the defaults changed after it was copied.
        case changedSinceCopied
        /// The store does not hold the copied value, or no longer holds it.
        case storeDiffers
    }
}
