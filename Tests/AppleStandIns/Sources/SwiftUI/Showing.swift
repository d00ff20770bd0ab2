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

/// A view without a body, which draws itself.
@MainActor protocol PrimitiveView {
    func show(in node: ViewNode, _ values: EnvironmentValues)
}

extension EmptyView: PrimitiveView {
    func show(in node: ViewNode, _ values: EnvironmentValues) {}
}

extension Text: PrimitiveView {
    func show(in node: ViewNode, _ values: EnvironmentValues) { node.host?.show(content) }
}

extension _ConditionalContent: PrimitiveView {
    func show(in node: ViewNode, _ values: EnvironmentValues) {
        switch branch {
        case .first(let content): node.child("true").evaluate(content, values)
        case .second(let content): node.child("false").evaluate(content, values)
        }
    }
}

extension EnvironmentWriter: PrimitiveView {
    func show(in node: ViewNode, _ values: EnvironmentValues) {
        var values = values
        write(&values)
        node.child("content").evaluate(content, values)
    }
}

/// A property that has to be installed in a view before it can be read.
@MainActor protocol InstalledProperty {
    func install(in node: ViewNode, as name: String, _ values: EnvironmentValues)
}

extension StateObject: InstalledProperty {
    func install(in node: ViewNode, as name: String, _ values: EnvironmentValues) {
        place.object = node.object(name, make: thunk)
    }
}

extension Environment: InstalledProperty {
    func install(in node: ViewNode, as name: String, _ values: EnvironmentValues) { place.values = values }
}
