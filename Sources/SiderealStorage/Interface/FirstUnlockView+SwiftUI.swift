#if canImport(SwiftUI)
    // `ObservableObject` comes from Combine.
    import Combine
    public import SwiftUI

    /// A view that shows a placeholder until the first unlock after a restart, and its content from then on.
    ///
    ///     FirstUnlockView {
    ///         Root()
    ///     } placeholder: {
    ///         LaunchScreen()
    ///     }
    ///
    /// When the view first appears, it reads the gate's state on the main actor. If the gate is open, the view never
    /// shows the placeholder. If the gate is closed, the view waits for the gate to open, without blocking the main
    /// actor. Once the gate opens, the placeholder does not return.
    public struct FirstUnlockView<Content: View, Placeholder: View>: View {
        @StateObject private var object: GateObject
        private let content: () -> Content
        private let placeholder: () -> Placeholder

        /// Creates a view that follows the same gate while the view exists. To follow another gate, give the view
        /// another `id`.
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

    /// An object that publishes a gate's opening.
    @MainActor
    private final class GateObject: ObservableObject {
        @Published private var changeCount: UInt64 = 0
        private var follower: GateFollower?

        init(_ gate: FirstUnlockGate) {
            follower = GateFollower(
                isOpen: gate.state.isUnlocked,
                // `waitForFirstUnlock()` would throw at an obstacle that only a person can remove. This loop continues,
                // since the person may remove it.
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
