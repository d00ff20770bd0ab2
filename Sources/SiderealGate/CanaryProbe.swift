import SiderealBase
package import SiderealSystem

/// Finds out whether the device was unlocked since it restarted: by reading a small file that can be read only then.
///
/// A lock and a mere lack of rights answer alike, so that only a file which exists, or a system with protection
/// classes, shows a lock; everything else is indeterminate, and says why.
package struct CanaryProbe: Sendable {
    private let path: String
    private let disk: any FileSystem
    /// Marks the new file before it takes the name, where the system knows such marks.
    private let mark: @Sendable (_ path: String) -> Void

    package init(path: String, disk: any FileSystem, mark: @escaping @Sendable (_ path: String) -> Void = { _ in }) {
        self.path = path
        self.disk = disk
        self.mark = mark
    }

    /// Looks once. A canary that is missing, empty or of a wrong class is replaced, once at most.
    package func readState() -> FirstUnlockState {
        do throws(SystemError) {
            if try isSound() { return .unlocked }
        } catch {
            guard error.isNotFound else { return Self.state(of: error, mayBeLocked: true) }
        }
        do throws(SystemError) {
            try create()
        } catch {
            // It was made in its class, and only could not be filled: a disk that is full is no lock.
            if error.isNoSpace, error.operation == .write || error.operation == .rename { return .unlocked }
            // Where no lock can forbid it, a directory that is not writable must not look like a lock for ever.
            return Self.state(of: error, mayBeLocked: disk.knowsProtection)
        }
        do throws(SystemError) {
            // What was just written and reads otherwise is no lock, and would be no better for another try.
            return try isSound() ? .unlocked : .indeterminate(errno: ErrorNumber.inputOutput.rawValue)
        } catch {
            return Self.state(of: error, mayBeLocked: true)
        }
    }

    /// Whether the canary holds its byte and is of its class, by one descriptor: the name may pass to another file.
    private func isSound() throws(SystemError) -> Bool {
        let file = try disk.open(path, .readOnly)
        defer { disk.close(file) }
        let bytes = try disk.read(file, at: 0, count: 1)
        let tier = try disk.protection(of: file)
        return !bytes.isEmpty && (tier == nil || tier == .afterFirstUnlock)
    }

    /// Makes a canary under a name of its own, and gives it its name when it is whole. Nothing is synced: one that a
    /// power cut empties is replaced.
    private func create() throws(SystemError) {
        let temporary = path + "." + String(disk.randomWord(), radix: 16)
        let file = try openNew(temporary)
        do throws(SystemError) {
            defer { disk.close(file) }
            try disk.writeFully(file, [1], at: 0)
            mark(temporary)
            try disk.rename(temporary, to: path)
        } catch {
            try? disk.unlink(temporary)
            throw error
        }
    }

    private func openNew(_ temporary: String) throws(SystemError) -> OpenFile {
        do throws(SystemError) {
            return try disk.open(temporary, .createExclusively(.afterFirstUnlock))
        } catch {
            guard error.isNotFound, let directory = path.parentDirectory else { throw error }
            try disk.makeDirectories(directory)
        }
        return try disk.open(temporary, .createExclusively(.afterFirstUnlock))
    }

    private static func state(of error: SystemError, mayBeLocked: Bool) -> FirstUnlockState {
        error.number.isOfLock(mayDeny: mayBeLocked)
            ? .beforeFirstUnlock : .indeterminate(errno: error.number.rawValue)
    }
}
