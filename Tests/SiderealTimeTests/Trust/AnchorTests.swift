import Foundation
import SiderealCore
import SiderealTesting
import SiderealTime
import TestSupport
import Testing

@Suite("trusted time across launches", .timeLimit(Patience.ofATest)) struct AnchorTests {
    /// Many launches and reboots, sleeps and set clocks, with few answers: the floor never falls, and never passes the
    /// truth.
    @Test(
        "over many reboots, the floor never passes the true time, nor falls within a launch",
        .computesForLong, arguments: 0..<30 as Range<UInt64>)
    func theFloorOverManyReboots(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let device = StoryDevice(identity: Bool.random(using: &random) ? "boot" : nil)
        var floor = TrueInstant(nanoseconds: 0)
        func check(_ clock: TrustedClock, _ what: String) throws {
            let now = clock.now()
            #expect(now.allows(device.truth), "seed \(seed): \(what)")
            let earliest = try #require(now.earliest)
            #expect(earliest >= floor, "seed \(seed): \(what)")
            floor = earliest
        }
        try await device.launchAndSynchronize().observatory.save()
        for _ in 0..<40 {
            let clock = try TrustedClock(device.launch(), sources: [device.server()])
            try check(clock, "launch")
            device.pass(seconds: Int64.random(in: 0...5_000, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: await clock.synchronize()
            case 1:
                device.suspend(
                    seconds: Int64.random(in: 10...5_000, using: &random),
                    uncounted: Int64.random(in: -2_900...2_900, using: &random))
            case 2: device.setClock(forward: Int64.random(in: -100_000...100_000, using: &random))
            default: break
            }
            try check(clock, "later")
            if Bool.random(using: &random) { try clock.observatory.save() } else { try clock.observatory.saveAsSeen() }
            try check(clock, "saved")
            if Bool.random(using: &random) {
                device.reboot(
                    offFor: Int64.random(in: 0...100, using: &random), upFor: Int64.random(in: 1...500, using: &random))
            }
            // Not all of a launch's knowledge is saved: the next one's floor may be a little lower.
            floor = floor - .seconds(5_100)
        }
    }
}
