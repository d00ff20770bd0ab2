// https://developer.apple.com/documentation/swiftui: apps, scenes and widgets.

#if os(iOS) || os(tvOS)
    public import UIKit
#endif

private func stub() -> Never { fatalError("nothing of this runs") }

/// https://developer.apple.com/documentation/swiftui/app
@available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
    @MainActor @preconcurrency init()
}

@available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
extension App {
    /// https://developer.apple.com/documentation/swiftui/app/main()
    @MainActor @preconcurrency public static func main() { stub() }
}

/// https://developer.apple.com/documentation/swiftui/scene
@available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

@available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
extension Never: Scene {}

/// https://developer.apple.com/documentation/swiftui/scenebuilder
@available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
@resultBuilder public struct SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// https://developer.apple.com/documentation/swiftui/windowgroup
@available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
public struct WindowGroup<Content: View>: Scene {
    /// https://developer.apple.com/documentation/swiftui/windowgroup/init(content:)
    public init(@ViewBuilder content: () -> Content) { stub() }
    public typealias Body = Never
    public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/backgroundtask
@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
public struct BackgroundTask<Request, Response>: Sendable {}

@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
extension BackgroundTask {
    /// https://developer.apple.com/documentation/swiftui/backgroundtask/apprefresh(_:)
    public static func appRefresh(
        _ identifier: String
    ) -> BackgroundTask<Void, Void> where Request == Void, Response == Void { stub() }
}

@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
extension Scene {
    /// https://developer.apple.com/documentation/swiftui/scene/backgroundtask(_:action:)
    nonisolated public func backgroundTask<D: Sendable, R: Sendable>(
        _ task: BackgroundTask<D, R>, action: @escaping @Sendable (D) async -> R
    ) -> some Scene { NoScene() }
}

@available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
struct NoScene: Scene {
    nonisolated init() {}
    var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/scenephase
@available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
public enum ScenePhase: Comparable, Sendable {
    case background
    case inactive
    case active
}

@available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
extension EnvironmentValues {
    /// https://developer.apple.com/documentation/swiftui/environmentvalues/scenephase
    public var scenePhase: ScenePhase {
        get { stub() }
        set { stub() }
    }
}

#if os(iOS) || os(tvOS)
    /// https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor
    @available(iOS 14.0, tvOS 14.0, *)
    @MainActor @preconcurrency @propertyWrapper
    public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate>: DynamicProperty {
        /// https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor/init(_:)-59sfu
        @MainActor @preconcurrency public init(_ delegateType: DelegateType.Type = DelegateType.self) { stub() }
        /// https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor/wrappedvalue
        @MainActor @preconcurrency public var wrappedValue: DelegateType { stub() }
    }
#endif

/// https://developer.apple.com/documentation/swiftui/widget
@available(iOS 14.0, macOS 11.0, watchOS 9.0, *)
@MainActor @preconcurrency public protocol Widget {
    associatedtype Body: WidgetConfiguration
    @MainActor @preconcurrency init()
    @MainActor @preconcurrency var body: Self.Body { get }
}

/// https://developer.apple.com/documentation/swiftui/widgetconfiguration
@available(iOS 14.0, macOS 11.0, watchOS 9.0, *)
@MainActor @preconcurrency public protocol WidgetConfiguration {
    associatedtype Body: WidgetConfiguration
    @MainActor @preconcurrency var body: Self.Body { get }
}

@available(iOS 14.0, macOS 11.0, watchOS 9.0, *)
extension Never: WidgetConfiguration {}

/// https://developer.apple.com/documentation/swiftui/widgetbundle
@available(iOS 14.0, macOS 11.0, watchOS 9.0, *)
@MainActor @preconcurrency public protocol WidgetBundle {
    associatedtype Body: Widget
    @MainActor @preconcurrency init()
    @WidgetBundleBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

@available(iOS 14.0, macOS 11.0, watchOS 9.0, *)
extension WidgetBundle {
    /// https://developer.apple.com/documentation/swiftui/widgetbundle/main()
    @MainActor @preconcurrency public static func main() { stub() }
}

/// https://developer.apple.com/documentation/swiftui/widgetbundlebuilder
@available(iOS 14.0, macOS 11.0, watchOS 9.0, *)
@resultBuilder public struct WidgetBundleBuilder {
    public static func buildBlock<Content: Widget>(_ content: Content) -> Content { content }
    @MainActor public static func buildBlock<C0: Widget, C1: Widget>(_ c0: C0, _ c1: C1) -> some Widget { c0 }
}

@available(iOS 14.0, macOS 11.0, watchOS 9.0, *)
extension WidgetConfiguration {
    /// https://developer.apple.com/documentation/swiftui/widgetconfiguration/configurationdisplayname(_:)
    @MainActor @preconcurrency public func configurationDisplayName<S: StringProtocol>(
        _ displayName: S
    ) -> some WidgetConfiguration { self }
    /// https://developer.apple.com/documentation/swiftui/widgetconfiguration/description(_:)
    @MainActor @preconcurrency public func description<S: StringProtocol>(
        _ description: S
    ) -> some WidgetConfiguration { self }
}
