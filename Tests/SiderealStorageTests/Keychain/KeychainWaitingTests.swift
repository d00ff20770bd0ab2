import Foundation
import SiderealBase
import SiderealGate
import SiderealStorage
import SiderealTesting
import Testing

@Suite("waiting for the keychain") struct KeychainWaitingTests {
    enum Lock: CaseIterable { case beforeFirstUnlock, locked }

    /// Makes a device whose keychain has an item that can't be read now, and an app on it.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    static func lockedDevice(_ lock: Lock, isExtension: Bool) throws -> (SimulatedDevice, GatedKeychain) {
        let device = SimulatedDevice()
        try device.launch().keychain(accessibility: .whenUnlocked).set("token", for: "session")
        if lock == .beforeFirstUnlock { device.reboot() }
        let app = try device.launch(isExtension: isExtension)
        if lock == .locked {
            _ = app.gate.state
            device.lock()
        }
        return (device, app.keychain(accessibility: .whenUnlocked))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "a read, a write and a removal wait for the unlock, in an app and in an extension",
        arguments: Lock.allCases, [false, true])
    func waitsForTheUnlock(_ lock: Lock, _ isExtension: Bool) throws {
        let (device, keychain) = try Self.lockedDevice(lock, isExtension: isExtension)
        let read = try device.run {
            try await keychain.value("session", as: String.self)
        } whileWaiting: {
            device.advance(by: .seconds(3_600))
            #expect(keychain.readString("session").valueIfPresent == nil)
            device.unlock()
        }
        #expect(read == "token")
        device.lock()
        try device.run {
            try await keychain.set("new", for: "session", timeout: .seconds(60))
        } whileWaiting: {
            device.advance(by: .seconds(29))
            device.unlock()
        }
        #expect(keychain.readString("session") == .value("new"))
        device.lock()
        try device.run {
            try await keychain.remove("session", timeout: nil)
        } whileWaiting: {
            device.unlock()
        }
        #expect(try device.run { try await keychain.value("session", as: String.self) } == nil)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a wait that times out returns the result of a last read", arguments: Lock.allCases)
    func timesOut(_ lock: Lock) throws {
        let (device, keychain) = try Self.lockedDevice(lock, isExtension: false)
        let why: Unavailability = lock == .locked ? .locked : .beforeFirstUnlock
        for timeout in [Duration.seconds(-1), .zero, .seconds(10)] {
            #expect(throws: UnlockError.timedOut(why)) {
                try device.run {
                    _ = try await keychain.value("session", as: String.self, timeout: timeout)
                } whileWaiting: {
                    device.sleep(.seconds(3_600))
                }
            }
            #expect(throws: UnlockError.timedOut(why)) {
                try device.run {
                    try await keychain.set("new", for: "session", timeout: timeout)
                } whileWaiting: {
                    device.sleep(.seconds(3_600))
                }
            }
        }
        device.unlock()
        #expect(keychain.readString("session") == .value("token"))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("an error that an unlock can't fix is thrown at once")
    func doesNotHelp() throws {
        let device = SimulatedDevice()
        let keychain = try device.launch().keychain()
        try keychain.set("token", for: "session")
        device.requireOwner(forKeychainItem: "session")
        #expect(throws: UnlockError.unavailable(.needsAuthentication)) {
            try device.run { _ = try await keychain.value("session", as: String.self) }
        }
        #expect(throws: UnlockError.unavailable(.undecodable(reason: "Double can't be encoded as JSON"))) {
            try device.run { try await keychain.set(Double.nan, for: "session", timeout: nil) }
        }
        device.keychainFailure = -34_018
        #expect(throws: UnlockError.unavailable(.refused(status: -34_018))) {
            try device.run { try await keychain.remove("session", timeout: nil) }
        }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a keychain whose service isn't running is asked again until the service runs")
    func serviceNotUp() throws {
        let device = SimulatedDevice()
        let keychain = try device.launch().keychain()
        try keychain.set("token", for: "session")
        device.keychainFailure = -25_291
        let read = try device.run {
            try await keychain.value("session", as: String.self)
        } whileWaiting: {
            device.advance(by: .seconds(5))
            device.keychainFailure = nil
            device.advance(by: .seconds(5))
        }
        #expect(read == "token")
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("cancelling the task ends the wait")
    func cancelled() async throws {
        let held = HeldGate()
        let calls = SimulatedKeychain().calls(lock: { .beforeFirstUnlock })
        let keychain = GatedKeychain(service: KeychainService(name: "s"), calls: calls, gate: held.gate)
        let task = Task { () async -> UnlockError? in
            do throws(UnlockError) {
                _ = try await keychain.value("session", as: String.self)
                return nil
            } catch {
                return error
            }
        }
        task.cancel()
        #expect(await task.value == .cancelled)
    }
}
