import SiderealCore
import SiderealSystem

/// The record in its two-slot file.
final class RecordFile: Sendable {
    private let directory: String
    private let path: String
    private let hasClasses: Bool
    private let file: Lock<TwoSlotFile>

    init(directory: String, disk: any FileSystem) {
        self.directory = directory
        path = directory + "/state"
        hasClasses = disk.knowsProtection
        file = Lock(TwoSlotFile(path: path, disk: disk))
    }

    /// Loads the record. Takes the lock only to check damage, and syncs nothing.
    func load() -> LoadedRecord {
        do throws(TwoSlotError) {
            return RecordFile.record(try file.withLock { file throws(TwoSlotError) in try file.read() })
        } catch {
            switch error {
            case .unreadable(let failed), .failed(let failed, _):
                return .unavailable(Unavailability(failed.number, closed: nil, hasClasses: hasClasses))
            case .newerVersion(let version): return .unavailable(.newerVersion(version))
            case .busy, .replaced, .tooLarge: return .unavailable(.busy)
            }
        }
    }

    private static func record(_ snapshot: Snapshot) -> LoadedRecord {
        switch snapshot {
        case .absent: return .absent
        case .newerVersion(let version): return .unavailable(.newerVersion(version))
        case .damaged: return .damaged
        case .value(let value):
            do throws(RecordError) {
                return .loaded(try TimekeeperRecord(bytes: value.payload), isRecovered: value.recovered != nil)
            } catch {
                switch error {
                case .newerVersion(let version): return .unavailable(.newerVersion(version))
                case .damaged: return .damaged
                }
            }
        }
    }

    /// Returns whether a payload is a record of any version.
    private static func isSound(_ payload: [UInt8]) -> Bool {
        do throws(RecordError) {
            _ = try TimekeeperRecord(bytes: payload)
            return true
        } catch {
            if case .newerVersion = error { return true }
            return false
        }
    }

    /// Merges the timekeeper's record into the file. Returns the written record after it is durable, or `nil` if there
    /// was nothing to save.
    func save(_ keeper: Timekeeper) throws(ObservatoryError) -> TimekeeperRecord? {
        do throws(SystemError) {
            try StateAttributes.prepare(directory: directory)
        } catch {
            throw ObservatoryError(.failed(error, leavesOld: true), path: path)
        }
        let newer: UInt32?
        let saved: TimekeeperRecord?
        do throws(TwoSlotError) {
            (saved, newer) = try file.withLock { file throws(TwoSlotError) in
                var newer: UInt32?
                var saved: TimekeeperRecord?
                let commit = try file.commit(isSound: { RecordFile.isSound($0.payload) }) { snapshot in
                    switch RecordFile.record(snapshot) {
                    case .loaded(let disk, _): saved = keeper.recordToSave(over: disk)
                    case .absent, .damaged: saved = keeper.recordToSave
                    case .unavailable(.newerVersion(let version)):
                        newer = version
                    case .unavailable: break
                    }
                    return saved?.bytes
                }
                if commit?.isNewFile == true { StateAttributes.apply(to: path) }
                return (saved, newer)
            }
        } catch {
            throw ObservatoryError(error, path: path)
        }
        if let newer { throw ObservatoryError(.newerVersion(newer), path: path) }
        return saved
    }
}
