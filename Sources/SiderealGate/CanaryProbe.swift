import SiderealBase
package import SiderealSystem

/// A probe that detects the first unlock. It reads a small file, the canary, which the system locks until the first
/// unlock.
///
/// A lock and a lack of permission cause the same error. So the probe treats this error as a lock only if the file
/// exists, or if the system has protection classes. If a lock did not cause the failure, the probe reports
/// `indeterminate` with the error number.
package struct CanaryProbe: Sendable {
    private let path: String
    private let disk: any FileSystem
    /// A closure that marks the new file before the rename, for example to exclude the file from backups.
    private let mark: @Sendable (_ path: String) -> Void

    package init(path: String, disk: any FileSystem, mark: @escaping @Sendable (_ path: String) -> Void = { _ in }) {
        self.path = path
        self.disk = disk
        self.mark = mark
    }

    /// Checks the canary once. If the canary is missing, empty or in the wrong protection class, the probe replaces
    /// the canary, at most once.
    package func readState() -> FirstUnlockGate.State {
        do throws(SystemError) {
            if try isSound() { return .unlocked }
        } catch {
            guard error.isNotFound else { return Self.state(of: error, mayBeLocked: true) }
        }
        do throws(SystemError) {
            try create()
        } catch {
            // The probe could create the file in its class, so the device is unlocked. The full disk only kept the
            // probe from filling the file.
            if error.isNoSpace, error.operation == .write || error.operation == .rename { return .unlocked }
            // Without protection classes, no lock denies the creation. A directory without write permission must not
            // look like a permanent lock.
            return Self.state(of: error, mayBeLocked: disk.knowsProtection)
        }
        do throws(SystemError) {
            // If the new canary reads differently than it was written, the canary is not locked. Another try would not
            // help.
            return try isSound() ? .unlocked : .indeterminate(errno: ErrorNumber.inputOutput.rawValue)
        } catch {
            return Self.state(of: error, mayBeLocked: true)
        }
    }

    /// Returns whether the canary contains its byte and has the right protection class. The check uses one descriptor,
    /// since a rename between two checks may give the name to another file.
    private func isSound() throws(SystemError) -> Bool {
        let file = try disk.open(path, .readOnly)
        defer { disk.close(file) }
        let bytes = try disk.read(file, at: 0, count: 1)
        let tier = try disk.protection(of: file)
        return !bytes.isEmpty && (tier == nil || tier == .afterFirstUnlock)
    }

    /// Creates a canary under a temporary name, and renames the canary when it is complete. The probe does not sync the
    /// file. If a power cut empties the file, a later check replaces the file.
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

    private static func state(of error: SystemError, mayBeLocked: Bool) -> FirstUnlockGate.State {
        error.number.isOfLock(mayDeny: mayBeLocked)
            ? .beforeFirstUnlock : .indeterminate(errno: error.number.rawValue)
    }
}
