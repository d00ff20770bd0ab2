// Properties that a view keeps or is given; see View.swift for what they model.
public import Combine

public protocol DynamicProperty {
    mutating func update()
}

extension DynamicProperty {
    public mutating func update() {}
}

/// A property that has to be installed in a view before it can be read.
@MainActor protocol InstalledProperty {
    func install(in node: ViewNode, as name: String, _ values: EnvironmentValues)
}

@MainActor @preconcurrency @propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty, InstalledProperty {
    @MainActor private final class Place {
        var object: ObjectType?
        nonisolated init() {}
    }

    nonisolated(unsafe) private let thunk: () -> ObjectType
    private let place = Place()

    nonisolated public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { self.thunk = thunk }

    public var wrappedValue: ObjectType { place.object ?? thunk() }

    func install(in node: ViewNode, as name: String, _ values: EnvironmentValues) {
        place.object = node.object(name, make: thunk)
    }
}

@propertyWrapper
public struct Environment<Value>: DynamicProperty, InstalledProperty {
    private final class Place {
        var values = EnvironmentValues()
    }

    private let keyPath: KeyPath<EnvironmentValues, Value>
    private let place = Place()

    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

    public var wrappedValue: Value { place.values[keyPath: keyPath] }

    func install(in node: ViewNode, as name: String, _ values: EnvironmentValues) { place.values = values }
}

public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]

    public init() {}

    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }
}
