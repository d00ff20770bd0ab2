// https://developer.apple.com/documentation/widgetkit: what shows a Live Activity. `Widget` and its bundle are
// SwiftUI's.
public import ActivityKit
public import SwiftUI

private func stub() -> Never { fatalError("nothing of this runs") }

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
