#if canImport(Glibc)
    import Glibc
    import SiderealCore

    /// When packets came, by the kernel: socket(7), SO_TIMESTAMPNS.
    extension Syscalls {
        /// SO_TIMESTAMPNS_OLD of asm-generic/socket.h, an option and the kind of its message: Swift does not see it.
        private static var timestamps: Int32 { 35 }

        /// Asks for stamps; without them the answers only seem to come later.
        static func stampArrivals(_ descriptor: Int32) {
            var isOn: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, timestamps, &isOn, socklen_t(MemoryLayout.size(ofValue: isOn)))
        }

        static func clocksBeforeSending() -> PacketClocks? {
            guard let wall = try? kernel.realtime(), let raw = try? kernel.monotonicRaw() else { return nil }
            return PacketClocks(wall: Nanoseconds(wall), raw: Nanoseconds(raw))
        }

        static func clocksAfterReceiving() -> PacketClocks? {
            guard let raw = try? kernel.monotonicRaw(), let wall = try? kernel.realtime() else { return nil }
            return PacketClocks(wall: Nanoseconds(wall), raw: Nanoseconds(raw))
        }

        private static var kernel: LinuxKernel { LinuxKernel() }

        /// The next packet, and the kernel's stamp of its arrival by CLOCK_REALTIME, where there is one.
        static func receive(
            _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, stamp: inout Nanoseconds?
        ) -> Int {
            // One message: a header, and a time of the kernel's `long`s.
            let header = MemoryLayout<cmsghdr>.stride
            return withUnsafeTemporaryAllocation(byteCount: 64, alignment: MemoryLayout<cmsghdr>.alignment) { control in
                var part = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
                return withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    message.msg_iov = part
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = .init(control.count)
                    let count = recvmsg(descriptor, &message, 0)
                    let length = header + MemoryLayout<timespec>.size
                    guard count >= 0, message.msg_controllen >= length else { return count }
                    let first = control.load(as: cmsghdr.self)
                    if first.cmsg_level == SOL_SOCKET, first.cmsg_type == timestamps, first.cmsg_len >= length {
                        stamp = Nanoseconds(control.loadUnaligned(fromByteOffset: header, as: timespec.self))
                    }
                    return count
                }
            }
        }
    }

    extension Nanoseconds {
        /// Of the kernel, which keeps its clocks below 2^63 nanoseconds (KTIME_MAX).
        @inline(__always)
        init(_ time: timespec) {
            self.init(Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
        }
    }
#endif
