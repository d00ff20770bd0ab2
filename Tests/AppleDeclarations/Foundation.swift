// https://developer.apple.com/documentation/foundation: values, files and the process. The other parts of Foundation
// are in the files whose names begin like this one; on Apple platforms all are one framework.
// Foundation exports Darwin, Dispatch and ObjectiveC.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

@_exported import CoreFoundation
@_exported import Darwin
@_exported import Dispatch
@_exported import ObjectiveC

func stub() -> Never { fatalError("nothing of this runs") }

/// https://developer.apple.com/documentation/foundation/timeinterval
public typealias TimeInterval = Double

/// https://developer.apple.com/documentation/foundation/data
@available(macOS 10.10, iOS 8.0, *)
public struct Data: RandomAccessCollection, Hashable, Sendable, Codable {
    /// https://developer.apple.com/documentation/foundation/data/init(_:)
    public init<S: Sequence>(_ elements: S) where S.Element == UInt8 { stub() }
    public init(from decoder: any Decoder) throws { stub() }
    public func encode(to encoder: any Encoder) throws { stub() }
    public var startIndex: Int { stub() }
    public var endIndex: Int { stub() }
    public subscript(index: Int) -> UInt8 { stub() }

    /// https://developer.apple.com/documentation/foundation/data/readingoptions
    public typealias ReadingOptions = NSData.ReadingOptions
    /// https://developer.apple.com/documentation/foundation/data/writingoptions
    public typealias WritingOptions = NSData.WritingOptions
    /// https://developer.apple.com/documentation/foundation/data/init(contentsof:options:)
    public init(contentsOf url: URL, options: ReadingOptions = []) throws { stub() }
    /// https://developer.apple.com/documentation/foundation/nsdata/base64decodingoptions
    public typealias Base64DecodingOptions = NSData.Base64DecodingOptions
    /// https://developer.apple.com/documentation/foundation/nsdata/base64encodingoptions
    public typealias Base64EncodingOptions = NSData.Base64EncodingOptions
    /// https://developer.apple.com/documentation/foundation/data/init(base64encoded:options:)
    public init?(base64Encoded base64String: String, options: Base64DecodingOptions = []) { stub() }
    /// https://developer.apple.com/documentation/foundation/data/base64encodedstring(options:)
    public func base64EncodedString(options: Base64EncodingOptions = []) -> String { stub() }
    /// https://developer.apple.com/documentation/foundation/data/write(to:options:)
    public func write(to url: URL, options: WritingOptions = []) throws { stub() }
}

/// https://developer.apple.com/documentation/foundation/nsdata
open class NSData: NSObject, @unchecked Sendable {
    /// https://developer.apple.com/documentation/foundation/nsdata/readingoptions
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    /// https://developer.apple.com/documentation/foundation/nsdata/base64decodingoptions
    public struct Base64DecodingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    /// https://developer.apple.com/documentation/foundation/nsdata/base64encodingoptions
    public struct Base64EncodingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    /// https://developer.apple.com/documentation/foundation/nsdata/writingoptions
    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// https://developer.apple.com/documentation/foundation/nsdata/writingoptions/atomic
        public static let atomic = WritingOptions(rawValue: 1)
        /// https://developer.apple.com/documentation/foundation/nsdata/writingoptions/withoutoverwriting
        @available(macOS 10.8, iOS 6.0, *)
        public static let withoutOverwriting = WritingOptions(rawValue: 2)
        /// https://developer.apple.com/documentation/foundation/nsdata/writingoptions/nofileprotection
        @available(macOS 11.0, iOS 4.0, *)
        public static let noFileProtection = WritingOptions(rawValue: 0x1000_0000)
        /// https://developer.apple.com/documentation/foundation/nsdata/writingoptions/completefileprotectionuntilfirstuserauthentication
        @available(macOS 11.0, iOS 5.0, *)
        public static let completeFileProtectionUntilFirstUserAuthentication = WritingOptions(rawValue: 0x4000_0000)
    }
}

/// https://developer.apple.com/documentation/foundation/uuid
@available(macOS 10.8, iOS 6.0, *)
public struct UUID: Hashable, Sendable {
    /// https://developer.apple.com/documentation/foundation/uuid/init()
    public init() { stub() }
    /// https://developer.apple.com/documentation/foundation/uuid/uuidstring
    public var uuidString: String { stub() }
}

/// https://developer.apple.com/documentation/foundation/date
@available(macOS 10.10, iOS 8.0, *)
public struct Date: Comparable, Hashable, Sendable, Codable {
    /// https://developer.apple.com/documentation/foundation/date/init(timeintervalsince1970:)
    public init(timeIntervalSince1970: TimeInterval) { stub() }
    /// https://developer.apple.com/documentation/foundation/date/init(timeintervalsincereferencedate:)
    public init(timeIntervalSinceReferenceDate ti: TimeInterval) { stub() }
    /// https://developer.apple.com/documentation/foundation/date/timeintervalsincereferencedate-swift.property
    public var timeIntervalSinceReferenceDate: TimeInterval { stub() }
    /// https://developer.apple.com/documentation/foundation/date/timeintervalsince1970
    public var timeIntervalSince1970: TimeInterval { stub() }
    /// https://developer.apple.com/documentation/foundation/date/now
    @available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
    public static var now: Date { stub() }
    /// https://developer.apple.com/documentation/foundation/date/timeintervalsince(_:)
    public func timeIntervalSince(_ date: Date) -> TimeInterval { stub() }
    /// https://developer.apple.com/documentation/foundation/date/addingtimeinterval(_:)
    public func addingTimeInterval(_ timeInterval: TimeInterval) -> Date { stub() }
    /// https://developer.apple.com/documentation/foundation/date/formatted(date:time:)
    @available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
    public func formatted(date: FormatStyle.DateStyle, time: FormatStyle.TimeStyle) -> String { stub() }

    /// https://developer.apple.com/documentation/foundation/date/formatstyle
    @available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
    public struct FormatStyle: Sendable {
        /// https://developer.apple.com/documentation/foundation/date/formatstyle/datestyle
        public struct DateStyle: Hashable, Sendable {
            public static let omitted = DateStyle()
            public static let abbreviated = DateStyle()
        }
        /// https://developer.apple.com/documentation/foundation/date/formatstyle/timestyle
        public struct TimeStyle: Hashable, Sendable {
            public static let omitted = TimeStyle()
            public static let standard = TimeStyle()
        }
    }
    public static func < (lhs: Date, rhs: Date) -> Bool { stub() }
}

/// https://developer.apple.com/documentation/foundation/urlcomponents
public struct URLComponents: Hashable, Sendable {
    /// https://developer.apple.com/documentation/foundation/urlcomponents/init(string:)
    public init?(string: String) { stub() }
    /// https://developer.apple.com/documentation/foundation/urlcomponents/user
    public var user: String? {
        get { stub() }
        set { stub() }
    }
    /// https://developer.apple.com/documentation/foundation/urlcomponents/password
    public var password: String? {
        get { stub() }
        set { stub() }
    }
    /// https://developer.apple.com/documentation/foundation/urlcomponents/percentencodedquery
    public var percentEncodedQuery: String? {
        get { stub() }
        set { stub() }
    }
    /// https://developer.apple.com/documentation/foundation/urlcomponents/string
    public var string: String? { stub() }
}

/// https://developer.apple.com/documentation/foundation/url
@available(macOS 10.10, iOS 8.0, *)
public struct URL: Hashable, Sendable, Codable {
    /// https://developer.apple.com/documentation/foundation/url/directoryhint
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    public enum DirectoryHint: Sendable, Hashable { case isDirectory, notDirectory, checkFileSystem, inferFromPath }

    /// https://developer.apple.com/documentation/foundation/url/init(string:)
    public init?(string: String) { stub() }
    /// https://developer.apple.com/documentation/foundation/url/init(string:encodinginvalidcharacters:)
    @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
    public init?(string: String, encodingInvalidCharacters: Bool) { stub() }
    /// https://developer.apple.com/documentation/foundation/url/init(filepath:directoryhint:relativeto:)
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    public init(filePath path: String, directoryHint: DirectoryHint = .inferFromPath, relativeTo base: URL? = nil) {
        stub()
    }

    /// https://developer.apple.com/documentation/foundation/url/absolutestring
    public var absoluteString: String { stub() }
    /// https://developer.apple.com/documentation/foundation/url/scheme
    public var scheme: String? { stub() }
    /// https://developer.apple.com/documentation/foundation/url/host; to be deprecated in some future
    @available(macOS, introduced: 10.10, deprecated: 100000.0, message: "Use host(percentEncoded:) instead")
    @available(iOS, introduced: 8.0, deprecated: 100000.0, message: "Use host(percentEncoded:) instead")
    public var host: String? { stub() }
    /// https://developer.apple.com/documentation/foundation/url/host(percentencoded:)
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    public func host(percentEncoded: Bool = true) -> String? { stub() }
    /// https://developer.apple.com/documentation/foundation/url/port
    public var port: Int? { stub() }
    /// https://developer.apple.com/documentation/foundation/url/path; to be deprecated in some future
    @available(macOS, introduced: 10.10, deprecated: 100000.0, message: "Use path(percentEncoded:) instead")
    @available(iOS, introduced: 8.0, deprecated: 100000.0, message: "Use path(percentEncoded:) instead")
    public var path: String { stub() }
    /// https://developer.apple.com/documentation/foundation/url/path(percentencoded:)
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    public func path(percentEncoded: Bool = true) -> String { stub() }
    /// https://developer.apple.com/documentation/foundation/url/standardizedfileurl
    public var standardizedFileURL: URL { stub() }
    /// https://developer.apple.com/documentation/foundation/url/lastpathcomponent
    public var lastPathComponent: String { stub() }
    /// https://developer.apple.com/documentation/foundation/url/resolvingsymlinksinpath()
    public func resolvingSymlinksInPath() -> URL { stub() }
    /// https://developer.apple.com/documentation/foundation/url/appendingpathcomponent(_:isdirectory:)
    public func appendingPathComponent(_ pathComponent: String, isDirectory: Bool) -> URL { stub() }
    /// https://developer.apple.com/documentation/foundation/url/appending(path:directoryhint:)
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    public func appending<S: StringProtocol>(path: S, directoryHint: DirectoryHint = .inferFromPath) -> URL { stub() }
    /// https://developer.apple.com/documentation/foundation/url/resourcevalues(forkeys:)
    public func resourceValues(forKeys keys: Set<URLResourceKey>) throws -> URLResourceValues { stub() }
    /// https://developer.apple.com/documentation/foundation/url/setresourcevalues(_:)
    public mutating func setResourceValues(_ values: URLResourceValues) throws { stub() }
}

/// https://developer.apple.com/documentation/foundation/urlresourcekey
public struct URLResourceKey: Hashable, Sendable {
    /// https://developer.apple.com/documentation/foundation/urlresourcekey/isexcludedfrombackupkey
    @available(macOS 10.8, iOS 5.1, *)
    public static let isExcludedFromBackupKey = URLResourceKey()
}

/// https://developer.apple.com/documentation/foundation/urlresourcevalues
@available(macOS 10.10, iOS 8.0, *)
public struct URLResourceValues {
    public init() { stub() }
    /// https://developer.apple.com/documentation/foundation/urlresourcevalues/isexcludedfrombackup
    public var isExcludedFromBackup: Bool? {
        get { stub() }
        set { stub() }
    }
}

extension String {
    /// https://developer.apple.com/documentation/swift/string/encoding
    public struct Encoding: Hashable, Sendable {
        /// https://developer.apple.com/documentation/swift/string/encoding/utf8
        public static let utf8 = Encoding()
    }

    /// https://developer.apple.com/documentation/swift/string/init(data:encoding:)
    public init?(data: Data, encoding: Encoding) { stub() }
    /// https://developer.apple.com/documentation/swift/string/init(bytes:encoding:)
    public init?<S: Sequence>(bytes: __shared S, encoding: String.Encoding) where S.Iterator.Element == UInt8 { stub() }
}

extension StringProtocol {
    /// https://developer.apple.com/documentation/swift/stringprotocol/contains(_:)
    public func contains<T: StringProtocol>(_ other: T) -> Bool { stub() }
}

/// https://developer.apple.com/documentation/foundation/fileattributekey
public struct FileAttributeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// https://developer.apple.com/documentation/foundation/fileattributekey/protectionkey
    @available(iOS 4.0, *)
    @available(macOS, unavailable)
    public static let protectionKey = FileAttributeKey(rawValue: "")
}

/// https://developer.apple.com/documentation/foundation/fileprotectiontype
@available(iOS 4.0, *)
@available(macOS, unavailable)
public struct FileProtectionType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// https://developer.apple.com/documentation/foundation/fileprotectiontype/none
    public static let none = FileProtectionType(rawValue: "")
}

/// https://developer.apple.com/documentation/foundation/filemanager
open class FileManager: NSObject, @unchecked Sendable {
    /// https://developer.apple.com/documentation/foundation/filemanager/searchpathdirectory
    public enum SearchPathDirectory: UInt, Sendable { case applicationSupportDirectory = 14 }
    /// https://developer.apple.com/documentation/foundation/filemanager/searchpathdomainmask
    public struct SearchPathDomainMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// https://developer.apple.com/documentation/foundation/filemanager/searchpathdomainmask/userdomainmask
        public static let userDomainMask = SearchPathDomainMask(rawValue: 1)
    }

    /// https://developer.apple.com/documentation/foundation/filemanager/default
    open class var `default`: FileManager { stub() }
    /// https://developer.apple.com/documentation/foundation/filemanager/urls(for:in:)
    open func urls(for directory: SearchPathDirectory, in domainMask: SearchPathDomainMask) -> [URL] { stub() }
    /// https://developer.apple.com/documentation/foundation/filemanager/containerurl(forsecurityapplicationgroupidentifier:)
    @available(macOS 10.8, iOS 7.0, *)
    open func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { stub() }
    /// https://developer.apple.com/documentation/foundation/filemanager/temporarydirectory
    @available(macOS 10.12, iOS 10.0, *)
    open var temporaryDirectory: URL { stub() }
    /// https://developer.apple.com/documentation/foundation/filemanager/contentsofdirectory(atpath:)
    @available(macOS 10.5, iOS 2.0, *)
    open func contentsOfDirectory(atPath path: String) throws -> [String] { stub() }
    /// https://developer.apple.com/documentation/foundation/filemanager/contents(atpath:)
    @available(macOS 10.5, iOS 2.0, *)
    open func contents(atPath path: String) -> Data? { stub() }
    /// https://developer.apple.com/documentation/foundation/filemanager/createdirectory(at:withintermediatedirectories:attributes:)
    @available(macOS 10.7, iOS 5.0, *)
    open func createDirectory(
        at url: URL, withIntermediateDirectories createIntermediates: Bool, attributes: [FileAttributeKey: Any]? = nil
    ) throws { stub() }
    /// https://developer.apple.com/documentation/foundation/filemanager/removeitem(at:)
    @available(macOS 10.6, iOS 4.0, *)
    open func removeItem(at URL: URL) throws { stub() }
    /// https://developer.apple.com/documentation/foundation/filemanager/setattributes(_:ofitematpath:)
    open func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws { stub() }
}

/// https://developer.apple.com/documentation/foundation/bundle
open class Bundle: NSObject, @unchecked Sendable {
    /// https://developer.apple.com/documentation/foundation/bundle/main
    open class var main: Bundle { stub() }
    /// https://developer.apple.com/documentation/foundation/bundle/bundleidentifier
    open var bundleIdentifier: String? { stub() }
    /// https://developer.apple.com/documentation/foundation/bundle/bundlepath
    open var bundlePath: String { stub() }
}

/// https://developer.apple.com/documentation/foundation/nslocalizedstring(_:tablename:bundle:value:comment:)
public func NSLocalizedString(
    _ key: String, tableName: String? = nil, bundle: Bundle = .main, value: String = "", comment: String
) -> String { stub() }

/// https://developer.apple.com/documentation/foundation/processinfo
open class ProcessInfo: NSObject, @unchecked Sendable {
    /// https://developer.apple.com/documentation/foundation/processinfo/processinfo
    open class var processInfo: ProcessInfo { stub() }
    /// https://developer.apple.com/documentation/foundation/processinfo/environment
    open var environment: [String: String] { stub() }
    /// https://developer.apple.com/documentation/foundation/processinfo/activeprocessorcount
    @available(macOS 10.6, iOS 2.0, *)
    open var activeProcessorCount: Int { stub() }
    /// https://developer.apple.com/documentation/foundation/processinfo/operatingsystemversionstring
    open var operatingSystemVersionString: String { stub() }
    /// https://developer.apple.com/documentation/foundation/processinfo/performexpiringactivity(withreason:using:)
    @available(iOS 8.2, *)
    @available(macOS, unavailable)
    open func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {
        stub()
    }
    /// https://developer.apple.com/documentation/foundation/processinfo/processname
    open var processName: String {
        get { stub() }
        set { stub() }
    }
}

/// https://developer.apple.com/documentation/foundation/jsondecoder
open class JSONDecoder: @unchecked Sendable {
    public init() { stub() }
    /// https://developer.apple.com/documentation/foundation/jsondecoder/decode(_:from:)
    open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { stub() }
}

/// https://developer.apple.com/documentation/foundation/jsonencoder
open class JSONEncoder: @unchecked Sendable {
    /// https://developer.apple.com/documentation/foundation/jsonencoder/outputformatting-swift.struct
    public struct OutputFormatting: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// https://developer.apple.com/documentation/foundation/jsonencoder/outputformatting-swift.struct/prettyprinted
        public static let prettyPrinted = OutputFormatting(rawValue: 1)
        /// https://developer.apple.com/documentation/foundation/jsonencoder/outputformatting-swift.struct/sortedkeys
        @available(macOS 10.13, iOS 11.0, watchOS 4.0, tvOS 11.0, *)
        public static let sortedKeys = OutputFormatting(rawValue: 2)
        /// https://developer.apple.com/documentation/foundation/jsonencoder/outputformatting-swift.struct/withoutescapingslashes
        @available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
        public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
    }

    public init() { stub() }
    /// https://developer.apple.com/documentation/foundation/jsonencoder/outputformatting-swift.property
    open var outputFormatting: OutputFormatting {
        get { stub() }
        set { stub() }
    }
    /// https://developer.apple.com/documentation/foundation/jsonencoder/encode(_:)
    open func encode<T: Encodable>(_ value: T) throws -> Data { stub() }
}
