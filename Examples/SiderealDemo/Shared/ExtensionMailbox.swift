import DemoCore
import notify

/// Passes the extension's values to the app as states of notifications, with 64 bits each: notify(3).
///
/// Without an app group, the app and its extension share no file, and a free team may have no app group. The system
/// keeps a state while a process has registered for its name, but not during a restart.
nonisolated final class ExtensionMailbox: Sendable {
    static let shared = ExtensionMailbox()

    private static let prefix = "com.example.SiderealDemo.probe."
    /// A token for each word of each value. The array is empty if the system rejected a registration.
    private let tokens: [String: [Int32]]

    private init() {
        var tokens: [String: [Int32]] = [:]
        for value in KernelValue.allCases {
            tokens[value.rawValue] = (0..<3).compactMap { word in
                var token: Int32 = 0
                let status = notify_register_check("\(Self.prefix)\(value.rawValue).\(word)", &token)
                return status == NOTIFY_STATUS_OK ? token : nil
            }
        }
        self.tokens = tokens
    }

    /// Returns the extension's latest value. Returns `nil` if the extension wrote no value or the system kept none.
    func answer(_ value: KernelValue) -> KernelAnswer? {
        let words = (tokens[value.rawValue] ?? []).compactMap { token -> UInt64? in
            var word: UInt64 = 0
            return notify_get_state(token, &word) == NOTIFY_STATUS_OK ? word : nil
        }
        return KernelAnswer(carried: words)
    }

    /// Reads all values now and writes them. Call this method in the extension.
    func fill() {
        for value in KernelValue.allCases {
            for (token, word) in zip(tokens[value.rawValue] ?? [], KernelReader.read(value.rawValue).carried) {
                _ = notify_set_state(token, word)
            }
        }
    }
}
