#if canImport(Darwin)
    import Darwin
    package import SiderealCore
    import SiderealSystem

    extension BootIdentityStatus {
        /// Reads the sysctl kern.bootsessionuuid, which changes with each boot of the kernel. (kern.bootuuid identifies
        /// a disk volume.)
        ///
        /// Xcode supports traits from 26.4 on, with Swift 6.3. An older Xcode can't turn this trait off.
        ///
        /// - Parameter path: Must be `nil`, because no file has the identity here. With a path, the status is
        ///   `notFromKernel`.
        /// - Returns: The status of the identity.
        package static func system(path: String? = nil) -> BootIdentityStatus {
            #if BootIdentity || (Xcode && !compiler(>=6.3))
                if path != nil { return .notFromKernel }
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
        /// Returns the identity that stands for the machine of the record. Backups don't contain the state, so a record
        /// on this device was written here.
        package static func system(stateDirectory: String) -> MachineIdentity? { .thatOfTheRecord }
    }
#endif
