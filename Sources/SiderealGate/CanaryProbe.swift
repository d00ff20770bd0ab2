import SiderealBase
package import SiderealSystem

/// A probe for the first unlock: it reads a small file that is readable only after it.
///
/// A lock and a mere lack of permission give the same error. So only an existing file, or a system with protection
/// classes, shows a lock; everything else is `indeterminate` with its error number.
package struct CanaryProbe: Sendable {
    private let path: String
    private let disk: any FileSystem
    /// Marks the new file before it is renamed, if the system has such marks.
    private let mark: @Sendable (_ path: String) -> Void

    package init(path: String, disk: any FileSystem, mark: @escaping @Sendable (_ path: String) -> Void = { _ in }) {
        self.path = path
        self.disk = disk
        self.mark = mark
    }

    /// Checks once. A canary that is missing, empty or of a wrong class is replaced, at most once.
    package func readState() -> FirstUnlockGate.State {
        do throws(SystemError) {
            if try isSound() { return .unlocked }
        } catch {
            guard error.isNotFound else { return Self.state(of: error, mayBeLocked: true) }
        }
        do throws(SystemError) {
            try create()
        } catch {
            // The file was created in its class, but could not be filled: a full disk is not a lock.
            if error.isNoSpace, error.operation == .write || error.operation == .rename { return .unlocked }
            // If no lock can deny the creation, a directory without write permission must not look like a permanent
            // lock.
            return Self.state(of: error, mayBeLocked: disk.knowsProtection)
        }
        do throws(SystemError) {
            // A canary that was just written but reads differently is not locked, and another try would not help.
            return try isSound() ? .unlocked : .indeterminate(errno: ErrorNumber.inputOutput.rawValue)
        } catch {
            return Self.state(of: error, mayBeLocked: true)
        }
    }

    /// Returns whether the canary has its byte and its class. Uses one descriptor, since the name may pass to another
    /// file.
    private func isSound() throws(SystemError) -> Bool {
        let file = try disk.open(path, .readOnly)
        defer { disk.close(file) }
        let bytes = try disk.read(file, at: 0, count: 1)
        let tier = try disk.protection(of: file)
        return !bytes.isEmpty && (tier == nil || tier == .afterFirstUnlock)
    }

    /// Creates a canary under a temporary name, and renames it when it is complete. It does not sync: a later check
    /// replaces a canary that a power cut empties.
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
