import Combine
import Foundation
import Phone
import SiderealCore
import SiderealStorage
import SiderealSystem
import SiderealTesting
import SwiftUI
import TestSupport
import Testing

extension StoreKey<Bool> { fileprivate static var hasOnboarded: Self { .init("hasOnboarded") } }
extension StoreKey<String> {
    fileprivate static var theme: Self { .init("theme") }
    fileprivate static var secret: Self { .init("secret") }
}

/// The screen of the documentation, which never treats locked as missing.
private struct Root: View {
    @Stored(.hasOnboarded) private var hasOnboarded

    var body: some View {
        switch hasOnboarded {
        case .value(true): Text("home")
        case .value(false), .absent: Text("welcome")
        case .unavailable(.notReadYet): Text("loading")
        case .unavailable(let why): Text("\(why)")
        }
    }
}

private struct Themed: View {
    @Stored(.theme, harmlessDefault: "light") private var theme
    var body: some View { Text(theme) }
}

/// Exposes its store and its object.
private struct Given: View {
    @Stored<Bool, ProtectedReading<Bool>> private var flag: ProtectedReading<Bool>
    private let object: (StoredObject<Bool>) -> Void

    init(_ store: ProtectedStore, _ object: @escaping (StoredObject<Bool>) -> Void = { _ in }) {
        _flag = Stored(.hasOnboarded, in: store)
        self.object = object
    }

    init(
        standard: Result<ProtectedStore, StoreError>, _ object: @escaping (StoredObject<Bool>) -> Void = { _ in }
    ) {
        _flag = Stored(key: .hasOnboarded, store: nil, standard: { standard }) { $0 }
        self.object = object
    }

    var body: some View {
        object($flag)
        return Text("\(flag)")
    }
}

private struct Secret: View {
    @Stored(.secret) private var secret
    var body: some View { Text("\(secret)") }
}

/// Shows two values in UserDefaults, one of them under a key with a dot.
private struct Counter: View {
    @Stored<Int, ProtectedReading<Int>> private var count: ProtectedReading<Int>
    @Stored<Int, Int> private var other: Int

    init(_ defaults: GatedDefaults) {
        _count = Stored("followed", in: defaults)
        _other = Stored("followed.other", harmlessDefault: 0, in: defaults)
    }

    var body: some View { Text("\(count), \(other)") }
}

extension Stories {
    /// SwiftUI's views and Combine's object, on a phone.
    @Suite @MainActor struct Interface {
        /// Makes a phone whose app has welcomed its user, restarted.
        func restartedPhone() throws -> Phone {
            let phone = Phone()
            let app = try phone.launch()
            let store = try app.store()
            try phone.device.run { try await store.set(true, for: .hasOnboarded) }
            #expect(app.gate.state == .unlocked)
            phone.reboot()
            return phone
        }

        /// Early launch, unlock, lock, relaunch: the placeholder, then home, and no second welcome.
        @Test("a launch before the first unlock shows the placeholder, and all later states show the home screen")
        func earlyLaunchUnlockLockRelaunch() async throws {
            let phone = try restartedPhone()
            let early = try phone.launch()
            let store = try early.store()
            let host = ViewHost {
                FirstUnlockView(early.gate) {
                    Root().environment(\.protectedStore, store)
                } placeholder: { why in
                    Text(why.isTemporary ? "locked" : "trouble")
                }
            }
            #expect(host.texts == ["locked"])
            let restarted = phone.device.truth
            #expect(await phone.comes { phone.gateListenerCount == 1 })
            phone.unlock()
            #expect(await phone.comes { host.texts == ["home"] })
            #expect(phone.device.truth == restarted, "no time has passed in which anybody would have looked by himself")
            phone.lock()
            host.evaluateAgain()
            #expect(host.texts == ["home"])
            #expect(host.history == [["locked"], ["loading"], ["home"]])
            phone.end(early)
            let late = try phone.launch()
            let lateStore = try late.store()
            let lateHost = ViewHost {
                FirstUnlockView(late.gate) {
                    Root().environment(\.protectedStore, lateStore)
                } placeholder: { why in
                    Text(why.isTemporary ? "locked" : "trouble")
                }
            }
            #expect(await phone.comes { lateHost.texts == ["home"] })
            #expect(lateHost.history == [["loading"], ["home"]], "the placeholder never shows where the gate is open")
        }

        /// A person may remove the obstacle, so the view goes on following the gate.
        @Test("a placeholder shows why a gate stays closed, until the gate opens")
        func anObstacleIsShown() async throws {
            let state = Lock(FirstUnlockGate.State.beforeFirstUnlock)
            let gate = FirstUnlockGate(environment: .still(on: SimulatedDisk().process(0))) { state.withLock { $0 } }
            let host = ViewHost {
                FirstUnlockView(gate) {
                    Text("home")
                } placeholder: { why in
                    Text(why.isTemporary ? "locked" : "trouble")
                }
            }
            #expect(host.texts == ["locked"])
            await until { gate.hasListeners }
            for (found, text) in [(.indeterminate(errno: 30), "trouble"), (.unlocked, "home")]
                as [(FirstUnlockGate.State, String)]
            {
                state.withLock { $0 = found }
                _ = gate.state
                await until { host.texts == [text] }
            }
            #expect(host.history == [["locked"], ["trouble"], ["home"]])
        }

        /// Without the placeholder the view shows `unavailable` with its cause, until the unlock.
        @Test("@Stored shows the cause until the unlock") func storedShowsWhyUntilTheUnlock() async throws {
            let phone = try restartedPhone()
            let app = try phone.launch()
            let store = try app.store()
            let host = ViewHost { Root().environment(\.protectedStore, store) }
            let locked = ["\(Unavailability.beforeFirstUnlock)"]
            #expect(await phone.comes { host.texts == locked })
            let restarted = phone.device.truth
            phone.unlock()
            #expect(await phone.comes { host.texts == ["home"] })
            #expect(host.history == [["loading"], locked, ["home"]])
            #expect(phone.device.truth == restarted)
        }

        /// A value that needs an unlocked device disappears at the lock, and returns at the unlock.
        @Test("a secret disappears at the lock and returns at the unlock") func aSecretGoesWithTheLock() async throws {
            let phone = Phone()
            let app = try phone.launch()
            let store = try app.store("secrets", tier: .whenUnlocked)
            try phone.device.run { try await store.set("xyz", for: .secret) }
            phone.lock()
            let host = ViewHost { Secret().environment(\.protectedStore, store) }
            #expect(await phone.comes { host.texts == ["\(ProtectedReading<String>.unavailable(.locked))"] })
            let before = phone.device.truth
            phone.unlock()
            #expect(await phone.comes { host.texts == ["\(ProtectedReading<String>.value("xyz"))"] })
            #expect(phone.device.truth == before)
        }

        @Test("an extension shows the value after its next check of the gate")
        func anExtensionShowsItOnceItHasLookedAgain()
            async throws
        {
            let phone = try restartedPhone()
            let widget = try phone.launch("widget", isExtension: true)
            let store = try widget.store()
            let host = ViewHost {
                FirstUnlockView(widget.gate) {
                    Root().environment(\.protectedStore, store)
                } placeholder: { why in
                    Text(why.isTemporary ? "locked" : "trouble")
                }
            }
            // An extension isn't notified: its gate checks again once the view listens.
            #expect(await phone.comes { widget.gate.hasListeners })
            phone.unlock()
            host.evaluateAgain()
            #expect(host.texts == ["locked"])
            phone.device.advance(by: .seconds(31))
            #expect(await phone.comes { host.texts == ["home"] })
        }

        @Test("a written value is shown") func whatIsWrittenIsShown() async throws {
            let phone = Phone()
            let app = try phone.launch()
            let store = try app.store()
            var object: StoredObject<Bool>?
            let host = ViewHost { Given(store) { object = $0 } }
            #expect(await phone.comes { host.texts == ["\(ProtectedReading<Bool>.absent)"] })
            let given = try #require(object)
            let write = Task { try await given.set(true) }
            #expect(await phone.comes { host.texts == ["\(ProtectedReading<Bool>.value(true))"] })
            try await write.value
            #expect(given.writeError == nil)
            #expect(store.read(.hasOnboarded) == .value(true))
        }

        @Test("an object changes and removes its value") func anObjectChangesAndRemovesItsValue() async throws {
            let phone = Phone()
            let store = try phone.launch().store()
            let object = StoredObject(StoreKey<Bool>.hasOnboarded, in: store)
            let update = Task { try await object.update { $0 = $0 == nil } }
            #expect(await phone.comes { object.reading == .value(true) })
            try await update.value
            let removal = Task { try await object.remove() }
            #expect(await phone.comes { object.reading == .absent })
            try await removal.value
            #expect(store.read(.hasOnboarded) == .absent)
        }

        @Test("values in UserDefaults appear at the unlock and after each change, whoever makes it")
        func valuesInUserDefaults() async throws {
            typealias Reading = ProtectedReading<Int>
            let phone = Phone()
            phone.defaults.keepsEmptyAnswer = true
            try defaults(of: try phone.launch(), on: phone, launch: "first").set(1, for: "followed")
            phone.reboot()
            let gated = try defaults(of: try phone.launch(), on: phone, launch: "second")
            let host = ViewHost { Counter(gated) }
            #expect(await phone.comes { host.texts == ["\(Reading.unavailable(.beforeFirstUnlock)), 0"] })
            phone.unlock()
            #expect(await phone.comes { host.texts == ["\(Reading.value(1)), 0"] })
            phone.defaults.changeElsewhere("followed", 2)
            #expect(await phone.comes { host.texts == ["\(Reading.value(2)), 0"] })
            try #require(phone.defaults.standard()).set(3, forKey: "followed.other")
            #expect(await phone.comes { host.texts == ["\(Reading.value(2)), 3"] })
            let object = StoredObject<Int>("followed", in: gated)
            let update = Task { try await object.update { $0 = ($0 ?? 0) + 2 } }
            #expect(await phone.comes { object.reading == .value(4) && host.texts == ["\(Reading.value(4)), 3"] })
            try await update.value
        }

        @Test("a refused write reports its error") func aWriteThatIsRefusedSaysWhy() async throws {
            let phone = try restartedPhone()
            let store = try phone.launch().store()
            let object = StoredObject(StoreKey<Bool>.hasOnboarded, in: store)
            var errorsBefore: [StoreError?] = []
            let subscription = object.objectWillChange.sink { errorsBefore.append(object.writeError) }
            #expect(await phone.comes { object.reading == .unavailable(.beforeFirstUnlock) })
            errorsBefore = []
            let write = Task { () -> StoreError? in
                do throws(StoreError) {
                    try await object.set(false)
                    return nil
                } catch {
                    return error
                }
            }
            #expect(await phone.comes { object.writeError != nil })
            #expect(errorsBefore == [nil], "told once, and before")
            #expect(await write.value?.cause == .unavailable(.beforeFirstUnlock))
            phone.unlock()
            #expect(await phone.comes { object.reading == .value(true) })
            subscription.cancel()
        }

        /// The object lives as long as the view, whatever else is evaluated again, and uses the store that the view is
        /// given now. The process's writes to that store show at once.
        @Test("a view that is given another store keeps its object, which follows the new store")
        func anotherStoreIsFollowedByTheSameObject() async throws {
            let phone = Phone()
            let app = try phone.launch()
            let (first, written, unread) = (try app.store("first"), try app.store("written"), try app.store("unread"))
            try phone.device.run { try await written.set(true, for: .hasOnboarded) }
            var store = first
            var objects: [ObjectIdentifier] = []
            let host = ViewHost { Given(store) { objects.append(ObjectIdentifier($0)) } }
            #expect(await phone.comes { host.texts == ["\(ProtectedReading<Bool>.absent)"] })
            store = written
            host.evaluateAgain()
            #expect(host.texts == ["\(ProtectedReading<Bool>.value(true))"])
            store = unread
            host.evaluateAgain()
            #expect(host.texts == ["\(ProtectedReading<Bool>.unavailable(.notReadYet))"])
            #expect(await phone.comes { host.texts == ["\(ProtectedReading<Bool>.absent)"] })
            #expect(Set(objects).count == 1)
        }

        @Test("a view without a store uses the app's own store")
        func withoutAStoreItUsesTheAppsOwn() async throws {
            let phone = Phone()
            let app = try phone.launch()
            let (own, other) = (try app.store(), try app.store("other"))
            let host = ViewHost { Given(standard: .success(own)) }
            #expect(await phone.comes { host.texts == ["\(ProtectedReading<Bool>.absent)"] })
            try phone.device.run { try await own.set(true, for: .hasOnboarded) }
            #expect(await phone.comes { host.texts == ["\(ProtectedReading<Bool>.value(true))"] })
            let given = ViewHost { Given(standard: .success(own)).environment(\.protectedStore, other) }
            #expect(
                await phone.comes { given.texts == ["\(ProtectedReading<Bool>.absent)"] },
                "the environment's goes first")
        }

        @Test("the app's own store is the store that opens without a name or a directory")
        func theAppsOwnStore() {
            // Without a home there is no store, and both give the error.
            let opened = Result { () throws(StoreError) in try ProtectedStore() }.map {
                "\($0.name) in \($0.directory)"
            }
            #expect(StandardStore.opened.map { "\($0.name) in \($0.directory)" } == opened)
        }

        @Test("a view whose store can't be opened shows the error and no value")
        func aStoreThatCannotBeOpenedIsReported() async throws {
            let phone = Phone()
            let store = try phone.launch().store()
            let failure = StoreError(.directoryUnusable, "there is no directory")
            var object: StoredObject<Bool>?
            let host = ViewHost { Given(standard: .failure(failure)) { object = $0 } }
            let laterHost = ViewHost { Given(store) }
            #expect(await phone.comes { laterHost.texts == ["\(ProtectedReading<Bool>.absent)"] })
            host.evaluateAgain()
            #expect(host.history == [["\(ProtectedReading<Bool>.unavailable(.unreadable(errno: 2)))"]])
            #expect(object?.writeError == failure)
        }

        @Test("a view shows its harmless default until unlock") func aHarmlessDefaultStandsInMeanwhile() async throws {
            let phone = Phone()
            let store = try phone.launch().store()
            try phone.device.run { try await store.set("dark", for: .theme) }
            phone.reboot()
            let later = try phone.launch().store()
            let host = ViewHost { Themed().environment(\.protectedStore, later) }
            #expect(host.texts == ["light"])
            phone.unlock()
            #expect(await phone.comes { host.texts == ["dark"] })
        }
    }
}
