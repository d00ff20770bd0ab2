#if canImport(Glibc)
    import Glibc
    import SiderealClocks
    import SiderealCore
    import SiderealSystem

    /// When packets came and left, by the kernel: Documentation/networking/timestamping.rst, SO_TIMESTAMPING.
    extension Syscalls {
        /// SO_TIMESTAMPING_OLD of asm-generic/socket.h, an option and the kind of its message: Swift does not see it.
        private static var timestamping: Int32 { 37 }

        /// Of linux/net_tstamp.h: stamps of software when packets leave and come, without a copy of those that left.
        private static var wanted: Int32 { 1 << 1 | 1 << 3 | 1 << 4 | 1 << 11 }

        /// Asks for stamps; without them packets only seem to be longer on their way.
        static func stampPackets(_ descriptor: Int32) {
            var flags = wanted
            setsockopt(descriptor, SOL_SOCKET, timestamping, &flags, socklen_t(MemoryLayout.size(ofValue: flags)))
        }

        static func clocksBeforePacket() -> PacketClocks? {
            guard let wall = try? kernel.realtime(), let monotonic = try? kernel.monotonic() else { return nil }
            return PacketClocks(wall: Nanoseconds(wall), monotonic: Nanoseconds(monotonic))
        }

        static func clocksAfterPacket() -> PacketClocks? {
            guard let monotonic = try? kernel.monotonic(), let wall = try? kernel.realtime() else { return nil }
            return PacketClocks(wall: Nanoseconds(wall), monotonic: Nanoseconds(monotonic))
        }

        private static var kernel: LinuxKernel { LinuxKernel() }

        /// When the packet left that was sent last, if that is known by now: one that waits in a queue has no stamp
        /// yet. A stamp that is not fetched would end each wait for an answer.
        static func departure(_ descriptor: Int32) -> Nanoseconds? {
            var last: Nanoseconds?
            var stamp: Nanoseconds?
            let none = UnsafeMutableRawBufferPointer(start: nil, count: 0)
            while receive(descriptor, into: none, Int32(MSG_ERRQUEUE), stamp: &stamp) >= 0 { last = stamp ?? last }
            return last
        }

        /// The next packet, and the kernel's stamp of its arrival by CLOCK_REALTIME, where there is one.
        static func receive(
            _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, _ flags: Int32 = 0,
            stamp: inout Nanoseconds?
        ) -> Int {
            // The first message: a header, and three times of the kernel's `long`s. Behind one of a departure is
            // another, which may be cut off.
            let header = MemoryLayout<cmsghdr>.stride
            return withUnsafeTemporaryAllocation(byteCount: 128, alignment: MemoryLayout<cmsghdr>.alignment) {
                control in
                var part = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
                return withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    message.msg_iov = part
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = .init(control.count)
                    let count = recvmsg(descriptor, &message, flags)
                    let length = header + 3 * MemoryLayout<timespec>.size
                    guard count >= 0, message.msg_controllen >= length else { return count }
                    let first = control.load(as: cmsghdr.self)
                    guard first.cmsg_level == SOL_SOCKET, first.cmsg_type == timestamping, first.cmsg_len >= length
                    else { return count }
                    let time = Nanoseconds(control.loadUnaligned(fromByteOffset: header, as: timespec.self))
                    // The first of them is that of software; zero where there is none.
                    if time > .zero { stamp = time }
                    return count
                }
            }
        }
    }
#endif
