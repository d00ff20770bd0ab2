// https://developer.apple.com/documentation/swiftui: lists, navigation, controls and time.
@_exported import CoreTransferable
public import Foundation

private func stub() -> Never { fatalError("nothing of this runs") }

// MARK: - Lists and navigation

/// https://developer.apple.com/documentation/swiftui/list
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
public struct List<SelectionValue: Hashable, Content: View>: View {
    public typealias Body = Never
    public var body: Never { stub() }
}

@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
extension List where SelectionValue == Never {
    /// https://developer.apple.com/documentation/swiftui/list/init(content:)
    public init(@ViewBuilder content: () -> Content) { stub() }
}

/// https://developer.apple.com/documentation/swiftui/form
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
public struct Form<Content: View>: View {
    public init(@ViewBuilder content: () -> Content) { stub() }
    public typealias Body = Never
    public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/section
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
public struct Section<Parent, Content, Footer> {}

@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
extension Section: View where Parent: View, Content: View, Footer: View {
    public typealias Body = Never
    public var body: Never { stub() }
    /// https://developer.apple.com/documentation/swiftui/section/init(content:header:footer:)
    public init(
        @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer
    ) { stub() }
}

@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
extension Section where Parent == EmptyView, Content: View, Footer: View {
    /// https://developer.apple.com/documentation/swiftui/section/init(content:footer:)
    public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) { stub() }
}

@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
extension Section where Parent: View, Content: View, Footer == EmptyView {
    /// https://developer.apple.com/documentation/swiftui/section/init(content:header:)
    public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) { stub() }
}

@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
    /// https://developer.apple.com/documentation/swiftui/section/init(content:)
    public init(@ViewBuilder content: () -> Content) { stub() }
}

@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
extension Section where Parent == Text, Content: View, Footer == EmptyView {
    /// https://developer.apple.com/documentation/swiftui/section/init(_:content:)-90be4
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) { stub() }
}

/// https://developer.apple.com/documentation/swiftui/foreach
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {}

@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
extension ForEach: View where Content: View {
    public typealias Body = Never
    public var body: Never { stub() }
    /// https://developer.apple.com/documentation/swiftui/foreach/init(_:id:content:)
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) { stub() }
}

@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
    /// https://developer.apple.com/documentation/swiftui/foreach/init(_:content:)
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) { stub() }
}

/// https://developer.apple.com/documentation/swiftui/tabview
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 7.0, *)
public struct TabView<SelectionValue: Hashable, Content: View>: View {
    public typealias Body = Never
    public var body: Never { stub() }
}

@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 7.0, *)
extension TabView where SelectionValue == Int {
    /// https://developer.apple.com/documentation/swiftui/tabview/init(content:)
    public init(@ViewBuilder content: () -> Content) { stub() }
}

/// https://developer.apple.com/documentation/swiftui/navigationpath
@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
public struct NavigationPath: Equatable {}

/// https://developer.apple.com/documentation/swiftui/navigationstack
@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
@MainActor @preconcurrency public struct NavigationStack<Data, Root: View>: View {
    /// https://developer.apple.com/documentation/swiftui/navigationstack/init(root:)
    public init(@ViewBuilder root: () -> Root) where Data == NavigationPath { stub() }
    public typealias Body = Never
    public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/navigationlink
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
@MainActor @preconcurrency public struct NavigationLink<Label: View, Destination: View>: View {
    /// https://developer.apple.com/documentation/swiftui/navigationlink/init(destination:label:)-27n7s
    public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) { stub() }
    public typealias Body = Never
    public var body: Never { stub() }
}

// MARK: - Controls

/// https://developer.apple.com/documentation/swiftui/buttonrole
@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
public struct ButtonRole: Equatable, Sendable {
    public static let destructive = ButtonRole()
}

/// https://developer.apple.com/documentation/swiftui/button
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
public struct Button<Label: View>: View {
    /// https://developer.apple.com/documentation/swiftui/button/init(action:label:)
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) { stub() }
    public typealias Body = Never
    public var body: Never { stub() }
}

@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
extension Button where Label == Text {
    /// https://developer.apple.com/documentation/swiftui/button/init(_:action:)-1fcgt
    public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) { stub() }
    /// https://developer.apple.com/documentation/swiftui/button/init(_:role:action:)-93ek6
    @available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
    public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) { stub() }
}

/// https://developer.apple.com/documentation/swiftui/toggle
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
public struct Toggle<Label: View>: View {
    /// https://developer.apple.com/documentation/swiftui/toggle/init(ison:label:)
    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) { stub() }
    public typealias Body = Never
    public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/stepper
@available(macOS 10.15, iOS 13.0, watchOS 9.0, *)
public struct Stepper<Label: View>: View {
    public typealias Body = Never
    public var body: Never { stub() }
}

@available(macOS 10.15, iOS 13.0, watchOS 9.0, *)
extension Stepper where Label == Text {
    /// https://developer.apple.com/documentation/swiftui/stepper/init(_:value:in:step:oneditingchanged:)-7fbpf
    public init<V: Strideable>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { stub() }
}

/// https://developer.apple.com/documentation/swiftui/labeledcontent
@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
public struct LabeledContent<Label, Content> {}

@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
extension LabeledContent: View where Label: View, Content: View {
    public typealias Body = Never
    public var body: Never { stub() }
    /// https://developer.apple.com/documentation/swiftui/labeledcontent/init(content:label:)
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) { stub() }
}

@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
extension LabeledContent where Label == Text, Content == Text {
    /// https://developer.apple.com/documentation/swiftui/labeledcontent/init(_:value:)-7e3w3
    public init<S: StringProtocol>(_ titleKey: LocalizedStringKey, value: S) { stub() }
}

/// https://developer.apple.com/documentation/swiftui/progressview
@available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
    public typealias Body = Never
    public var body: Never { stub() }
}

@available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
extension ProgressView where CurrentValueLabel == EmptyView {
    /// https://developer.apple.com/documentation/swiftui/progressview/init()
    public init() where Label == EmptyView { stub() }
}

/// https://developer.apple.com/documentation/swiftui/sharelink
@available(macOS 13.0, iOS 16.0, watchOS 9.0, *)
public struct ShareLink<
    Data: RandomAccessCollection, PreviewImage: Transferable, PreviewIcon: Transferable, Label: View
>:
    View
where Data.Element: Transferable {
    public typealias Body = Never
    public var body: Never { stub() }
}

@available(macOS 13.0, iOS 16.0, watchOS 9.0, *)
extension ShareLink where PreviewImage == Never, PreviewIcon == Never {
    /// https://developer.apple.com/documentation/swiftui/sharelink/init(item:subject:message:label:)
    public init(
        item: URL, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label
    ) where Data == CollectionOfOne<URL> { stub() }
}

// MARK: - Time

/// https://developer.apple.com/documentation/swiftui/timelineschedule
@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
public protocol TimelineSchedule {}

/// https://developer.apple.com/documentation/swiftui/periodictimelineschedule
@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
public struct PeriodicTimelineSchedule: TimelineSchedule, Sendable {}

/// https://developer.apple.com/documentation/swiftui/everyminutetimelineschedule
@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {}

@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
extension TimelineSchedule where Self == PeriodicTimelineSchedule {
    /// https://developer.apple.com/documentation/swiftui/timelineschedule/periodic(from:by:)
    public static func periodic(from startDate: Date, by interval: TimeInterval) -> PeriodicTimelineSchedule { stub() }
}

/// https://developer.apple.com/documentation/swiftui/timelineview
@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
public struct TimelineView<Schedule: TimelineSchedule, Content> {
    /// https://developer.apple.com/documentation/swiftui/timelineview/context
    public struct Context {}
}

/// https://developer.apple.com/documentation/swiftui/timelineviewdefaultcontext
@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
public typealias TimelineViewDefaultContext = TimelineView<EveryMinuteTimelineSchedule, Never>.Context

@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
extension TimelineView: View where Content: View {
    public typealias Body = Never
    public var body: Never { stub() }
    /// https://developer.apple.com/documentation/swiftui/timelineview/init(_:content:)-3nvsm
    public init(
        _ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content
    ) { stub() }
}
