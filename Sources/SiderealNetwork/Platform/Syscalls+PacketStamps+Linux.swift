#if canImport(Glibc)
    import Glibc
    import SiderealClocks
    import SiderealCore
    import SiderealSystem

    /// The kernel's times of packets that arrive and leave: SO_TIMESTAMPING of
    /// Documentation/networking/timestamping.rst.
    extension Syscalls {
        /// SO_TIMESTAMPING_OLD of asm-generic/socket.h, which Swift does not import: the option, and the type of its
        /// messages.
        private static var timestamping: Int32 { 37 }

        /// Flags of linux/net_tstamp.h: software stamps of packets that leave and arrive, without copies of packets
        /// that left.
        private static var wanted: Int32 { 1 << 1 | 1 << 3 | 1 << 4 | 1 << 11 }

        /// Requests stamps. Without stamps, packets only seem to travel longer.
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

        /// Returns the time at which the last packet left, or `nil` if the packet waits in a queue and has no stamp
        /// yet. Reads all stamps, because an unread stamp would end every wait for an answer.
        static func departure(_ descriptor: Int32) -> Nanoseconds? {
            var last: Nanoseconds?
            var stamp: Nanoseconds?
            let none = UnsafeMutableRawBufferPointer(start: nil, count: 0)
            while receive(descriptor, into: none, Int32(MSG_ERRQUEUE), stamp: &stamp) >= 0 { last = stamp ?? last }
            return last
        }

        /// Receives the next packet, and the kernel's stamp of its arrival by CLOCK_REALTIME, if there is one.
        static func receive(
            _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, _ flags: Int32 = 0,
            stamp: inout Nanoseconds?
        ) -> Int {
            // Room for the first message: a header, and three times in the kernel's `long`s. A stamp of a departure has
            // a second message, which may be cut off.
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
                    // The first time is the software stamp, or zero if there is none.
                    if time > .zero { stamp = time }
                    return count
                }
            }
        }
    }
#endif
