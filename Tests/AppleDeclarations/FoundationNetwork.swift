// https://developer.apple.com/documentation/foundation/url_loading_system, a part of Foundation.

/// https://developer.apple.com/documentation/foundation/nsurlrequest
open class NSURLRequest: NSObject, @unchecked Sendable {
    /// https://developer.apple.com/documentation/foundation/nsurlrequest/cachepolicy-swift.enum
    public enum CachePolicy: UInt, Sendable { case useProtocolCachePolicy = 0, reloadIgnoringLocalCacheData = 1 }
}

/// https://developer.apple.com/documentation/foundation/urlrequest
public struct URLRequest: Hashable, Sendable {
    /// https://developer.apple.com/documentation/foundation/urlrequest/cachepolicy-swift.typealias
    public typealias CachePolicy = NSURLRequest.CachePolicy

    /// https://developer.apple.com/documentation/foundation/urlrequest/init(url:cachepolicy:timeoutinterval:)
    public init(url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60.0) {
        stub()
    }
    /// https://developer.apple.com/documentation/foundation/urlrequest/url
    public var url: URL?
    /// https://developer.apple.com/documentation/foundation/urlrequest/httpmethod
    public var httpMethod: String?
    /// https://developer.apple.com/documentation/foundation/urlrequest/cachepolicy-swift.property
    public var cachePolicy: CachePolicy
    /// https://developer.apple.com/documentation/foundation/urlrequest/httpshouldhandlecookies
    public var httpShouldHandleCookies: Bool
    /// https://developer.apple.com/documentation/foundation/urlrequest/timeoutinterval
    public var timeoutInterval: TimeInterval
    /// https://developer.apple.com/documentation/foundation/urlrequest/value(forhttpheaderfield:)
    public func value(forHTTPHeaderField field: String) -> String? { stub() }
    /// https://developer.apple.com/documentation/foundation/urlrequest/setvalue(_:forhttpheaderfield:)
    public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) { stub() }
}

/// https://developer.apple.com/documentation/foundation/urlresponse
open class URLResponse: NSObject, @unchecked Sendable {}

/// https://developer.apple.com/documentation/foundation/httpurlresponse
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
    /// https://developer.apple.com/documentation/foundation/httpurlresponse/statuscode
    open var statusCode: Int { stub() }
    /// https://developer.apple.com/documentation/foundation/httpurlresponse/value(forhttpheaderfield:)
    @available(macOS 10.15, iOS 13.0, *)
    open func value(forHTTPHeaderField field: String) -> String? { stub() }
}

/// https://developer.apple.com/documentation/foundation/urlcache
open class URLCache: NSObject, @unchecked Sendable {}
/// https://developer.apple.com/documentation/foundation/urlcredentialstorage
open class URLCredentialStorage: NSObject, @unchecked Sendable {}
/// https://developer.apple.com/documentation/foundation/httpcookiestorage
open class HTTPCookieStorage: NSObject, @unchecked Sendable {}
/// https://developer.apple.com/documentation/foundation/httpcookie
open class HTTPCookie: NSObject, @unchecked Sendable {
    /// https://developer.apple.com/documentation/foundation/httpcookie/acceptpolicy
    public enum AcceptPolicy: UInt, Sendable { case always = 0, never = 1, onlyFromMainDocumentDomain = 2 }
}

/// https://developer.apple.com/documentation/foundation/urlsessionconfiguration
@available(macOS 10.9, iOS 7.0, *)
open class URLSessionConfiguration: NSObject, @unchecked Sendable {
    /// https://developer.apple.com/documentation/foundation/urlsessionconfiguration/default
    open class var `default`: URLSessionConfiguration { stub() }
    /// https://developer.apple.com/documentation/foundation/urlsessionconfiguration/ephemeral
    open class var ephemeral: URLSessionConfiguration { stub() }
    /// https://developer.apple.com/documentation/foundation/urlsessionconfiguration/identifier
    open var identifier: String? { stub() }
    /// https://developer.apple.com/documentation/foundation/urlsessionconfiguration/urlcache
    open var urlCache: URLCache?
    /// https://developer.apple.com/documentation/foundation/urlsessionconfiguration/httpcookiestorage
    open var httpCookieStorage: HTTPCookieStorage?
    /// https://developer.apple.com/documentation/foundation/urlsessionconfiguration/httpshouldsetcookies
    open var httpShouldSetCookies: Bool {
        get { stub() }
        set { stub() }
    }
    /// https://developer.apple.com/documentation/foundation/urlsessionconfiguration/httpcookieacceptpolicy
    open var httpCookieAcceptPolicy: HTTPCookie.AcceptPolicy {
        get { stub() }
        set { stub() }
    }
    /// https://developer.apple.com/documentation/foundation/urlsessionconfiguration/urlcredentialstorage
    open var urlCredentialStorage: URLCredentialStorage?
    /// https://developer.apple.com/documentation/foundation/urlsessionconfiguration/requestcachepolicy
    open var requestCachePolicy: NSURLRequest.CachePolicy {
        get { stub() }
        set { stub() }
    }
    /// https://developer.apple.com/documentation/foundation/urlsessionconfiguration/httpmaximumconnectionsperhost
    open var httpMaximumConnectionsPerHost: Int {
        get { stub() }
        set { stub() }
    }
}

/// https://developer.apple.com/documentation/foundation/urlsession
@available(macOS 10.9, iOS 7.0, *)
open class URLSession: NSObject, @unchecked Sendable {
    /// https://developer.apple.com/documentation/foundation/urlsession/init(configuration:)
    public init(configuration: URLSessionConfiguration) { stub() }
    /// https://developer.apple.com/documentation/foundation/urlsession/init(configuration:delegate:delegatequeue:);
    /// holds its delegate
    public init(
        configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
        delegateQueue queue: OperationQueue?
    ) { stub() }
    /// https://developer.apple.com/documentation/foundation/urlsession/finishtasksandinvalidate()
    open func finishTasksAndInvalidate() { stub() }
    /// https://developer.apple.com/documentation/foundation/urlsession/data(for:delegate:)
    @available(macOS 12.0, iOS 15.0, watchOS 8.0, tvOS 15.0, *)
    public func data(
        for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) { stub() }
    /// https://developer.apple.com/documentation/foundation/urlsession/configuration; a copy
    open var configuration: URLSessionConfiguration { stub() }
    /// https://developer.apple.com/documentation/foundation/urlsession/invalidateandcancel()
    open func invalidateAndCancel() { stub() }
    /// https://developer.apple.com/documentation/foundation/urlsession/datatask(with:completionhandler:)-52wk8
    open func dataTask(
        with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask { stub() }
    /// https://developer.apple.com/documentation/foundation/urlsession/datatask(with:)-10dy7; tells delegates
    open func dataTask(with request: URLRequest) -> URLSessionDataTask { stub() }
    /// https://developer.apple.com/documentation/foundation/urlsession/responsedisposition
    public enum ResponseDisposition: Int, Sendable {
        case cancel, allow, becomeDownload, becomeStream
    }
}

/// https://developer.apple.com/documentation/foundation/urlsessiontask
@available(macOS 10.9, iOS 7.0, *)
open class URLSessionTask: NSObject, @unchecked Sendable {
    /// https://developer.apple.com/documentation/foundation/urlsessiontask/delegate; held until the task has completed
    @available(macOS 12.0, iOS 15.0, watchOS 8.0, tvOS 15.0, *)
    open var delegate: (any URLSessionTaskDelegate)? {
        get { stub() }
        set { stub() }
    }
    /// https://developer.apple.com/documentation/foundation/urlsessiontask/originalrequest
    open var originalRequest: URLRequest? { stub() }
    /// https://developer.apple.com/documentation/foundation/urlsessiontask/response
    open var response: URLResponse? { stub() }
    /// https://developer.apple.com/documentation/foundation/urlsessiontask/resume()
    open func resume() { stub() }
    /// https://developer.apple.com/documentation/foundation/urlsessiontask/cancel()
    open func cancel() { stub() }
}

/// https://developer.apple.com/documentation/foundation/urlsessiondatatask
@available(macOS 10.9, iOS 7.0, *)
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

/// https://developer.apple.com/documentation/foundation/urlsessiondelegate
@available(macOS 10.9, iOS 7.0, *)
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {}

/// https://developer.apple.com/documentation/foundation/urlsessiontaskdelegate; the methods are optional
@available(macOS 10.9, iOS 7.0, *)
public protocol URLSessionTaskDelegate: URLSessionDelegate {
    /// https://developer.apple.com/documentation/foundation/urlsessiontaskdelegate/urlsession(_:task:willperformhttpredirection:newrequest:completionhandler:)
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void)
    /// https://developer.apple.com/documentation/foundation/urlsessiontaskdelegate/urlsession(_:task:didfinishcollecting:)
    @available(macOS 10.12, iOS 10.0, *)
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics)
    /// https://developer.apple.com/documentation/foundation/urlsessiontaskdelegate/urlsession(_:task:didcompletewitherror:)
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}

/// https://developer.apple.com/documentation/foundation/urlsessiondatadelegate; the methods are optional
@available(macOS 10.9, iOS 7.0, *)
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
    /// https://developer.apple.com/documentation/foundation/urlsessiondatadelegate/urlsession(_:datatask:didreceive:completionhandler:)
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)
}

extension URLSessionDataDelegate {
    public func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) { stub() }
}

extension URLSessionTaskDelegate {
    public func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { stub() }
    public func urlSession(
        _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
    ) { stub() }
    public func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        stub()
    }
}

/// https://developer.apple.com/documentation/foundation/urlsessiontaskmetrics
@available(macOS 10.12, iOS 10.0, *)
open class URLSessionTaskMetrics: NSObject, @unchecked Sendable {
    /// https://developer.apple.com/documentation/foundation/urlsessiontaskmetrics/resourcefetchtype
    public enum ResourceFetchType: Int, Sendable { case unknown = 0, networkLoad, serverPush, localCache }
    /// https://developer.apple.com/documentation/foundation/urlsessiontaskmetrics/transactionmetrics
    open var transactionMetrics: [URLSessionTaskTransactionMetrics] { stub() }
}

/// https://developer.apple.com/documentation/foundation/urlsessiontasktransactionmetrics
@available(macOS 10.12, iOS 10.0, *)
open class URLSessionTaskTransactionMetrics: NSObject, @unchecked Sendable {
    /// https://developer.apple.com/documentation/foundation/urlsessiontasktransactionmetrics/request
    open var request: URLRequest { stub() }
    /// https://developer.apple.com/documentation/foundation/urlsessiontasktransactionmetrics/response
    open var response: URLResponse? { stub() }
    /// https://developer.apple.com/documentation/foundation/urlsessiontasktransactionmetrics/requeststartdate
    open var requestStartDate: Date? { stub() }
    /// https://developer.apple.com/documentation/foundation/urlsessiontasktransactionmetrics/responsestartdate
    open var responseStartDate: Date? { stub() }
    /// https://developer.apple.com/documentation/foundation/urlsessiontasktransactionmetrics/resourcefetchtype
    open var resourceFetchType: URLSessionTaskMetrics.ResourceFetchType { stub() }
}

/// https://developer.apple.com/documentation/foundation/urlerror
public struct URLError: Error, Sendable {
    /// https://developer.apple.com/documentation/foundation/urlerror/init(_:userinfo:)
    public init(_ code: Code, userInfo: [String: Any] = [:]) { stub() }
    /// https://developer.apple.com/documentation/foundation/urlerror/code-swift.property
    public var code: Code { stub() }
    /// https://developer.apple.com/documentation/foundation/urlerror/userinfo
    public var userInfo: [String: Any] { stub() }

    /// https://developer.apple.com/documentation/foundation/urlerror/code-swift.struct, and the codes below it
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let unknown = Code(rawValue: -1)
        public static let cancelled = Code(rawValue: -999)
        public static let badURL = Code(rawValue: -1000)
        public static let timedOut = Code(rawValue: -1001)
        public static let unsupportedURL = Code(rawValue: -1002)
        public static let cannotFindHost = Code(rawValue: -1003)
        public static let cannotConnectToHost = Code(rawValue: -1004)
        public static let networkConnectionLost = Code(rawValue: -1005)
        public static let dnsLookupFailed = Code(rawValue: -1006)
        public static let httpTooManyRedirects = Code(rawValue: -1007)
        public static let notConnectedToInternet = Code(rawValue: -1009)
        public static let redirectToNonExistentLocation = Code(rawValue: -1010)
        public static let badServerResponse = Code(rawValue: -1011)
        public static let zeroByteResource = Code(rawValue: -1014)
        public static let cannotDecodeRawData = Code(rawValue: -1015)
        public static let cannotDecodeContentData = Code(rawValue: -1016)
        public static let cannotParseResponse = Code(rawValue: -1017)
        public static let internationalRoamingOff = Code(rawValue: -1018)
        public static let dataNotAllowed = Code(rawValue: -1020)
        public static let dataLengthExceedsMaximum = Code(rawValue: -1103)
        public static let secureConnectionFailed = Code(rawValue: -1200)
        public static let serverCertificateHasBadDate = Code(rawValue: -1201)
        public static let serverCertificateUntrusted = Code(rawValue: -1202)
        public static let serverCertificateHasUnknownRoot = Code(rawValue: -1203)
        public static let serverCertificateNotYetValid = Code(rawValue: -1204)
        public static let clientCertificateRejected = Code(rawValue: -1205)
        public static let clientCertificateRequired = Code(rawValue: -1206)
        @available(macOS 10.11, iOS 9.0, *)
        public static let appTransportSecurityRequiresSecureConnection = Code(rawValue: -1022)
    }
}
