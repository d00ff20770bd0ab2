// Stands in for key-value observing, which Linux's Foundation lacks, as far as the library uses it.
//
// Models: a change of a key calls each observer of the key, on the thread that makes the change. The observation keeps
// neither the observer nor the observed object alive.
//
// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/observevalue(forkeypath:of:change:context:)
public import Foundation
import Synchronization

open class AppleObject: NSObject {
    open func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {}
}

public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

public enum KeyValueObservers {
    private struct Observation {
        let key: String
        weak var object: UserDefaults?
        weak var observer: AppleObject?
    }

    private static let lock = NSLock()
    nonisolated(unsafe) private static var observations: [Observation] = []

    fileprivate static func add(_ observer: AppleObject, of key: String, in object: UserDefaults) {
        lock.withLock { observations.append(Observation(key: key, object: object, observer: observer)) }
    }

    /// Tells of a change of a key in the chosen objects.
    public static func tell(of key: String, in isChosen: (UserDefaults) -> Bool) {
        for each in lock.withLock({ observations }) where each.key == key {
            guard let object = each.object, isChosen(object) else { continue }
            each.observer?.observeValue(forKeyPath: key, of: object, change: nil, context: nil)
        }
    }
}

extension UserDefaults {
    public func addObserver(
        _ observer: AppleObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions,
        context: UnsafeMutableRawPointer?
    ) {
        // The system takes the parts of a path to be names of properties, or of operators.
        precondition(
            !keyPath.isEmpty && keyPath.utf8.first != UInt8(ascii: "@") && !keyPath.utf8.contains(UInt8(ascii: ".")),
            "the object is not key value coding-compliant for \(keyPath)")
        KeyValueObservers.add(observer, of: keyPath, in: self)
    }
}
