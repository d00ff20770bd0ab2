// Stands in for Combine, as far as an `ObservableObject` goes.
//
// Models: an `ObservableObject` has one `objectWillChange`, made when it is first asked for, which sends before any of
// the object's `@Published` properties changes; who subscribed is called at once, on the thread that changes the
// property, until the subscription is cancelled or let go.
//
// https://developer.apple.com/documentation/combine/observableobject
// https://developer.apple.com/documentation/combine/published
// https://developer.apple.com/documentation/combine/anycancellable
//
// Leaves out: back pressure, all other publishers and operators, `Published`'s own publisher. A `Record` can be made,
// and sends nothing: a client compiles with it.

/// A publisher. Only `ObservableObjectPublisher` sends values here.
public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
}

/// Ends a subscription when it is cancelled or released.
public final class AnyCancellable {
    private var onCancel: (() -> Void)?

    public init(_ cancel: @escaping () -> Void) { onCancel = cancel }

    deinit { cancel() }

    public func cancel() {
        let ended = onCancel
        onCancel = nil
        ended?()
    }
}

public final class ObservableObjectPublisher: Publisher {
    public typealias Output = Void
    public typealias Failure = Never

    private var subscribers: [Int: () -> Void] = [:]
    private var next = 0

    public init() {}

    /// Calls the subscribers in the order of their subscriptions.
    public func send() {
        for (_, receive) in subscribers.sorted(by: { $0.key < $1.key }) { receive() }
    }

    public func sink(receiveValue: @escaping (()) -> Void) -> AnyCancellable {
        let key = next
        next += 1
        subscribers[key] = { receiveValue(()) }
        return AnyCancellable { [weak self] in self?.subscribers[key] = nil }
    }
}

public protocol ObservableObject: AnyObject {
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never
    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// The object's one publisher, kept beside its published properties, as in the framework.
    public var objectWillChange: ObservableObjectPublisher {
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

/// The place where a published property finds the publisher of its object.
final class PublisherSlot {
    var publisher: ObservableObjectPublisher?
}

protocol PublishedProperty {
    var slot: PublisherSlot { get }
}

@propertyWrapper
public struct Published<Value>: PublishedProperty {
    private var value: Value
    let slot = PublisherSlot()

    public init(wrappedValue: Value) { value = wrappedValue }
    public init(initialValue: Value) { value = initialValue }

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

public enum Subscribers {
    @frozen public enum Completion<Failure: Error> {
        case finished
        case failure(Failure)
    }
}

public struct Record<Output, Failure: Error>: Publisher {
    public init(output: [Output], completion: Subscribers.Completion<Failure>) {}
}
