import Foundation
import MemberImportVisibility
import Sidereal
import SiderealTesting
import Testing

@Suite("The guide's code for launches without the app, on a simulated device")
struct UnattendedLaunchTests {
    @available(iOS 18, macOS 15, *)
    @Test("A widget shows a placeholder before the first unlock, and a proven absence afterwards")
    func widget() throws {
        let device = SimulatedDevice(.iPhone)
        let first = try device.launch().store()
        #expect(entry(of: first).text == "No points yet")
        try device.run { try await first.set(12, for: StoreKey<Int>("balance")) }
        device.reboot()
        let store = try device.launch("widget", isExtension: true).store()
        #expect(entry(of: store).isPlaceholder)
        #expect(entry(of: store).text.isEmpty)
        device.unlock()
        #expect(!entry(of: store).isPlaceholder)
        #expect(entry(of: store).text == "12 points")
    }

    @available(iOS 18, macOS 15, *)
    @Test("A notification shows no content before the first unlock, or if its key is not found")
    func notification() throws {
        let device = SimulatedDevice(.iPhone)
        let message = Data("secret".utf8)
        func shown(_ keychain: GatedKeychain) -> String {
            text(of: message, with: keychain) { message, _ in String(bytes: message, encoding: .utf8) }
        }
        let keychain = try device.launch().keychain()
        #expect(shown(keychain) == "You may have new messages")
        try keychain.set(Data([1]), for: "messageKey")
        #expect(shown(keychain) == "secret")
        device.reboot()
        let early = try device.launch("service", isExtension: true).keychain()
        #expect(shown(early) == "You may have new messages")
        device.unlock()
        #expect(shown(early) == "secret")
    }
}
