// Stands in for SwiftUI: views, their state and their environment, without a screen.
//
// Models, together with ViewHost.swift:
// - A view's value is made and thrown away at will; its identity is its place in the hierarchy. A branch that is left
//   loses its state, and is new when it comes back.
// - `StateObject` makes its object once per identity, when the view first appears, and releases it with the identity; a
//   later initializer's closure is not evaluated. Outside of an installed view it makes a new object at each access
//   (SwiftUI warns of that).
// - A change announced by an object of its `StateObject` has the view evaluated again: later on the main actor, once
//   for several changes, after the change.
// - `Environment` reads the values that the nearest ancestor set, or else the key's default.
// - `DynamicProperty`: its own dynamic properties are installed, and `update()` is called, before each `body`.
//
// https://developer.apple.com/documentation/swiftui/view
// https://developer.apple.com/documentation/swiftui/stateobject
// https://developer.apple.com/documentation/swiftui/environment
// https://developer.apple.com/documentation/swiftui/environmentkey
// https://developer.apple.com/documentation/swiftui/dynamicproperty
// https://developer.apple.com/documentation/swiftui/viewbuilder
//
// Leaves out: layout, drawing, events, animations, scene phases (no view of the library uses one), all other views. It
// is stricter than SwiftUI in one respect: all of a host is evaluated again, not just what changed.

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("nothing has this view") }
}

/// A view without a body, which draws itself.
@MainActor protocol PrimitiveView {
    func show(in node: ViewNode, _ values: EnvironmentValues)
}

public struct EmptyView: View, PrimitiveView {
    nonisolated public init() {}
    public var body: Never { fatalError("has no body") }
    func show(in node: ViewNode, _ values: EnvironmentValues) {}
}

public struct Text: View, PrimitiveView {
    private let content: String

    nonisolated public init<S: StringProtocol>(_ content: S) { self.content = String(content) }
    public var body: Never { fatalError("has no body") }
    func show(in node: ViewNode, _ values: EnvironmentValues) { node.host?.show(content) }
}

public struct _ConditionalContent<TrueContent: View, FalseContent: View>: View, PrimitiveView {
    enum Branch {
        case first(TrueContent)
        case second(FalseContent)
    }

    // A value that moves from a view's description to the main actor, and is used only there.
    nonisolated(unsafe) private let branch: Branch

    nonisolated init(branch: Branch) { self.branch = branch }

    public var body: Never { fatalError("has no body") }

    func show(in node: ViewNode, _ values: EnvironmentValues) {
        switch branch {
        case .first(let content): node.child("true").evaluate(content, values)
        case .second(let content): node.child("false").evaluate(content, values)
        }
    }
}

@resultBuilder public struct ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildEither<TrueContent: View, FalseContent: View>(
        first: TrueContent
    ) -> _ConditionalContent<TrueContent, FalseContent> { _ConditionalContent(branch: .first(first)) }
    public static func buildEither<TrueContent: View, FalseContent: View>(
        second: FalseContent
    ) -> _ConditionalContent<TrueContent, FalseContent> { _ConditionalContent(branch: .second(second)) }
}

extension View {
    nonisolated public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
        EnvironmentWriter(content: self) { $0[keyPath: keyPath] = value }
    }
}

struct EnvironmentWriter<Content: View>: View, PrimitiveView {
    nonisolated(unsafe) private let content: Content
    nonisolated(unsafe) private let write: (inout EnvironmentValues) -> Void

    nonisolated init(content: Content, write: @escaping (inout EnvironmentValues) -> Void) {
        self.content = content
        self.write = write
    }

    var body: Never { fatalError("has no body") }

    func show(in node: ViewNode, _ values: EnvironmentValues) {
        var values = values
        write(&values)
        node.child("content").evaluate(content, values)
    }
}
