extension StoreMigration {
    /// The outcome of a run for each old value.
    ///
    /// The report names the old values like this:
    /// - A key of the defaults or of an old store: the key.
    /// - A keychain item: `keychain:` and the account.
    /// - A file: `file:` and the last part of the path.
    public struct Report: Sendable, Hashable {
        /// The keys that this run removed from the defaults or the old store, because the new store has their values.
        public package(set) var moved: [String] = []
        /// The old values that this run copied to the store and left in place. If the migration does not keep old
        /// values, UserDefaults was not trusted yet, and a later run removes them.
        public package(set) var copied: [String] = []
        /// The old values that are not in the store, each with the reason.
        public package(set) var kept: [String: StoreMigration.Report.KeptReason] = [:]
        /// The old values that an earlier run left in place, and that are now missing. An earlier version of the app
        /// may have removed them, for example when the user logged out. The store keeps the migrated values until your
        /// app changes them.
        public package(set) var gone: [String] = []
        /// A Boolean value that indicates whether the run had nothing to do. An earlier run had finished, and the old
        /// values that it left have not changed since that run.
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
        /// The store already had a different value for the key.
        case storeHasOther
        /// The old value does not have the item's type, or the item's closure threw. `reason` has the details. Until
        /// you set a value or another migration converts the old value, reads of the store's key return
        /// `unavailable(.undecodable)`, not `absent`.
        case notConverted(reason: String)
        /// The old value was changed or added after the migration had copied the old values.
        case changedSinceCopied
        /// The store's value is missing, or differs from the copied value.
        case storeDiffers
    }
}
