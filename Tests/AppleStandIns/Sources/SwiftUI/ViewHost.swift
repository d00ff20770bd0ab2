import Combine

/// Hosts a view as a screen would, and returns its texts. Not part of SwiftUI, which has `UIHostingController`.
@MainActor public final class ViewHost<Root: View> {
    private let root: () -> Root
    private let host = Host()

    /// Shows a view, whose value is made anew for each evaluation, as in a parent's body.
    public init(_ root: @escaping () -> Root) {
        self.root = root
        host.evaluate = { [unowned self] in host.node.evaluate(self.root(), EnvironmentValues()) }
        host.render()
    }

    /// The texts on the screen.
    public var texts: [String] { host.texts }

    /// The texts so far: each change once.
    public var history: [[String]] { host.history }

    /// Evaluates the view again without a change, as SwiftUI may at any time.
    public func evaluateAgain() { host.render() }
}

@MainActor final class Host {
    private(set) lazy var node = ViewNode(host: self)
    var evaluate: () -> Void = {}
    private(set) var texts: [String] = []
    private(set) var history: [[String]] = []
    private var isInvalid = false

    func show(_ text: String) { texts.append(text) }

    func render() {
        isInvalid = false
        texts = []
        node.begin()
        evaluate()
        node.end()
        if history.last != texts { history.append(texts) }
    }

    /// Schedules an evaluation after the change that is about to happen.
    func invalidate() {
        guard !isInvalid else { return }
        isInvalid = true
        Task { @MainActor [weak self] in
            if let self, isInvalid { render() }
        }
    }
}

/// A place in the hierarchy, with the state that it keeps between evaluations.
@MainActor final class ViewNode {
    private(set) weak var host: Host?
    private var children: [String: ViewNode] = [:]
    private var used: Set<String> = []
    private var objects: [String: (object: AnyObject, subscription: AnyCancellable?)] = [:]

    init(host: Host?) { self.host = host }

    func begin() { used = [] }

    /// Releases the places that no longer exist.
    func end() { children = children.filter { used.contains($0.key) } }

    func child(_ name: String) -> ViewNode {
        used.insert(name)
        if let child = children[name] { return child }
        let child = ViewNode(host: host)
        children[name] = child
        return child
    }

    func object<Object: ObservableObject>(_ name: String, make: () -> Object) -> Object {
        if let kept = objects[name]?.object as? Object { return kept }
        let object = make()
        let publisher = object.objectWillChange as? ObservableObjectPublisher
        objects[name] = (object, publisher?.sink { [weak host] in host?.invalidate() })
        return object
    }

    func evaluate<V: View>(_ view: V, _ values: EnvironmentValues) {
        begin()
        defer { end() }
        if let primitive = view as? any PrimitiveView { return primitive.show(in: self, values) }
        install(view, "", values)
        child("body").evaluate(view.body, values)
    }

    private func install(_ value: Any, _ path: String, _ values: EnvironmentValues) {
        for (number, child) in Mirror(reflecting: value).children.enumerated() {
            let name = path + "." + (child.label ?? String(number))
            if let property = child.value as? any InstalledProperty {
                property.install(in: self, as: name, values)
            } else if var property = child.value as? any DynamicProperty {
                install(property, name, values)
                property.update()
            }
        }
    }
}
