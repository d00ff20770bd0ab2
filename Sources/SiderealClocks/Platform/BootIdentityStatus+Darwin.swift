#if canImport(Darwin)
    import Darwin
    package import SiderealCore
    import SiderealSystem

    extension BootIdentityStatus {
        /// The sysctl kern.bootsessionuuid: one for each boot of the kernel. (kern.bootuuid is that of a disk volume.)
        ///
        /// Xcode knows traits from 26.4 on, which has Swift 6.3; an older one can't leave this one out.
        package static func system() -> BootIdentityStatus {
            #if BootIdentity || (Xcode && !compiler(>=6.3))
                guard let first = read() else {
                    let number = ErrorNumber.last
                    return number == .notFound ? .missing : .unreadable(number)
                }
                guard let second = read() else { return .unreadable(.last) }
                return BootIdentityStatus(first: first, second: second)
            #else
                return .notAsked
            #endif
        }

        #if BootIdentity || (Xcode && !compiler(>=6.3))
            private static func read() -> [UInt8]? {
                var bytes = [UInt8](repeating: 0, count: 64)
                var size = bytes.count
                guard sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else { return nil }
                return Array(bytes.prefix(size))
            }
        #endif
    }

    extension MachineIdentity {
        /// The state is excluded from backups, so being there it was written there: the record stands for the device.
        package static func system(stateDirectory: String) -> MachineIdentity? { .thatOfTheRecord }
    }
#endif
