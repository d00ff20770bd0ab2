#if canImport(SwiftUI)
    // `ObservableObject` is Combine's.
    import Combine
    public import SwiftUI

    /// Shows a placeholder until the device was unlocked since it restarted, and its content from then on.
    ///
    ///     FirstUnlockView {
    ///         Root()
    ///     } placeholder: {
    ///         LaunchScreen()
    ///     }
    ///
    /// Where the gate is open, the placeholder never shows; once open, it never comes back. To find out, the gate is
    /// asked once when the view first appears, in a few system calls; it is waited for elsewhere, for as long as the
    /// view is there.
    public struct FirstUnlockView<Content: View, Placeholder: View>: View {
        @StateObject private var object: GateObject
        private let content: () -> Content
        private let placeholder: () -> Placeholder

        /// Shows one or the other by a gate, the same for as long as the view is there: another needs another `id`.
        public init(
            _ gate: FirstUnlockGate = .shared, @ViewBuilder content: @escaping () -> Content,
            @ViewBuilder placeholder: @escaping () -> Placeholder
        ) {
            self.content = content
            self.placeholder = placeholder
            _object = StateObject(wrappedValue: GateObject(gate))
        }

        public var body: some View {
            if object.isOpen { content() } else { placeholder() }
        }
    }

    /// A follower that publishes.
    @MainActor
    private final class GateObject: ObservableObject {
        @Published private var changeCount: UInt64 = 0
        private var follower: GateFollower?

        init(_ gate: FirstUnlockGate) {
            follower = GateFollower(
                isOpen: gate.state.isUnlocked,
                // Not `waitForFirstUnlock()`, which gives up where somebody has to act: they may act.
                opening: {
                    for await state in gate.states where state.isUnlocked { return true }
                    return false
                },
                changing: { [weak self] change in
                    self?.changeCount &+= 1
                    change()
                })
        }

        var isOpen: Bool { follower?.isOpen ?? false }
    }
#endif
