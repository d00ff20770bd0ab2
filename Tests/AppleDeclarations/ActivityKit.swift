// https://developer.apple.com/documentation/activitykit. Since iOS 16.1, the content with its date since 16.2.
@_exported import Foundation

private func stub() -> Never { fatalError("nothing of this runs") }

/// https://developer.apple.com/documentation/activitykit/activityattributes
@available(iOS 16.1, *)
public protocol ActivityAttributes: Decodable, Encodable {
    /// https://developer.apple.com/documentation/activitykit/activityattributes/contentstate
    associatedtype ContentState: Decodable, Encodable, Hashable
}

/// https://developer.apple.com/documentation/activitykit/activitycontent
@available(iOS 16.2, *)
public struct ActivityContent<State: Decodable & Encodable & Hashable> {
    /// https://developer.apple.com/documentation/activitykit/activitycontent/init(state:staledate:relevancescore:)
    public init(state: State, staleDate: Date?, relevanceScore: Double = 0.0) { stub() }
}

@available(iOS 16.2, *)
extension ActivityContent: Sendable where State: Sendable {}

/// https://developer.apple.com/documentation/activitykit/activity; documented as no `Sendable`
@available(iOS 16.1, *)
public class Activity<Attributes: ActivityAttributes> {
    init() { stub() }
    /// https://developer.apple.com/documentation/activitykit/activity/contentstate-swift.typealias
    public typealias ContentState = Attributes.ContentState
    /// https://developer.apple.com/documentation/activitykit/activity/activities
    public static var activities: [Activity<Attributes>] { stub() }
    /// https://developer.apple.com/documentation/activitykit/activity/request(attributes:content:pushtype:)
    @available(iOS 16.2, *)
    public static func request(
        attributes: Attributes, content: ActivityContent<Activity<Attributes>.ContentState>, pushType: PushType? = nil
    ) throws -> Activity<Attributes> { stub() }
    /// https://developer.apple.com/documentation/activitykit/activity/content
    @available(iOS 16.2, *)
    public var content: ActivityContent<Activity<Attributes>.ContentState> { stub() }
    /// https://developer.apple.com/documentation/activitykit/activity/update(_:)
    @available(iOS 16.2, *)
    public func update(_ content: ActivityContent<Activity<Attributes>.ContentState>) async { stub() }
    /// https://developer.apple.com/documentation/activitykit/activity/end(_:dismissalpolicy:)
    @available(iOS 16.2, *)
    public func end(
        _ content: ActivityContent<Activity<Attributes>.ContentState>?,
        dismissalPolicy: ActivityUIDismissalPolicy = .default
    ) async { stub() }
}

/// https://developer.apple.com/documentation/activitykit/pushtype
@available(iOS 16.1, *)
public struct PushType: Sendable {}

/// https://developer.apple.com/documentation/activitykit/activityuidismissalpolicy
@available(iOS 16.1, *)
public struct ActivityUIDismissalPolicy: Sendable {
    /// https://developer.apple.com/documentation/activitykit/activityuidismissalpolicy/default
    public static let `default` = ActivityUIDismissalPolicy()
    /// https://developer.apple.com/documentation/activitykit/activityuidismissalpolicy/immediate
    public static let immediate = ActivityUIDismissalPolicy()
}

/// https://developer.apple.com/documentation/activitykit/activityauthorizationinfo
@available(iOS 16.1, *)
public class ActivityAuthorizationInfo {
    /// https://developer.apple.com/documentation/activitykit/activityauthorizationinfo/init()
    public init() { stub() }
    /// https://developer.apple.com/documentation/activitykit/activityauthorizationinfo/areactivitiesenabled
    public var areActivitiesEnabled: Bool { stub() }
}
