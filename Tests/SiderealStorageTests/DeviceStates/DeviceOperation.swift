import SiderealBase
import SiderealStorage

/// The outcome of an operation.
enum DeviceOutcome: Sendable {
    case done
    case refused(StoreError)
    case value(Int?)
    case reading(ProtectedReading<Int>)
    case migrationFailed(StoreMigration.Failure)
}

extension DeviceOperation {
    func carryOut(on store: ProtectedStore, _ migration: StoreMigration?) async -> DeviceOutcome {
        if let migration {
            do throws(StoreMigration.Failure) {
                _ = try await migration.run()
                return .done
            } catch {
                return .migrationFailed(error)
            }
        }
        do throws(StoreError) {
            switch self {
            case .read: return .reading(store.read(.count))
            case .waitForValue:
                if case .value(let number) = try await store.value(.count) { return .value(number) }
                return .value(nil)
            case .set: try await store.set(2, for: .count)
            case .setWaiting: try await store.set(3, for: .count, whileLocked: .wait)
            case .updateWaiting: try await store.update(.count, whileLocked: .wait) { $0 = ($0 ?? 0) + 10 }
            case .transaction:
                try await store.transaction { transaction throws(StoreError) in
                    try transaction.set(4, for: .count)
                    try transaction.set(40, for: .other)
                }
            case .remove: try await store.remove(.count)
            case .grow: try await store.set(DeviceRun.ballast, for: .ballast)
            case .migrate: break
            }
            return .done
        } catch {
            return .refused(error)
        }
    }

    /// Returns the store's content after the operation.
    func applied(to content: DeviceContent) -> DeviceContent {
        changed(content) { content in
            switch self {
            case .read, .waitForValue: break
            case .set: content.count = 2
            case .setWaiting: content.count = 3
            case .updateWaiting: content.count = (content.count ?? 0) + 10
            case .transaction: (content.count, content.other) = (4, 40)
            case .remove: content.count = nil
            case .grow: content.ballast = DeviceRun.ballast.count
            case .migrate: (content.migratedName, content.migratedCount) = ("Grace", 3)
            }
        }
    }
}

func changed<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
    var value = value
    change(&value)
    return value
}
