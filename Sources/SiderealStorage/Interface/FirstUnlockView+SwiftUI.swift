#if canImport(SwiftUI)
    // `ObservableObject` comes from Combine.
    import Combine
    public import SiderealBase
    public import SwiftUI

    /// A view that shows a placeholder until the first unlock after a restart, and its content from then on.
    ///
    /// ```swift
    /// FirstUnlockView {
    ///     Root()
    /// } placeholder: { why in
    ///     if why.isTemporary { LaunchScreen() } else { Trouble(why) }
    /// }
    /// ```
    ///
    /// The placeholder receives the reason why the gate is closed. If `isTemporary` is false, for example because the
    /// disk is read-only, the gate stays closed until a person removes the cause. So show the reason in that case.
    ///
    /// When the view first appears, it reads the gate's state on the main actor. If the gate is open, the view never
    /// shows the placeholder. If the gate is closed, the view waits for the gate to open, without blocking the main
    /// actor. Once the gate opens, the placeholder does not return.
    public struct FirstUnlockView<Content: View, Placeholder: View>: View {
        @StateObject private var object: GateObject
        private let content: () -> Content
        private let placeholder: (Unavailability) -> Placeholder

        /// Creates a view that follows the same gate while the view exists. To follow another gate, give the view
        /// another `id`.
        public init(
            _ gate: FirstUnlockGate = .shared, @ViewBuilder content: @escaping () -> Content,
            @ViewBuilder placeholder: @escaping (Unavailability) -> Placeholder
        ) {
            self.content = content
            self.placeholder = placeholder
            _object = StateObject(wrappedValue: GateObject(gate))
        }

        public var body: some View {
            if let reason = object.reason { placeholder(reason) } else { content() }
        }
    }

    /// An object that publishes a gate's states until the gate opens.
    @MainActor
    private final class GateObject: ObservableObject {
        @Published private var changeCount: UInt64 = 0
        private var follower: GateFollower?

        init(_ gate: FirstUnlockGate) {
            follower = GateFollower(gate.state, then: { gate.states }) { [weak self] change in
                self?.changeCount &+= 1
                change()
            }
        }

        /// The reason why the gate is closed, or `nil` if the gate is open.
        var reason: Unavailability? { follower?.reason }
    }
#endif
