import Foundation
import SiderealBase
import SiderealGate
import SiderealStorage
import SiderealSystem
import SiderealTesting

/// A simulated device's keychain and a gate, with a test's answers and interruptions.
final class KeychainWorld: Sendable {
    private struct State: Sendable {
        var lock = DeviceLock.unlocked
        var lockedStatus: Int32 = -25308
        var gate = FirstUnlockGate.State.unlocked
        var calls: [String] = []
        var answers: [Int32] = []
        var interlude: (@Sendable () -> Void)?
    }

    private let state = Lock(State())
    private let simulated = SimulatedKeychain()

    var calls: [String] { state.withLock { $0.calls } }

    func put(
        _ account: String, _ bytes: [UInt8], _ accessibility: GatedKeychain.Accessibility = .afterFirstUnlock,
        needsOwner: Bool = false
    ) {
        simulated.items[Self.query(account)] = SimulatedKeychain.Item(
            bytes: bytes, accessibility: accessibility, needsOwner: needsOwner)
    }

    func accessibility(of account: String) -> GatedKeychain.Accessibility? {
        simulated.items[Self.query(account)]?.accessibility
    }

    func bytes(of account: String) -> [UInt8]? { simulated.items[Self.query(account)]?.bytes }

    func lock(_ lock: DeviceLock, status: Int32 = -25308) {
        state.withLock { state in
            state.lock = lock
            state.lockedStatus = status
        }
    }

    func setGate(_ gate: FirstUnlockGate.State) {
        state.withLock { $0.gate = gate }
    }

    /// Sets the answers of the next calls, whatever the items.
    func answer(_ statuses: [Int32]) {
        state.withLock { $0.answers = statuses }
    }

    /// Runs a closure right after the next call.
    func afterNextCall(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.interlude = action }
    }

    func keychain(
        _ accessibility: GatedKeychain.Accessibility = .afterFirstUnlock, allowsPrompt: Bool = false
    ) -> GatedKeychain {
        GatedKeychain(
            service: Self.service, accessibility: accessibility, allowsPrompt: allowsPrompt, calls: keychainCalls,
            gate: FirstUnlockGate(environment: .live) { self.state.withLock { $0.gate } })
    }

    private static let service = KeychainService(name: "tests")

    private static func query(_ account: String) -> KeychainQuery {
        KeychainQuery(service: service, account: account)
    }

    private var keychainCalls: KeychainCalls {
        let real = simulated.calls(lock: { self.state.withLock { $0.lock } })
        return KeychainCalls(
            copy: { query, allowsPrompt in
                var bytes: [UInt8]?
                let status = self.call(allowsPrompt ? "ask" : "copy", query) {
                    let answer = real.copy(query, allowsPrompt)
                    bytes = answer.bytes
                    return answer.status
                }
                // The system gives nil for an item without data.
                return (status, status == 0 && bytes?.isEmpty == false ? bytes : nil)
            },
            find: { query in self.call("find", query) { real.find(query) } }, accounts: { real.accounts($0) },
            add: { query, bytes, accessibility in self.call("add", query) { real.add(query, bytes, accessibility) } },
            update: { query, bytes, accessibility in
                self.call("update", query) { real.update(query, bytes, accessibility) }
            },
            delete: { query in self.call("delete", query) { real.delete(query) } })
    }

    private func call(_ name: String, _ query: KeychainQuery, _ body: () -> Int32) -> Int32 {
        let (answer, interlude) = state.withLock { state -> (Int32?, (@Sendable () -> Void)?) in
            state.calls.append("\(name) \(query.account)")
            defer { state.interlude = nil }
            return (state.answers.isEmpty ? nil : state.answers.removeFirst(), state.interlude)
        }
        var status = answer ?? body()
        if answer == nil, status == KeychainAnswer.Status.interactionNotAllowed {
            status = state.withLock { $0.lockedStatus }
        }
        interlude?()
        return status
    }
}
