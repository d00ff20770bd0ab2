// https://developer.apple.com/documentation/widgetkit: Live Activities and timelines. `Widget` and its bundle are in
// SwiftUI.
public import ActivityKit
public import SwiftUI

private func stub() -> Never { fatalError("nothing of this runs") }

/// https://developer.apple.com/documentation/widgetkit/timelineentry
@available(iOS 14.0, macOS 11.0, watchOS 9.0, *)
public protocol TimelineEntry {
    /// https://developer.apple.com/documentation/widgetkit/timelineentry/date
    var date: Date { get }
}

/// https://developer.apple.com/documentation/widgetkit/timelinereloadpolicy
@available(iOS 14.0, macOS 11.0, watchOS 9.0, *)
public struct TimelineReloadPolicy: Equatable, Sendable {
    /// https://developer.apple.com/documentation/widgetkit/timelinereloadpolicy/after(_:)
    public static func after(_ date: Date) -> TimelineReloadPolicy { stub() }
}

/// https://developer.apple.com/documentation/widgetkit/timeline
@available(iOS 14.0, macOS 11.0, watchOS 9.0, *)
public struct Timeline<EntryType: TimelineEntry> {
    /// https://developer.apple.com/documentation/widgetkit/timeline/init(entries:policy:)
    public init(entries: [EntryType], policy: TimelineReloadPolicy) { stub() }
}

/// https://developer.apple.com/documentation/widgetkit/timelineprovidercontext
@available(iOS 14.0, macOS 11.0, watchOS 9.0, *)
public struct TimelineProviderContext {}

/// https://developer.apple.com/documentation/widgetkit/timelineprovider
@available(iOS 14.0, macOS 11.0, watchOS 9.0, *)
public protocol TimelineProvider {
    associatedtype Entry: TimelineEntry
    typealias Context = TimelineProviderContext
    /// https://developer.apple.com/documentation/widgetkit/timelineprovider/placeholder(in:)
    @preconcurrency func placeholder(in context: Self.Context) -> Self.Entry
    /// https://developer.apple.com/documentation/widgetkit/timelineprovider/getsnapshot(in:completion:)
    @preconcurrency func getSnapshot(
        in context: Self.Context, completion: @escaping @Sendable (Self.Entry) -> Void)
    /// https://developer.apple.com/documentation/widgetkit/timelineprovider/gettimeline(in:completion:)
    @preconcurrency func getTimeline(
        in context: Self.Context, completion: @escaping @Sendable (Timeline<Self.Entry>) -> Void)
}

/// https://developer.apple.com/documentation/widgetkit/staticconfiguration
@available(iOS 14.0, macOS 11.0, watchOS 9.0, *)
@MainActor @preconcurrency public struct StaticConfiguration<Content: View>: WidgetConfiguration {
    /// https://developer.apple.com/documentation/widgetkit/staticconfiguration/init(kind:provider:content:)
    @MainActor @preconcurrency public init<Provider: TimelineProvider>(
        kind: String, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
    ) { stub() }
    public typealias Body = Never
    public var body: Never { stub() }
}

@available(iOS 17.0, macOS 14.0, watchOS 10.0, *)
extension ContainerBackgroundPlacement {
    /// https://developer.apple.com/documentation/swiftui/containerbackgroundplacement/widget
    public static var widget: ContainerBackgroundPlacement { stub() }
}

/// https://developer.apple.com/documentation/widgetkit/activityviewcontext
@available(iOS 16.1, *)
public struct ActivityViewContext<Attributes: ActivityAttributes> {
    init() { stub() }
    /// https://developer.apple.com/documentation/widgetkit/activityviewcontext/attributes
    public let attributes: Attributes
    /// https://developer.apple.com/documentation/widgetkit/activityviewcontext/state
    public let state: Attributes.ContentState
}

/// https://developer.apple.com/documentation/widgetkit/activityconfiguration
@available(iOS 16.1, *)
@MainActor @preconcurrency public struct ActivityConfiguration<Attributes: ActivityAttributes>: WidgetConfiguration {
    /// https://developer.apple.com/documentation/widgetkit/activityconfiguration/init(for:content:dynamicisland:)
    @MainActor @preconcurrency public init<Content: View>(
        for attributesType: Attributes.Type,
        @ViewBuilder content: @escaping (ActivityViewContext<Attributes>) -> Content,
        dynamicIsland: @escaping (ActivityViewContext<Attributes>) -> DynamicIsland
    ) { stub() }
    public typealias Body = Never
    public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/widgetkit/dynamicisland
@available(iOS 16.1, *)
public struct DynamicIsland {
    /// https://developer.apple.com/documentation/widgetkit/dynamicisland/init(expanded:compactleading:compacttrailing:minimal:)
    public init<Expanded: View, CompactLeading: View, CompactTrailing: View, Minimal: View>(
        @DynamicIslandExpandedContentBuilder expanded: @escaping () -> DynamicIslandExpandedContent<Expanded>,
        @ViewBuilder compactLeading: @escaping () -> CompactLeading,
        @ViewBuilder compactTrailing: @escaping () -> CompactTrailing,
        @ViewBuilder minimal: @escaping () -> Minimal
    ) { stub() }
}

/// https://developer.apple.com/documentation/widgetkit/dynamicislandexpandedregion
@available(iOS 16.1, *)
public struct DynamicIslandExpandedRegion<Content: View> {
    /// https://developer.apple.com/documentation/widgetkit/dynamicislandexpandedregion/init(_:priority:content:)
    public init(
        _ position: DynamicIslandExpandedRegionPosition, priority: Double = 0, @ViewBuilder content: () -> Content
    ) { stub() }
}

/// https://developer.apple.com/documentation/widgetkit/dynamicislandexpandedregionposition
@available(iOS 16.1, *)
public struct DynamicIslandExpandedRegionPosition: Sendable {
    /// https://developer.apple.com/documentation/widgetkit/dynamicislandexpandedregionposition/leading
    public static let leading = DynamicIslandExpandedRegionPosition()
    /// https://developer.apple.com/documentation/widgetkit/dynamicislandexpandedregionposition/trailing
    public static let trailing = DynamicIslandExpandedRegionPosition()
    /// https://developer.apple.com/documentation/widgetkit/dynamicislandexpandedregionposition/bottom
    public static let bottom = DynamicIslandExpandedRegionPosition()
}

/// https://developer.apple.com/documentation/widgetkit/dynamicislandexpandedcontent
@available(iOS 16.1, *)
public struct DynamicIslandExpandedContent<Content: View> {
    init() { stub() }
}

/// https://developer.apple.com/documentation/widgetkit/dynamicislandexpandedcontentbuilder
@available(iOS 16.1, *)
@resultBuilder public struct DynamicIslandExpandedContentBuilder {
    public static func buildPartialBlock<C: View>(
        first: DynamicIslandExpandedRegion<C>
    ) -> DynamicIslandExpandedContent<some View> { DynamicIslandExpandedContent<EmptyView>() }
    public static func buildPartialBlock<C0: View, C1: View>(
        accumulated: DynamicIslandExpandedContent<C0>, next: DynamicIslandExpandedRegion<C1>
    ) -> DynamicIslandExpandedContent<some View> { DynamicIslandExpandedContent<EmptyView>() }
}
