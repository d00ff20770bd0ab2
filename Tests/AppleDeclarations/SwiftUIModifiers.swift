// https://developer.apple.com/documentation/swiftui/view: modifiers, fonts and what VoiceOver says.
public import Foundation

private func stub() -> Never { fatalError("nothing of this runs") }

/// https://developer.apple.com/documentation/swiftui/font
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
@frozen public struct Font: Hashable, Sendable {
    /// https://developer.apple.com/documentation/swiftui/font/largetitle
    public static let largeTitle = Font()
    /// https://developer.apple.com/documentation/swiftui/font/title
    public static let title = Font()
    /// https://developer.apple.com/documentation/swiftui/font/title2
    @available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
    public static let title2 = Font()
    /// https://developer.apple.com/documentation/swiftui/font/headline
    public static let headline = Font()
    /// https://developer.apple.com/documentation/swiftui/font/callout
    public static let callout = Font()
    /// https://developer.apple.com/documentation/swiftui/font/footnote
    public static let footnote = Font()
    /// https://developer.apple.com/documentation/swiftui/font/monospaceddigit()
    public func monospacedDigit() -> Font { stub() }
    /// https://developer.apple.com/documentation/swiftui/font/monospaced()
    @available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
    public func monospaced() -> Font { stub() }
}

/// https://developer.apple.com/documentation/swiftui/textalignment
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
@frozen public enum TextAlignment: Hashable, Sendable { case leading, center, trailing }

/// https://developer.apple.com/documentation/swiftui/accessibilitychildbehavior
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
public struct AccessibilityChildBehavior: Hashable, Sendable {
    public static let ignore = AccessibilityChildBehavior()
    public static let combine = AccessibilityChildBehavior()
}

/// https://developer.apple.com/documentation/swiftui/redactionreasons
@available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
public struct RedactionReasons: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// https://developer.apple.com/documentation/swiftui/redactionreasons/placeholder
    public static let placeholder = RedactionReasons(rawValue: 1)
}

/// https://developer.apple.com/documentation/swiftui/containerbackgroundplacement
@available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
public struct ContainerBackgroundPlacement: Sendable, Hashable {}

@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
extension View {
    /// https://developer.apple.com/documentation/swiftui/view/redacted(reason:)
    @available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
    nonisolated public func redacted(reason: RedactionReasons) -> some View { EmptyView() }
    /// https://developer.apple.com/documentation/swiftui/view/containerbackground(_:for:)
    @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
    nonisolated public func containerBackground<S: ShapeStyle>(
        _ style: S, for container: ContainerBackgroundPlacement
    ) -> some View { EmptyView() }
    /// https://developer.apple.com/documentation/swiftui/view/font(_:)
    nonisolated public func font(_ font: Font?) -> some View { EmptyView() }
    /// https://developer.apple.com/documentation/swiftui/view/foregroundstyle(_:)
    @available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { EmptyView() }
    /// https://developer.apple.com/documentation/swiftui/view/multilinetextalignment(_:)
    nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { EmptyView() }
    /// https://developer.apple.com/documentation/swiftui/view/padding(_:_:)
    nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { EmptyView() }
    /// https://developer.apple.com/documentation/swiftui/view/frame(width:height:alignment:)
    nonisolated public func frame(
        width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { EmptyView() }
    /// https://developer.apple.com/documentation/swiftui/view/frame(minwidth:idealwidth:maxwidth:minheight:idealheight:maxheight:alignment:)
    nonisolated public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { EmptyView() }
    /// https://developer.apple.com/documentation/swiftui/view/offset(x:y:)
    nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { EmptyView() }
    /// https://developer.apple.com/documentation/swiftui/view/disabled(_:)
    nonisolated public func disabled(_ disabled: Bool) -> some View { EmptyView() }
    /// https://developer.apple.com/documentation/swiftui/view/tabitem(_:)
    nonisolated public func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View { EmptyView() }
    /// https://developer.apple.com/documentation/swiftui/view/task(id:priority:_:)
    @available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
    nonisolated public func task<T: Equatable>(
        id value: T, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { EmptyView() }
    /// https://developer.apple.com/documentation/swiftui/view/navigationtitle(_:)-avgj
    @available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
    nonisolated public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { EmptyView() }
    /// https://developer.apple.com/documentation/swiftui/view/navigationtitle(_:)-43srq
    @available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
    @_disfavoredOverload nonisolated public func navigationTitle<S: StringProtocol>(_ title: S) -> some View {
        EmptyView()
    }

    /// https://developer.apple.com/documentation/swiftui/view/accessibilityelement(children:)
    nonisolated public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
        EmptyView()
    }
    /// https://developer.apple.com/documentation/swiftui/view/accessibilitylabel(_:)-1d7jv
    @available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
    nonisolated public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View { EmptyView() }
    /// https://developer.apple.com/documentation/swiftui/view/accessibilityvalue(_:)-33r3k
    @available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
    nonisolated public func accessibilityValue(_ valueKey: LocalizedStringKey) -> some View { EmptyView() }
    /// https://developer.apple.com/documentation/swiftui/view/accessibilityhidden(_:)
    @available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
    nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { EmptyView() }
}
