#if canImport(Glibc)
    import Glibc
    import SiderealSystem
    import CSiderealSystem
    package import SiderealCore

    extension BootIdentityStatus {
        /// Reads /proc/sys/kernel/random/boot_id, which is new at each boot. Rejects the path if another file is
        /// mounted over it.
        package static func system(path: String? = nil) -> BootIdentityStatus {
            #if BootIdentity
                return read(path ?? "/proc/sys/kernel/random/boot_id")
            #else
                return .notAsked
            #endif
        }

        #if BootIdentity
            private static func read(_ path: String) -> BootIdentityStatus {
                let descriptor = KernelText.open(path)
                guard descriptor >= 0 else {
                    let number = ErrorNumber.last
                    return number == .notFound ? .missing : .unreadable(number)
                }
                defer { Syscalls.close(descriptor) }
                guard sidereal_filesystem_type(descriptor) == procfs else { return .notFromKernel }
                // The file `uuid` in the same folder has the same form, but a new value at each read. So read the
                // identity twice.
                guard let first = KernelText.content(descriptor), let second = KernelText.content(descriptor) else {
                    return .unreadable(.last)
                }
                return BootIdentityStatus(first: first, second: second)
            }
        #endif

        /// PROC_SUPER_MAGIC of linux/magic.h.
        private static var procfs: Int64 { 0x9fa0 }
    }

    extension MachineIdentity {
        /// Returns a digest of /etc/machine-id, because machine-id(5) asks not to store the ID itself. Returns `nil` if
        /// the ID does not distinguish machines: in containers, and for state on a file system that machines share.
        package static func system(stateDirectory: String) -> MachineIdentity? {
            guard !isContainer, isLocal(stateDirectory) else { return nil }
            guard let text = KernelText.read("/etc/machine-id"), text.utf8.count == 32,
                text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
            else { return nil }
            return MachineIdentity(digestOf: "sidereal machine " + text)
        }

        /// A Boolean value that indicates whether this process runs in a container, whose machine-id may come with its
        /// image.
        private static var isContainer: Bool {
            let marks = ["/.dockerenv", "/run/.containerenv", "/run/systemd/container"]
            if marks.contains(where: { Syscalls.status($0) != nil }) { return true }
            // PROC_PID_INIT_INO of linux/proc_ns.h: the first process namespace of a kernel.
            return KernelText.link("/proc/self/ns/pid") != "pid:[4026531836]"
        }

        /// Returns whether a directory is, or would be created, on a file system that belongs to this machine alone.
        private static func isLocal(_ path: String) -> Bool {
            let descriptor = Syscalls.open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
            guard descriptor >= 0 else {
                guard ErrorNumber.last == .notFound, let parent = path.parentDirectory else { return false }
                return isLocal(parent)
            }
            defer { Syscalls.close(descriptor) }
            let kind = sidereal_filesystem_type(descriptor)
            return kind >= 0 && !sharedKinds.contains(kind)
        }

        /// The types of file systems, as statfs(2) reports them, that several machines may have mounted.
        private static var sharedKinds: Set<Int64> {
            [
                0x6969,  // NFS
                0x517b, 0xff53_4d42, 0xfe53_4d42,  // SMB and CIFS
                0x0102_1997,  // 9p
                0x6573_5546,  // FUSE, which may be local or shared
                0x00c3_6400,  // Ceph
                0x5346_414f, 0x6b41_4653,  // AFS
                0x7375_7245,  // Coda
                0x0bd0_0bd0,  // Lustre
                0x0116_1970,  // GFS2
                0x7461_636f,  // OCFS2
                0x4750_4653,  // GPFS
            ]
        }
    }
#endif
