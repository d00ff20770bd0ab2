// What generic code asks of bytes. The protocols have requirements, which nothing here needs.

/// https://developer.apple.com/documentation/foundation/contiguousbytes
public protocol ContiguousBytes {}
/// https://developer.apple.com/documentation/foundation/dataprotocol
public protocol DataProtocol: RandomAccessCollection where Element == UInt8 {}

extension Array: ContiguousBytes where Element == UInt8 {}
extension Array: DataProtocol where Element == UInt8 {}
extension Data: ContiguousBytes {}
extension Data: DataProtocol {}
