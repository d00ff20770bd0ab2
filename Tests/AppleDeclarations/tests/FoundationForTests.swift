// What the tests and benchmarks call of Foundation, beside what the libraries call:
// https://developer.apple.com/documentation/foundation
// swift-format-ignore-file: AlwaysUseLowerCamelCase

extension Data {
    public init() { stub() }
    public init(contentsOf url: URL) throws { stub() }
    public init(repeating repeatedValue: UInt8, count: Int) { stub() }
    public mutating func append(_ other: Data) { stub() }
    public static func + (left: Data, right: Data) -> Data { stub() }
    public static func += (left: inout Data, right: Data) { stub() }
    public mutating func replaceSubrange<C: Collection>(_ range: Range<Int>, with bytes: C) where C.Element == UInt8 {
        stub()
    }
}

extension Date {
    public init() { stub() }
    public static var distantFuture: Date { stub() }
    public static var distantPast: Date { stub() }
    public init(timeIntervalSinceNow: TimeInterval) { stub() }
    public static func - (left: Date, right: TimeInterval) -> Date { stub() }
    public static func + (left: Date, right: TimeInterval) -> Date { stub() }
}

extension URL {
    public init(fileURLWithPath path: String) { stub() }
    public func appendingPathComponent(_ pathComponent: String) -> URL { stub() }
    public func deletingLastPathComponent() -> URL { stub() }
}

extension String {
    public init(contentsOfFile path: String, encoding: Encoding) throws { stub() }
    public init(contentsOf url: URL, encoding: Encoding) throws { stub() }
}

extension StringProtocol {
    public func range<T: StringProtocol>(of other: T) -> Range<String.Index>? { stub() }
    public func trimmingCharacters(in set: CharacterSet) -> String { stub() }
    public func replacingOccurrences<T: StringProtocol, U: StringProtocol>(of target: T, with new: U) -> String {
        stub()
    }
    public func components<T: StringProtocol>(separatedBy separator: T) -> [String] { stub() }
    public func write(toFile path: String, atomically: Bool, encoding: String.Encoding) throws { stub() }
    public func write(to url: URL, atomically: Bool, encoding: String.Encoding) throws { stub() }
}

/// https://developer.apple.com/documentation/foundation/decimal
public struct Decimal: SignedNumeric, Comparable, Hashable, Sendable, CustomStringConvertible {
    public init(integerLiteral value: Int) { stub() }
    public init(_ value: Int) { stub() }
    public init(_ value: Int64) { stub() }
    public init(_ value: Double) { stub() }
    public init?<T: BinaryInteger>(exactly source: T) { stub() }
    public init?(string: String) { stub() }
    public var magnitude: Decimal { stub() }
    public var description: String { stub() }
    public static func + (left: Decimal, right: Decimal) -> Decimal { stub() }
    public static func - (left: Decimal, right: Decimal) -> Decimal { stub() }
    public static func * (left: Decimal, right: Decimal) -> Decimal { stub() }
    public static func *= (left: inout Decimal, right: Decimal) { stub() }
    public static func / (left: Decimal, right: Decimal) -> Decimal { stub() }
    public static func /= (left: inout Decimal, right: Decimal) { stub() }
    public static func < (left: Decimal, right: Decimal) -> Bool { stub() }
}
extension Decimal: ExpressibleByFloatLiteral {
    public init(floatLiteral value: Double) { stub() }
}

extension FileManager {
    public func fileExists(atPath path: String) -> Bool { stub() }
    public func isExecutableFile(atPath path: String) -> Bool { stub() }
    public func removeItem(atPath path: String) throws { stub() }
    public func createSymbolicLink(atPath path: String, withDestinationPath destination: String) throws { stub() }
    public func createSymbolicLink(at url: URL, withDestinationURL destination: URL) throws { stub() }
    public func createDirectory(
        atPath path: String, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
    ) throws { stub() }
}

/// https://developer.apple.com/documentation/foundation/thread
open class Thread: NSObject, @unchecked Sendable {
    public convenience init(block: @escaping @Sendable () -> Void) { stub() }
    open class func detachNewThread(_ block: @escaping @Sendable () -> Void) { stub() }
    open class func sleep(forTimeInterval interval: TimeInterval) { stub() }
    open class var current: Thread { stub() }
    open class var isMainThread: Bool { stub() }
    open var name: String? {
        get { stub() }
        set { stub() }
    }
    open func start() { stub() }
}

/// https://developer.apple.com/documentation/foundation/nslock
open class NSLock: NSObject, @unchecked Sendable {
    open func lock() { stub() }
    open func unlock() { stub() }
    public func withLock<R>(_ body: () throws -> R) rethrows -> R { stub() }
}

/// https://developer.apple.com/documentation/foundation/filehandle
open class FileHandle: NSObject, @unchecked Sendable {
    public init(fileDescriptor: Int32, closeOnDealloc: Bool = false) { stub() }
    public convenience init?(forReadingAtPath path: String) { stub() }
    public convenience init?(forWritingAtPath path: String) { stub() }
    open var fileDescriptor: Int32 { stub() }
    open var availableData: Data { stub() }
    open func readDataToEndOfFile() -> Data { stub() }
    open func write<T: Sequence>(contentsOf data: T) throws where T.Element == UInt8 { stub() }
    open func close() throws { stub() }
}

/// https://developer.apple.com/documentation/foundation/pipe
open class Pipe: NSObject, @unchecked Sendable {
    open var fileHandleForReading: FileHandle { stub() }
    open var fileHandleForWriting: FileHandle { stub() }
}

/// https://developer.apple.com/documentation/foundation/process
@available(iOS, unavailable)
open class Process: NSObject, @unchecked Sendable {
    public enum TerminationReason: Int, Sendable { case exit = 1, uncaughtSignal = 2 }
    open var executableURL: URL?
    open var currentDirectoryURL: URL?
    open var arguments: [String]?
    open var environment: [String: String]?
    open var standardInput: Any?
    open var standardOutput: Any?
    open var standardError: Any?
    open var processIdentifier: Int32 { stub() }
    open var terminationStatus: Int32 { stub() }
    open var terminationReason: TerminationReason { stub() }
    open func run() throws { stub() }
    open func waitUntilExit() { stub() }
}

extension Bundle {
    public convenience init(for aClass: AnyClass) { stub() }
    public var bundleURL: URL { stub() }
}

/// https://developer.apple.com/documentation/foundation/jsonserialization
open class JSONSerialization: NSObject {
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    open class func jsonObject(with data: Data, options: ReadingOptions = []) throws -> Any { stub() }
}

/// https://developer.apple.com/documentation/foundation/propertylistencoder
open class PropertyListEncoder: @unchecked Sendable {
    public init() { stub() }
    open func encode<T: Encodable>(_ value: T) throws -> Data { stub() }
}

/// https://developer.apple.com/documentation/foundation/propertylistdecoder
open class PropertyListDecoder: @unchecked Sendable {
    public init() { stub() }
    open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { stub() }
}

extension CocoaError {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let featureUnsupported = Code(rawValue: 3328)
        public static let fileNoSuchFile = Code(rawValue: 4)
    }
    public init(_ code: Code) { stub() }
    public var code: Code { stub() }
}

extension POSIXError {
    public init(_ code: Code) { stub() }
}

extension NSError {
    public convenience init(domain: String, code: Int, userInfo: [String: Any]? = nil) { stub() }
}

/// https://developer.apple.com/documentation/foundation/nslocalizeddescriptionkey
public let NSLocalizedDescriptionKey: String = ""

/// https://developer.apple.com/documentation/foundation/characterset
public struct CharacterSet: Hashable, Sendable {
    public static var whitespaces: CharacterSet { stub() }
    public static var punctuationCharacters: CharacterSet { stub() }
}

/// https://developer.apple.com/documentation/foundation/nsnumber
open class NSNumber: NSObject, @unchecked Sendable {
    open var int64Value: Int64 { stub() }
}

/// https://developer.apple.com/documentation/foundation/nstemporarydirectory()
public func NSTemporaryDirectory() -> String { stub() }

extension NSNotification.Name {
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }
}

extension NotificationCenter {
    public func post(name: NSNotification.Name, object: Any?, userInfo: [AnyHashable: Any]? = nil) { stub() }
}

extension UserDefaults {
    public func removePersistentDomain(forName domainName: String) { stub() }
    public func integer(forKey defaultName: String) -> Int { stub() }
    public func string(forKey defaultName: String) -> String? { stub() }
}
