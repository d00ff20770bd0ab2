internal import CSiderealSystem

/// A page in which a hypervisor reports to its guest that it disrupted the clocks, for example because it moved or
/// restored the machine (struct vmclock_abi of linux/vmclock-abi.h; `/dev/vmclock0` from Linux 6.13 on).
///
/// The hypervisor may write the page at any time, so this code reads the page only with atomic loads.
package struct VMClockPage: Sendable {
    /// The number of bytes that this code reads. The first word contains the magic number and the size. The second
    /// word contains the version, the kinds of counter and time, and the number of changes. The third word is the
    /// marker.
    package static let byteCount = 24

    private let address: UInt

    /// Creates a page at a fixed address, or returns `nil` if the page has another magic number or an unknown version.
    package init?(_ page: UnsafeRawPointer) {
        address = UInt(bitPattern: page)
        guard let first = word(0), first & 0xFFFF_FFFF == 0x4B4C_4356, first >> 32 >= UInt64(VMClockPage.byteCount),
            let second = word(1), second & 0xFFFF == 1
        else { return nil }
    }

    private func word(_ place: Int) -> UInt64? {
        UnsafePointer<UInt64>(bitPattern: address).map { UInt64(littleEndian: sidereal_load_acquire($0 + place)) }
    }

    /// The disruption marker, or `nil` while the hypervisor is changing it.
    package var disruptionMarker: Int64? {
        for _ in 0..<1_000 {
            // The upper half of the second word counts the changes, and is odd during a change.
            guard let before = word(1), before >> 32 & 1 == 0 else { continue }
            let marker = word(2)
            sidereal_fence_acquire()
            if word(1) == before { return marker.map { Int64(bitPattern: $0) } }
        }
        return nil
    }
}
