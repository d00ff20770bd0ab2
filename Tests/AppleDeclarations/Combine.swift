// https://developer.apple.com/documentation/combine

/// https://developer.apple.com/documentation/combine/publisher
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
}

/// https://developer.apple.com/documentation/combine/observableobject
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
public protocol ObservableObject: AnyObject {
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where Self.ObjectWillChangePublisher.Failure == Never
    var objectWillChange: Self.ObjectWillChangePublisher { get }
}

@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
extension ObservableObject where Self.ObjectWillChangePublisher == ObservableObjectPublisher {
    /// https://developer.apple.com/documentation/combine/observableobject/objectwillchange-5gopl
    public var objectWillChange: ObservableObjectPublisher { stub() }
}

/// https://developer.apple.com/documentation/combine/observableobjectpublisher; documented as no `Sendable`
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
final public class ObservableObjectPublisher: Publisher {
    public typealias Output = Void
    public typealias Failure = Never
    public init() { stub() }
    final public func send() { stub() }
}

/// https://developer.apple.com/documentation/combine/published
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
@propertyWrapper public struct Published<Value> {
    public init(wrappedValue: Value) { stub() }
    public init(initialValue: Value) { stub() }

    /// https://developer.apple.com/documentation/combine/published/publisher
    public struct Publisher: Combine.Publisher {
        public typealias Output = Value
        public typealias Failure = Never
    }

    public var projectedValue: Published<Value>.Publisher {
        mutating get { stub() }
        set { stub() }
    }

    @available(*, unavailable, message: "@Published is only available on properties of classes")
    public var wrappedValue: Value {
        get { stub() }
        set { stub() }
    }
    public static subscript<EnclosingSelf: AnyObject>(
        _enclosingInstance object: EnclosingSelf,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
    ) -> Value {
        get { stub() }
        set { stub() }
    }
}

/// https://developer.apple.com/documentation/combine/subscribers
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
public enum Subscribers {
    /// https://developer.apple.com/documentation/combine/subscribers/completion
    @frozen public enum Completion<Failure: Error> {
        case finished
        case failure(Failure)
    }
}

/// https://developer.apple.com/documentation/combine/record
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
public struct Record<Output, Failure: Error>: Publisher {
    /// https://developer.apple.com/documentation/combine/record/init(output:completion:)
    public init(output: [Output], completion: Subscribers.Completion<Failure>) { stub() }
}

private func stub() -> Never { fatalError("nothing of this runs") }
