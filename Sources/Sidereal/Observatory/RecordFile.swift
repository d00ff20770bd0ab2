import SiderealCore
import SiderealSystem

/// The record in its two-slot file.
struct RecordFile: ~Copyable, Sendable {
    private let path: String
    private var file: TwoSlotFile<RealFileSystem>

    init(directory: String) {
        path = directory + "/state"
        file = TwoSlotFile(path: path, disk: RealFileSystem())
    }

    /// What is there now. Takes no lock, syncs nothing.
    borrowing func load() -> LoadedRecord {
        do throws(TwoSlotError) {
            return RecordFile.record(try file.read())
        } catch {
            switch error {
            case .unreadable(let failed) where failed.isPermissionDenied:
                return .unavailable(.locked(errno: failed.number.rawValue))
            case .unreadable(let failed), .failed(let failed):
                return .unavailable(.unreadable(errno: failed.number.rawValue))
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
                return .loaded(try Record(bytes: value.payload), isRecovered: value.recovered != nil)
            } catch {
                switch error {
                case .newerVersion(let version): return .unavailable(.newerVersion(version))
                case .damaged: return .damaged
                }
            }
        }
    }

    /// Writes what a timekeeper wants saved over what is there by then, and returns once that is durable.
    mutating func save(_ keeper: Timekeeper) throws(ObservatoryError) {
        var newer: UInt32?
        do throws(TwoSlotError) {
            _ = try file.commit { snapshot in
                switch RecordFile.record(snapshot) {
                case .loaded(let disk, _): return keeper.recordToSave(over: disk)?.bytes
                case .absent, .damaged: return keeper.recordToSave?.bytes
                case .unavailable(.newerVersion(let version)):
                    newer = version
                    return nil
                case .unavailable: return nil
                }
            }
        } catch {
            throw ObservatoryError(error, path: path)
        }
        if let newer { throw ObservatoryError(.newerVersion(newer), path: path) }
    }
}
