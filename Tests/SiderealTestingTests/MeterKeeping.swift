import Foundation
import Sidereal
import SiderealCore
import SiderealTesting
import Testing

/// An owner whose app keeps a meter in the keychain.
@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
struct MeterKeeping {
    var device: SimulatedDevice
    /// The true time when the meter started.
    let start: TrueInstant
    static let account = "meter"

    /// Launches an app that starts a meter, and stores it.
    init(on device: SimulatedDevice, isSynchronized: Bool = false) throws {
        self.device = device
        device.isOnline = isSynchronized
        let app = try device.launch()
        if isSynchronized { try MeterKeeping.synchronize(app, on: device) }
        start = device.truth
        try MeterKeeping.store(ElapsedMeter(startingAt: app.observatory), of: app)
    }

    /// The true time since the start.
    var passed: Duration { (device.truth - start).duration }

    /// Returns the meter as the keychain has it.
    func stored(for app: SimulatedApp) throws -> ElapsedMeter {
        guard case .value(let meter) = app.keychain().read(MeterKeeping.account, as: ElapsedMeter.self) else {
            throw Unavailability.locked
        }
        return meter
    }

    static func store(_ meter: ElapsedMeter, of app: SimulatedApp) throws {
        try app.keychain().set(meter, for: account)
    }

    static func synchronize(_ app: SimulatedApp, on device: SimulatedDevice) throws {
        let clock = try app.clock(alsoAccepting: .unauthenticated)
        _ = try device.run { await clock.synchronize() }
    }

    /// Launches the app, updates the meter and stores it. `isSynchronized` asks the servers first.
    @discardableResult
    func launchAndUpdate(isSynchronized: Bool = false) throws -> ElapsedMeter {
        let app = try device.launch()
        defer { app.kill() }
        if isSynchronized {
            device.isOnline = true
            try MeterKeeping.synchronize(app, on: device)
        }
        var meter = try stored(for: app)
        try meter.update(from: app.observatory)
        try MeterKeeping.store(meter, of: app)
        return meter
    }

    /// Expects that bounds are true, and how far they are from the truth.
    func expect(
        _ elapsed: ElapsedTime, missing: Duration, exceeding: Duration?, _ comment: Comment? = nil,
        at location: SourceLocation = #_sourceLocation
    ) {
        let passed = passed
        #expect(elapsed.atLeast <= passed, comment, sourceLocation: location)
        #expect(elapsed.atLeast >= passed - missing, comment, sourceLocation: location)
        if let atMost = elapsed.atMost {
            #expect(atMost >= passed, comment, sourceLocation: location)
            #expect(exceeding.map { atMost <= passed + $0 } == true, comment, sourceLocation: location)
        } else {
            #expect(exceeding == nil, comment, sourceLocation: location)
        }
    }
}
