import SiderealCore
import SiderealStorage
import SiderealSystem
import SiderealTesting

/// A keychain and a gate, both as a test wants them.
final class KeychainWorld: Sendable {
    private struct State: Sendable {
        var items: [String: (bytes: [UInt8], accessibility: KeychainAccessibility)] = [:]
        var lock = DeviceLock.unlocked
        var lockedStatus: Int32 = -25308
        var gate = FirstUnlockState.unlocked
        var calls: [String] = []
        var answers: [Int32] = []
        var interlude: (@Sendable () -> Void)?
    }

    private let state = Lock(State())

    var calls: [String] { state.withLock { $0.calls } }

    func put(_ account: String, _ bytes: [UInt8], _ accessibility: KeychainAccessibility = .afterFirstUnlock) {
        state.withLock { $0.items[account] = (bytes, accessibility) }
    }

    func accessibility(of account: String) -> KeychainAccessibility? {
        state.withLock { $0.items[account]?.accessibility }
    }

    func lock(_ lock: DeviceLock, status: Int32 = -25308) {
        state.withLock { state in
            state.lock = lock
            state.lockedStatus = status
        }
    }

    func setGate(_ gate: FirstUnlockState) {
        state.withLock { $0.gate = gate }
    }

    /// Answers the next calls with these, whatever the items are.
    func answer(_ statuses: [Int32]) {
        state.withLock { $0.answers = statuses }
    }

    /// Lets others act right after the next call.
    func afterNextCall(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.interlude = action }
    }

    func keychain(_ accessibility: KeychainAccessibility = .afterFirstUnlock) -> GatedKeychain {
        GatedKeychain(
            service: "tests", accessibility: accessibility, calls: keychainCalls,
            gate: { self.state.withLock { $0.gate } })
    }

    private var keychainCalls: KeychainCalls {
        KeychainCalls(
            copy: { query in
                let bytes = self.state.withLock { $0.items[query.account]?.bytes }
                let status = self.call("copy", query) { $0.items[query.account] == nil ? -25300 : 0 }
                return status == 0 ? (status, bytes?.isEmpty == true ? nil : bytes) : (status, nil)
            },
            add: { query, bytes, accessibility in
                self.call("add", query) { state in
                    guard state.items[query.account] == nil else { return -25299 }
                    state.items[query.account] = (bytes, accessibility)
                    return 0
                }
            },
            update: { query, bytes, accessibility in
                self.call("update", query) { state in
                    guard state.items[query.account] != nil else { return -25300 }
                    state.items[query.account] = (bytes, accessibility)
                    return 0
                }
            },
            delete: { query in
                self.call("delete", query) { $0.items.removeValue(forKey: query.account) == nil ? -25300 : 0 }
            })
    }

    private func call(_ name: String, _ query: KeychainQuery, _ body: @Sendable (inout State) -> Int32) -> Int32 {
        let (status, interlude) = state.withLock { state -> (Int32, (@Sendable () -> Void)?) in
            state.calls.append("\(name) \(query.account)")
            let interlude = state.interlude
            state.interlude = nil
            if !state.answers.isEmpty { return (state.answers.removeFirst(), interlude) }
            if let item = state.items[query.account], !item.accessibility.isReadable(during: state.lock) {
                return (state.lockedStatus, interlude)
            }
            return (body(&state), interlude)
        }
        interlude?()
        return status
    }
}
