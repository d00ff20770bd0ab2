import SiderealClocks
import Testing

/// The text of /proc/self/timens_offsets.
@Suite struct TimeNamespaceTests {
    static let second: Int64 = 1_000_000_000

    @Test(
        "the offsets of a time namespace are read, and malformed lines count as zero",
        arguments: [
            ("monotonic           0         0\nboottime            0         0\n", 0, 0),
            ("monotonic       86400         0\nboottime      172800 500000000\n", 86_400 * second, 172_800_500_000_000),
            // Half a second back is written as a second back and half a second forward.
            ("monotonic          -1 500000000\nboottime        -604800         0", -500_000_000, -604_800 * second),
            ("boottime\t7\t1\nmonotonic\t3\t2\n", 3 * second + 2, 7 * second + 1),
            ("", 0, 0),
            ("monotonic\nboottime 5\n", 0, 0),
            ("monotonic x 0\nboottime 5 y\n", 0, 0),
            ("monotonic 1 0 0\nboottime 5 0\n", 0, 5 * second),
            ("realtime 9 9\nmonotonic 1 0\n", second, 0),
            ("monotonic 9223372036854775807 0\nboottime -9223372036854775808 0\n", .max, .min),
            ("monotonic 9223372036854775808 0\n", 0, 0),
        ] as [(String, Int64, Int64)])
    func offsets(text: String, monotonic: Int64, bootTime: Int64) {
        #expect(TimeNamespace(text: text) == TimeNamespace(monotonic: monotonic, bootTime: bootTime))
    }
}
