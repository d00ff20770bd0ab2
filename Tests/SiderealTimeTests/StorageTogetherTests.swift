import SiderealCore
import SiderealStorage
import SiderealSystem
import SiderealTesting
import SiderealTime
import Testing

/// One device with an observatory, a store and a keychain, and their availability before the first unlock.
@Suite("an observatory, a store and a keychain on one device") struct StorageTogetherTests {
    private let device = StoryDevice()
    private let simulatedKeychain = SimulatedKeychain()

    private func keychain(_ app: SimulatedStoreApp) -> GatedKeychain {
        let disk = device.disk
        return GatedKeychain(
            service: KeychainService(name: "app"), calls: simulatedKeychain.calls(lock: { disk.lock }), gate: app.gate)
    }

    private func firstLife() async throws {
        device.disk.setLock(.unlocked)
        let app = try SimulatedStoreApp(on: device.disk, process: 501)
        try await app.store.set("signed in", for: StoreKey<String>("session"))
        try keychain(app).set("token", for: "session")
        try device.launchAndSave()
        app.end()
    }

    /// A password manager mistook "keychain locked" for a reboot. Here the verdict comes from the record, which is
    /// readable.
    @Test(
        "a launch before the first unlock proves the reboot while store and keychain are locked",
        arguments: [true, false])
    func aLaunchBeforeTheFirstUnlockKnowsOfTheReboot(getsNotifications: Bool) async throws {
        try await firstLife()
        device.reboot()
        device.disk.cutPower()
        device.disk.setLock(.beforeFirstUnlock)

        let process = device.nextProcess
        let observatory = try device.launch()
        let check = observatory.bootVerdict
        #expect(observatory.bootVerdict.answer == .rebooted)
        #expect(observatory.bootVerdict.certainty == .proven)
        #expect(check.didReboot == true)
        #expect(
            !device.calls(of: process).contains { $0.contains(" lock ") || $0.contains(" sync ") },
            "it waits for nothing")
        let app = try SimulatedStoreApp(on: device.disk, process: 502, getsNotifications: getsNotifications)
        #expect(app.store.read(StoreKey<String>("session")) == .unavailable(.beforeFirstUnlock))
        #expect(keychain(app).read("session") == .unavailable(.beforeFirstUnlock))
        try observatory.save()

        device.disk.setLock(.unlocked)
        app.post(.didUnlock)
        #expect(app.store.read(StoreKey<String>("session")) == .value("signed in"))
        #expect(keychain(app).readString("session") == .value("token"))
        #expect(observatory.bootVerdict == check)
        #expect(observatory.bootVerdict.didReboot == true)
        app.end()
        #expect(try device.launch().bootVerdict.didReboot == false, "what was saved before the unlock counts")
    }

    /// Each file that an observatory makes, including the journal and the lock, can be read and written at any time.
    @Test(
        "each file that an observatory makes has the protection class `always`",
        arguments: [DeviceLock.unlocked, .beforeFirstUnlock])
    func allThatAnObservatoryMakesIsReadableAlways(lock: DeviceLock) throws {
        device.disk.setLock(lock)
        let observatory = try device.launch(journal: StoryDevice.directory + "/journal")
        try observatory.save()
        // Another commit, so that both slots are written.
        device.pass(seconds: 60)
        _ = try observatory.reading()
        try observatory.save()
        let made = device.disk.names.filter { $0.hasPrefix(StoryDevice.directory + "/") }
        #expect(made.contains(StoryDevice.record) && made.contains(StoryDevice.directory + "/journal"))
        for path in made { #expect(device.disk.protection(of: path) == .always, "\(path)") }
        #expect(try device.launch().bootVerdict.answer == .sameBoot)
    }
}
