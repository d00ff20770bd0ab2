import Foundation
import Phone
import SiderealCore
import SiderealStorage
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

extension Stories {
    /// UIApplication's notifications, received by the gate.
    @Suite @MainActor struct Gate {
        /// Makes a phone on which the app ran before, and which has restarted and not been unlocked since.
        static func restartedPhone() throws -> Phone {
            let phone = Phone()
            let app = try phone.launch()
            #expect(app.gate.state == .unlocked)
            phone.reboot()
            return phone
        }

        @Test("the unlock notification is enough to open the gate") func opensByTheNotificationAlone() throws {
            let phone = try Self.restartedPhone()
            let app = try phone.launch()
            #expect(app.gate.state == .beforeFirstUnlock)
            #expect(phone.isProtectedDataAvailable == false)
            let opened = Flag()
            app.gate.onFirstUnlock { opened.raise() }
            let restarted = phone.device.truth
            phone.unlock()
            #expect(opened.isRaised)
            #expect(phone.device.truth == restarted, "no time has passed in which it would have looked by itself")
        }

        @Test("the gate opens when an app that was suspended during the unlock becomes active")
        func opensOnceTheAppBecomesActiveWhereItSleptThroughTheUnlock() throws {
            let phone = try Self.restartedPhone()
            let app = try phone.launch()
            let opened = Flag()
            app.gate.onFirstUnlock { opened.raise() }
            phone.suspend()
            phone.unlock()
            #expect(!opened.isRaised)
            phone.open()
            #expect(opened.isRaised)
        }

        @Test("the unlock wakes waiting tasks and notifies listeners") func wakesWhoWaitsAndTellsWhoListens() throws {
            let phone = try Self.restartedPhone()
            let app = try phone.launch()
            let restarted = phone.device.truth
            try phone.device.run {
                try await app.gate.waitForFirstUnlock()
            } whileWaiting: {
                phone.unlock()
            }
            #expect(phone.device.truth == restarted)
        }

        /// A device that is locked again keeps the gate open, and a launch while locked finds it open.
        @Test("the gate stays open when the device is locked again and the app relaunched") func unlockLockRelaunch()
            throws
        {
            let phone = try Self.restartedPhone()
            let early = try phone.launch()
            #expect(early.gate.state == .beforeFirstUnlock)
            phone.unlock()
            #expect(early.gate.state == .unlocked)
            phone.lock()
            #expect(phone.isProtectedDataAvailable == false)
            #expect(early.gate.state == .unlocked)
            phone.end(early)
            let late = try phone.launch()
            #expect(phone.isProtectedDataAvailable == false, "which says nothing of the first unlock")
            #expect(late.gate.state == .unlocked)
        }

        /// An extension has no application object: it isn't notified, and reads the state again at intervals.
        @Test("an extension checks the gate again at intervals") func anExtensionLooksAgain() throws {
            let phone = try Self.restartedPhone()
            let widget = try phone.launch("widget", isExtension: true)
            #expect(phone.isProtectedDataAvailable == nil)
            let opened = Flag()
            widget.gate.onFirstUnlock { opened.raise() }
            phone.device.advance(by: .minutes(10))
            phone.unlock()
            #expect(!opened.isRaised)
            phone.device.advance(by: .seconds(31))
            #expect(opened.isRaised)
        }

        @Test("without a passcode, the gate is never closed") func withoutAPasscodeItIsNeverClosed() throws {
            let phone = Phone(hasPasscode: false)
            _ = try phone.launch()
            phone.reboot()
            let app = try phone.launch()
            #expect(app.gate.state == .unlocked)
        }

        /// The store's notifications: each lock, before the files go, and each unlock.
        @Test("locks and unlocks are reported") func locksAndUnlocksAreTold() throws {
            let phone = Phone()
            _ = try phone.launch()
            let told = Lock<[Environment.Notifications.Event]>([])
            var observer = Environment.Notifications.live.observe([.willLock, .didUnlock]) { event in
                told.withLock { $0.append(event) }
            }
            phone.lock()
            phone.open()
            phone.unlock()
            phone.lock()
            #expect(told.withLock { $0 } == [.willLock, .didUnlock, .willLock])
            #expect(observer != nil)
            observer = nil
            phone.unlock()
            #expect(told.withLock { $0.count } == 3)
        }

        /// A released observer receives no unlock any more.
        @Test("a released observer of the gate is not notified") func listensForAsLongAsItIsKept() throws {
            let phone = try Self.restartedPhone()
            _ = try phone.launch()
            let heard = Count()
            var observer = Environment.Notifications.live.observe([.didUnlock, .didBecomeActive]) { _ in heard.add() }
            #expect(observer != nil)
            phone.unlock()
            #expect(heard.value == 1)
            phone.lock()
            #expect(heard.value == 1, "a lock does not make it look")
            phone.open()
            #expect(heard.value == 2)
            observer = nil
            phone.unlock()
            #expect(heard.value == 2)
        }
    }
}
