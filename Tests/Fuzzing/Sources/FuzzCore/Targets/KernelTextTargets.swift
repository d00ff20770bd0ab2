import SiderealClocks
import SiderealCore

extension FuzzTarget {
    /// The text of /proc/self/timens_offsets. An offset is that of its clock's last line, in nanoseconds, saturated to
    /// 64 bits.
    static let timeNamespace = FuzzTarget(name: "time-namespace", longest: 256) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        let namespace = TimeNamespace(text: text)
        var expected = ["monotonic": Int64(0), "boottime": 0]
        for line in text.split(separator: "\n") {
            let words = line.split { $0 == " " || $0 == "\t" }
            guard words.count == 3, let seconds = Int64(words[1]), let rest = Int64(words[2]) else { continue }
            let whole = min(max(Int128(seconds) * 1_000_000_000, Int128(Int64.min)), Int128(Int64.max))
            expected[String(words[0])] = Int64(clamping: whole + Int128(rest))
        }
        demand(namespace.monotonic == expected["monotonic"], "monotonic is \(namespace.monotonic)")
        demand(namespace.bootTime == expected["boottime"], "boottime is \(namespace.bootTime)")
    }

    /// Two reads of the kernel's identity of a boot, separated by a byte 0xff. A valid identity is a UUID in lower
    /// case, whatever follows it, and the same in both.
    static let bootIdentity = FuzzTarget(name: "boot-identity", longest: 128) { bytes in
        let parts = bytes.split(separator: 0xff, maxSplits: 1, omittingEmptySubsequences: false).map { Array($0) }
        let first = parts[0]
        let second = parts.count > 1 ? parts[1] : first
        guard case .valid(let identity) = BootIdentityStatus(first: first, second: second) else { return }
        let text = String(decoding: identity.bytes, as: UTF8.self)
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        demand(groups.map { $0.utf8.count } == [8, 4, 4, 4, 12], "\(text) is a UUID")
        demand(groups.joined().utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }, "\(text) is in lower case")
        demand(groups.joined().contains { $0 != "0" }, "not all of it is zero")
        for read in [first, second] {
            demand(String(decoding: read, as: UTF8.self).lowercased().hasPrefix(text), "both reads say \(text)")
        }
    }
}
