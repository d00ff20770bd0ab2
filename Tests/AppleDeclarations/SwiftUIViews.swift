// https://developer.apple.com/documentation/swiftui: state, text, layout, shapes and images.
public import Combine
@_exported import CoreFoundation
public import Foundation

private func stub() -> Never { fatalError("nothing of this runs") }

@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
extension Text {
    /// https://developer.apple.com/documentation/swiftui/text/init(timerinterval:pausetime:countsdown:showshours:)
    nonisolated public init(
        timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true, showsHours: Bool = true
    ) { stub() }
}

// MARK: - State

/// https://developer.apple.com/documentation/swiftui/state
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
@frozen @propertyWrapper public struct State<Value>: DynamicProperty {
    public init(wrappedValue value: Value) { stub() }
    public var wrappedValue: Value {
        get { stub() }
        nonmutating set { stub() }
    }
    public var projectedValue: Binding<Value> { stub() }
}

@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
extension State where Value: ExpressibleByNilLiteral {
    public init() { stub() }
}

/// https://developer.apple.com/documentation/swiftui/binding
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
@frozen @propertyWrapper public struct Binding<Value> {
    /// https://developer.apple.com/documentation/swiftui/binding/init(projectedvalue:)
    public init(projectedValue: Binding<Value>) { stub() }
    public var wrappedValue: Value {
        get { stub() }
        nonmutating set { stub() }
    }
}

/// https://developer.apple.com/documentation/swiftui/observedobject
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
@MainActor @preconcurrency @propertyWrapper @frozen
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
    /// https://developer.apple.com/documentation/swiftui/observedobject/wrapper
    @MainActor @preconcurrency @dynamicMemberLookup @frozen public struct Wrapper {
        public subscript<Subject>(
            dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>
        ) -> Binding<Subject> { stub() }
    }
    public init(wrappedValue: ObjectType) { stub() }
    @MainActor @preconcurrency public var wrappedValue: ObjectType {
        get { stub() }
        set { stub() }
    }
    @MainActor @preconcurrency public var projectedValue: Wrapper { stub() }
}

// MARK: - Layout

/// https://developer.apple.com/documentation/swiftui/horizontalalignment
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
@frozen public struct HorizontalAlignment: Equatable, Sendable {
    /// https://developer.apple.com/documentation/swiftui/horizontalalignment/center
    public static let center = HorizontalAlignment()
    /// https://developer.apple.com/documentation/swiftui/horizontalalignment/leading
    public static let leading = HorizontalAlignment()
}

/// https://developer.apple.com/documentation/swiftui/verticalalignment
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
@frozen public struct VerticalAlignment: Equatable, Sendable {
    public static let center = VerticalAlignment()
}

/// https://developer.apple.com/documentation/swiftui/alignment
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
@frozen public struct Alignment: Equatable, Sendable {
    public static let center = Alignment()
    public static let leading = Alignment()
}

/// https://developer.apple.com/documentation/swiftui/edge/set
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
@frozen public enum Edge: Int8, Sendable {
    case top, leading, bottom, trailing
    @frozen public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let all = Set(rawValue: 15)
        public static let vertical = Set(rawValue: 5)
    }
}

/// https://developer.apple.com/documentation/swiftui/vstack
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
@frozen public struct VStack<Content: View>: View {
    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) { stub() }
    public typealias Body = Never
    public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/hstack
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
@frozen public struct HStack<Content: View>: View {
    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) { stub() }
    public typealias Body = Never
    public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/zstack
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
@frozen public struct ZStack<Content: View>: View {
    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) { stub() }
    public typealias Body = Never
    public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/spacer
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
@frozen public struct Spacer: View {
    public init(minLength: CGFloat? = nil) { stub() }
    public typealias Body = Never
    public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/geometryproxy
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
public struct GeometryProxy: Sendable {
    /// https://developer.apple.com/documentation/swiftui/geometryproxy/size
    public var size: CGSize { stub() }
}

/// https://developer.apple.com/documentation/swiftui/geometryreader
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
@frozen public struct GeometryReader<Content: View>: View {
    public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { stub() }
    public typealias Body = Never
    public var body: Never { stub() }
}

// MARK: - Shapes and images

/// https://developer.apple.com/documentation/swiftui/shapestyle
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
public protocol ShapeStyle: Sendable {}

/// https://developer.apple.com/documentation/swiftui/hierarchicalshapestyle
@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
@frozen public struct HierarchicalShapeStyle: ShapeStyle {}

@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
extension ShapeStyle where Self == HierarchicalShapeStyle {
    /// https://developer.apple.com/documentation/swiftui/shapestyle/secondary
    public static var secondary: HierarchicalShapeStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/backgroundstyle
@available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
@frozen public struct BackgroundStyle: ShapeStyle {}

@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
extension ShapeStyle where Self == BackgroundStyle {
    /// https://developer.apple.com/documentation/swiftui/shapestyle/background
    public static var background: BackgroundStyle { stub() }
}

/// https://developer.apple.com/documentation/swiftui/color
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
@frozen public struct Color: ShapeStyle, Hashable {
    public static let red = Color()
    public static let orange = Color()
    public static let green = Color()
    public static let primary = Color()
    public static let secondary = Color()
    public static var accentColor: Color { stub() }
    /// https://developer.apple.com/documentation/swiftui/color/opacity(_:)
    public func opacity(_ opacity: Double) -> Color { stub() }
}

@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
extension ShapeStyle where Self == Color {
    /// https://developer.apple.com/documentation/swiftui/shapestyle/red
    public static var red: Color { stub() }
    /// https://developer.apple.com/documentation/swiftui/shapestyle/orange
    public static var orange: Color { stub() }
    /// https://developer.apple.com/documentation/swiftui/shapestyle/green
    public static var green: Color { stub() }
}

/// https://developer.apple.com/documentation/swiftui/shape
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
public protocol Shape: Sendable, View {}

@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
extension Shape {
    /// https://developer.apple.com/documentation/swiftui/shape/fill(_:style:)-2aoqg
    nonisolated public func fill<S: ShapeStyle>(_ content: S) -> some View { EmptyView() }
}

/// https://developer.apple.com/documentation/swiftui/capsule
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
@frozen public struct Capsule: Shape {
    nonisolated public init() {}
    public typealias Body = Never
    public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/rectangle
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
@frozen public struct Rectangle: Shape {
    nonisolated public init() {}
    public typealias Body = Never
    public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/image
@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
@frozen public struct Image: View {
    /// https://developer.apple.com/documentation/swiftui/image/init(systemname:)
    @available(macOS 11.0, *)
    nonisolated public init(systemName: String) { stub() }
    public typealias Body = Never
    public var body: Never { stub() }
}

/// https://developer.apple.com/documentation/swiftui/label
@available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
public struct Label<Title: View, Icon: View>: View {
    public typealias Body = Never
    public var body: Never { stub() }
}

@available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
extension Label where Title == Text, Icon == Image {
    /// https://developer.apple.com/documentation/swiftui/label/init(_:systemimage:)-9lzji
    nonisolated public init(_ titleKey: LocalizedStringKey, systemImage name: String) { stub() }
    /// https://developer.apple.com/documentation/swiftui/label/init(_:systemimage:)-8bxm2
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, systemImage name: String) { stub() }
}
