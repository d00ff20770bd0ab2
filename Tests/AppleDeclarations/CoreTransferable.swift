// https://developer.apple.com/documentation/coretransferable. SwiftUI exports it.
public import Foundation

/// https://developer.apple.com/documentation/coretransferable/transferable
@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
public protocol Transferable {}

@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
extension URL: Transferable {}
@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
extension Never: Transferable {}
