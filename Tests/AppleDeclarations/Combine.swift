// https://developer.apple.com/documentation/combine, as far as an `ObservableObject` goes. The bodies run on Linux.
//
// Models: an `ObservableObject` has one `objectWillChange`, which its first access creates. It sends before any of the
// object's `@Published` properties changes. The subscribers are called at once, on the thread that changes the
// property, until the subscription is cancelled or released.
//
// Leaves out: back pressure, all other publishers and operators, `Published`'s own publisher. A `Record` sends nothing.
// It exists so that a client compiles.

/// https://developer.apple.com/documentation/combine/publisher
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
}

/// https://developer.apple.com/documentation/combine/anycancellable
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
final public class AnyCancellable {
    private var onCancel: (() -> Void)?
    /// https://developer.apple.com/documentation/combine/anycancellable/init(_:)
    public init(_ cancel: @escaping () -> Void) { onCancel = cancel }
    deinit { cancel() }
    /// https://developer.apple.com/documentation/combine/anycancellable/cancel()
    final public func cancel() {
        let ended = onCancel
        onCancel = nil
        ended?()
    }
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
    public var objectWillChange: ObservableObjectPublisher {
        // Kept beside the object's published properties, as in the framework.
        var slots: [PublisherSlot] = []
        var mirror: Mirror? = Mirror(reflecting: self)
        while let level = mirror {
            slots += level.children.compactMap { ($0.value as? any PublishedProperty)?.slot }
            mirror = level.superclassMirror
        }
        let publisher = slots.lazy.compactMap { $0.publisher }.first ?? ObservableObjectPublisher()
        for slot in slots { slot.publisher = publisher }
        return publisher
    }
}

/// https://developer.apple.com/documentation/combine/observableobjectpublisher; documented as no `Sendable`
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
final public class ObservableObjectPublisher: Publisher {
    public typealias Output = Void
    public typealias Failure = Never

    private var subscribers: [Int: () -> Void] = [:]
    private var next = 0

    public init() {}
    /// Calls the subscribers in the order of their subscriptions.
    final public func send() {
        for (_, receive) in subscribers.sorted(by: { $0.key < $1.key }) { receive() }
    }
    /// https://developer.apple.com/documentation/combine/publisher/sink(receivevalue:)
    final public func sink(receiveValue: @escaping (()) -> Void) -> AnyCancellable {
        let key = next
        next += 1
        subscribers[key] = { receiveValue(()) }
        return AnyCancellable { [weak self] in self?.subscribers[key] = nil }
    }
}

/// The place where a published property finds the publisher of its object.
final class PublisherSlot {
    var publisher: ObservableObjectPublisher?
}

protocol PublishedProperty {
    var slot: PublisherSlot { get }
}

/// https://developer.apple.com/documentation/combine/published
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
@propertyWrapper public struct Published<Value>: PublishedProperty {
    private var value: Value
    let slot = PublisherSlot()

    public init(wrappedValue: Value) { value = wrappedValue }
    public init(initialValue: Value) { value = initialValue }

    /// https://developer.apple.com/documentation/combine/published/publisher
    public struct Publisher: Combine.Publisher {
        public typealias Output = Value
        public typealias Failure = Never
    }

    public var projectedValue: Published<Value>.Publisher {
        mutating get { Publisher() }
        set {}
    }

    @available(*, unavailable, message: "@Published is only available on properties of classes")
    public var wrappedValue: Value {
        get { value }
        set { value = newValue }
    }
    public static subscript<EnclosingSelf: AnyObject>(
        _enclosingInstance object: EnclosingSelf,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
    ) -> Value {
        get { object[keyPath: storageKeyPath].value }
        set {
            object[keyPath: storageKeyPath].slot.publisher?.send()
            object[keyPath: storageKeyPath].value = newValue
        }
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
    public init(output: [Output], completion: Subscribers.Completion<Failure>) {}
}
