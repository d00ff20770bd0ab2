// https://developer.apple.com/documentation/backgroundtasks
public import Foundation

private func stub() -> Never { fatalError("nothing of this runs") }

/// https://developer.apple.com/documentation/backgroundtasks/bgtaskrequest
@available(iOS 13.0, *)
open class BGTaskRequest: NSObject {
    override init() { stub() }
    /// https://developer.apple.com/documentation/backgroundtasks/bgtaskrequest/earliestbegindate
    open var earliestBeginDate: Date? {
        get { stub() }
        set { stub() }
    }
}

/// https://developer.apple.com/documentation/backgroundtasks/bgapprefreshtaskrequest
@available(iOS 13.0, *)
open class BGAppRefreshTaskRequest: BGTaskRequest {
    /// https://developer.apple.com/documentation/backgroundtasks/bgapprefreshtaskrequest/init(identifier:)
    public init(identifier: String) { stub() }
}

/// https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler
@available(iOS 13.0, *)
open class BGTaskScheduler: NSObject {
    override init() { stub() }
    /// https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/shared
    open class var shared: BGTaskScheduler { stub() }
    /// https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/submit(_:)
    open func submit(_ taskRequest: BGTaskRequest) throws { stub() }
}
