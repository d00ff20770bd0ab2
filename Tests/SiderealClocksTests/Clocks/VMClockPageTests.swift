import SiderealClocks
import SiderealCore
import Testing

@Suite("the page of a VMClock") struct VMClockPageTests {
    /// Returns a page: "VCLK" and its size; version 1, kinds of counter and time, the number of changes; the marker.
    static func page(
        magic: UInt32 = 0x4B4C_4356, size: UInt32 = 4_096, version: UInt16 = 1, changes: UInt32 = 2,
        marker: UInt64 = 7
    ) -> [UInt64] {
        [
            (UInt64(size) << 32 | UInt64(magic)).littleEndian,
            (UInt64(changes) << 32 | 0x0201_0000 | UInt64(version)).littleEndian, marker.littleEndian,
        ]
    }

    @Test(
        "only a page of the known kind and version is read",
        arguments: [
            (page(), true), (page(size: 24), true), (page(magic: 0x4B4C_4357), false), (page(size: 23), false),
            (page(version: 2), false), (page(version: 0), false), ([0, 0, 0], false),
        ] as [([UInt64], Bool)])
    func kinds(words: [UInt64], isRead: Bool) {
        words.withUnsafeBytes { bytes in
            #expect((bytes.baseAddress.flatMap { VMClockPage($0) } != nil) == isRead)
        }
    }

    @Test(
        "the marker is the page's value, or nil while the hypervisor changes it",
        arguments: [(2, 7, 7), (0, .max, -1), (3, 7, nil), (.max, 7, nil)] as [(UInt32, UInt64, Int64?)])
    func marker(changes: UInt32, marker: UInt64, expected: Int64?) throws {
        try Self.page(changes: changes, marker: marker).withUnsafeBytes { bytes in
            let page = try #require(bytes.baseAddress.flatMap { VMClockPage($0) })
            #expect(page.disruptionMarker == expected)
        }
    }

    @Test("a reading contains the marker, and is repeated if the marker changed meanwhile")
    func reading() throws {
        let kernel = ScriptedKernel(
            .init(disruptionMarker: 1), events: [4: { if $0.disruptionMarker == 1 { $0.disruptionMarker = 2 } }])
        var clocks = LinuxClocks(kernel: kernel, namespace: TimeNamespace())
        let before = try #require(clocks.quickReading())
        #expect(before.disruptionMarker == 1)
        let reading = try clocks.read()
        #expect(reading.disruptionMarker == 2 && reading.clockState.disruptionMarker == 2)
        let state = try clocks.state(slept: reading.slept)
        #expect(state.disruptionMarker == 2 && !reading.clockState.hasSlept(until: state))
        kernel.change { $0.disruptionMarker = 3 }
        #expect(reading.clockState.hasSlept(until: try clocks.state(slept: reading.slept)))
        #expect(try #require(clocks.quickReading()).span(since: before) == nil)
    }
}
