import Foundation
import SiderealCore
import SiderealStorage

@testable import SiderealTime

/// Inputs from our own encoders, for targets whose format is hard to type.
enum Seeds {
    static func write(to folder: String) {
        let head = [UInt8](repeating: 0, count: 20)
        for (name, seeds) in all(head) {
            for (number, seed) in seeds.enumerated() {
                let place = URL(filePath: "\(folder)/\(name)", directoryHint: .isDirectory)
                try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                do {
                    try Data(seed).write(to: place.appending(path: "seed-\(number + 1)"))
                } catch {
                    fail("a seed can't be written: \(error)")
                }
            }
        }
    }

    private static func all(_ head: [UInt8]) -> [(String, [[UInt8]])] {
        let body = Array(record.bytes.dropFirst(12).dropLast(8))
        let markBody = Array(mark.bytes.dropFirst(12).dropLast(8))
        let json = (try? JSONEncoder().encode([mark])).map { Array($0) } ?? []
        let marker = MigrationMarker(phase: .copied, copies: ["key": .init(source: 1, stored: 2)])
        return [
            ("record", [head + record.bytes, [3] + head.dropFirst() + body, [2] + head.dropFirst() + body]),
            ("boot-mark", [head + mark.bytes, [3] + head.dropFirst() + markBody, [4] + head.dropFirst() + json]),
            ("migration-marker", [marker.bytes ?? []]),
            ("ntp-packet", [packet]),
            // NTPv4, AES-SIV-CMAC-256, a server, a port, two cookies, the end.
            (
                "nts-key-exchange",
                [
                    [0x80, 1, 0, 2, 0, 0, 0x80, 4, 0, 2, 0, 15, 0, 6, 0, 4] + Array("host".utf8)
                        + [0, 7, 0, 2, 0, 123, 0, 5, 0, 4, 1, 2, 3, 4, 0, 5, 0, 4, 5, 6, 7, 8, 0x80, 0, 0, 0]
                ]
            ),
            // All values are repeated and proven, with one cookie; and a refusal of the keys.
            (
                "nts-packet",
                [
                    [7, 12, 2, 4, 0, 12, 1, 2, 3, 4, 5, 6, 7, 8] + packet.dropFirst(9),
                    [3, 0, 0xe4, 0, 6, 0xec] + [UInt8](repeating: 0, count: 8) + Array("NTSN".utf8)
                        + [UInt8](repeating: 0, count: 32),
                ]
            ),
            ("store-table", [table]),
            // Two commits with a change behind the later one; a long one; and one beside raw bytes.
            (
                "slot-file",
                [
                    [1, 0, 0, 0, 1, 2, 2, 1, 3, 0, 1, 2, 3, 1, 0, 2, 0, 8, 9, 2, 3, 1, 1, 0, 7, 1, 0, 2, 0, 5, 6],
                    [0, 0, 0, 0, 1, 66, 2, 1, 200, 0] + [UInt8](repeating: 7, count: 200) + [0, 1, 2, 0, 1, 2],
                ]
            ),
        ]
    }

    private static let mark = BootMark(
        DeviceReading(reading: reading(1), bootIdentity: BootIdentity("boot"), machine: MachineIdentity("machine")),
        salt: Salt(high: 1, low: 2), offset: Bounds(lower: .seconds(1), upper: .seconds(2)))

    private static func reading(_ second: Int64) -> ClockReading {
        ClockReading(
            wall: WallInstant(nanoseconds: (1_800_000_000 + second) * 1_000_000_000),
            elapsed: ElapsedInstant(nanoseconds: second * 1_000_000_000),
            awake: AwakeInstant(nanoseconds: second * 1_000_000_000),
            kernelBootTime: WallInstant(nanoseconds: 1_800_000_000_000_000_000), suspendMark: 1)
    }

    /// The record of a launch that received the time from two operators.
    private static let record: TimekeeperRecord = {
        var keeper = Timekeeper(
            .init(record: .absent, model: .linux, salt: Salt(high: 1, low: 2), observers: ["fuzzer"]))
        let seen = DeviceReading(
            reading: reading(100), bootIdentity: BootIdentity("boot"), machine: MachineIdentity("machine"))
        _ = keeper.handle(.reading(seen))
        _ = keeper.handle(
            .sources([NamedSource(of: "a", isAuthenticated: true), NamedSource(of: "b", isAuthenticated: true)]))
        for name in ["a", "b", "c"] {
            let sample = TimeSample(
                source: name, isAuthenticated: name != "c", sent: ElapsedInstant(nanoseconds: 100_000_000_000),
                received: ElapsedInstant(nanoseconds: 100_100_000_000),
                time: TrueInstant(nanoseconds: 1_800_000_100_000_000_000), resolution: .seconds(1), lag: .seconds(1))
            _ = keeper.handle(.sample(sample))
        }
        guard let record = keeper.recordToSave else { fail("there is nothing to save") }
        return record
    }()

    private static let packet: [UInt8] = {
        var packet: [UInt8] = [0x24, 2, 0, 0xec, 0, 0, 1, 0, 0, 0, 1, 0] + [UInt8](repeating: 0, count: 36)
        let stamp = NTPTimestamp(TrueInstant(nanoseconds: 1_800_000_100_000_000_000)).bits
        for index in 0..<8 {
            packet[32 + index] = UInt8(truncatingIfNeeded: stamp >> UInt64(56 - 8 * index))
            packet[40 + index] = packet[32 + index]
        }
        return [1, 2, 3, 4, 5, 6, 7, 8] + [1] + packet
    }()

    private static let table: [UInt8] = {
        var table = StoreTable()
        table.apply(["a": [1], "key": [2, 3]])
        func counted(_ bytes: [UInt8]) -> [UInt8] { [UInt8(bytes.count & 255), UInt8(bytes.count >> 8)] + bytes }
        return counted(table.payload) + counted(StoreTable.change(["a": [UInt8]?.none, "b": [4]]))
    }()
}
