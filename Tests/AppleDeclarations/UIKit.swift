// https://developer.apple.com/documentation/uikit. On iOS alone: a Mac has none. UIKit exports Foundation.
@_exported import Foundation

/// https://developer.apple.com/documentation/uikit/uiresponder
@available(iOS 2.0, *)
@MainActor open class UIResponder: NSObject {}

/// https://developer.apple.com/documentation/uikit/uiapplication
@available(iOS 2.0, *)
@MainActor open class UIApplication: UIResponder {
    /// https://developer.apple.com/documentation/uikit/uiapplication/shared
    @available(
        iOSApplicationExtension, unavailable, message: "Use view controller based solutions where appropriate instead."
    )
    open class var shared: UIApplication { stub() }
    /// https://developer.apple.com/documentation/uikit/uiapplication/isprotecteddataavailable
    @available(iOS 4.0, *)
    open var isProtectedDataAvailable: Bool { canReadFiles }
    /// https://developer.apple.com/documentation/uikit/uiapplication/launchoptionskey
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }
    /// https://developer.apple.com/documentation/uikit/uiapplication/didbecomeactivenotification
    nonisolated public class var didBecomeActiveNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationDidBecomeActiveNotification")
    }
    /// https://developer.apple.com/documentation/uikit/uiapplication/willenterforegroundnotification
    @available(iOS 4.0, *)
    nonisolated public class var willEnterForegroundNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationWillEnterForegroundNotification")
    }
    /// https://developer.apple.com/documentation/uikit/uiapplication/protecteddatawillbecomeunavailablenotification
    @available(iOS 4.0, *)
    nonisolated public class var protectedDataWillBecomeUnavailableNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationProtectedDataWillBecomeUnavailable")
    }
    /// https://developer.apple.com/documentation/uikit/uiapplication/protecteddatadidbecomeavailablenotification
    @available(iOS 4.0, *)
    nonisolated public class var protectedDataDidBecomeAvailableNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationProtectedDataDidBecomeAvailable")
    }

    // The system's knowledge of the process, which RunningApplication.swift changes.
    static var current: UIApplication?
    var canReadFiles = true
    var (isInForeground, hasBeenInForeground, isSuspended) = (false, false, false)
}

/// https://developer.apple.com/documentation/uikit/uiapplicationdelegate; the methods are optional
@available(iOS 2.0, *)
@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
    /// https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:didfinishlaunchingwithoptions:)
    @available(iOS 3.0, *)
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
}

extension UIApplicationDelegate {
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
}

private func stub() -> Never { fatalError("no stand-in has this") }
