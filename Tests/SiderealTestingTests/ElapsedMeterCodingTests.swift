import Foundation
import Sidereal
import SiderealCore
import SiderealTesting
import TestSupport
import Testing

@Suite("a stored meter") struct ElapsedMeterCodingTests {
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a meter decodes as it was stored, and one changed byte is noticed")
    func coding() throws {
        let device = SimulatedDevice(.iPhone, servers: ElapsedMeterTests.servers)
        let owner = try MeterKeeping(on: device, isSynchronized: true)
        device.advance(by: .days(1))
        let meter = try owner.launchAndUpdate()
        #expect(try owner.stored(for: device.launch()) == meter)
        let account = try #require(ElapsedAccount(startingAt: device.launch().observatory.keeper))
        let bytes = account.bytes
        #expect(try ElapsedAccount(bytes: bytes) == account)
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            try #require(throws: RecordError.self) { try ElapsedAccount(bytes: changed) }
        }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ElapsedMeter.self, from: Data("\"AAAA\"".utf8)) }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "a meter decoded from forged bytes can be wrong, but neither traps nor counts backward", arguments: [1, 2, 8])
    func forgedBytes(width: Int) throws {
        let device = SimulatedDevice(.iPhone, servers: ElapsedMeterTests.servers)
        let owner = try MeterKeeping(on: device, isSynchronized: true)
        device.advance(by: .days(1))
        try owner.launchAndUpdate()
        let keeper = try device.launch().observatory.keeper
        let kind = Array("SDEM".utf8)
        let body = try Frame.unwrap(
            try #require(ElapsedAccount(startingAt: keeper)).bytes, kind: kind, version: 1
        ).body
        for index in 0...body.count - width {
            for byte in [0x00, 0x7f, 0x80, 0xff] as [UInt8] {
                var forged = body
                for place in index..<index + width { forged[place] = byte }
                let framed = Frame.wrap(forged, kind: kind, version: 1)
                guard let account = try? ElapsedAccount(bytes: framed) else { continue }
                let updated = try #require(account.updated(at: keeper))
                for point in [account.latest, account.first, account.lower, account.upper, updated.latest] {
                    try #require(point.sinceStart.lower >= .zero)
                }
                try #require(account.gap.span >= .zero && updated.gap.span >= .zero)
                try #require(account.gap.reboots >= 0 && updated.gap.reboots >= 0)
                try #require(ElapsedAccount(bytes: updated.bytes) == updated)
            }
        }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a printed meter shows the elapsed time, and nothing about the device")
    func printing() throws {
        let device = SimulatedDevice(.iPhone)
        let meter = try ElapsedMeter(startingAt: device.launch().observatory)
        #expect("\(meter)" == "ElapsedMeter(0 ns)")
        var dumped = ""
        dump(meter, to: &dumped)
        #expect(!dumped.contains("salt") && !dumped.contains("digest"))
    }
}
