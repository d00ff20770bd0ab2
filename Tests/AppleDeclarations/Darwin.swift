// What Swift itself adds to Darwin's C library, for what C's importer leaves out: macros for names, variadic functions.
// As in stdlib/public/Platform/Platform.swift of https://github.com/swiftlang/swift
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

@_exported import CDarwin

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var errno: Int32 {
    get { __error().pointee }
    set { __error().pointee = newValue }
}

/// https://github.com/apple-oss-distributions/Libc/blob/main/gen/clock_gettime.3
@available(macOS 10.12, iOS 10.0, *)
public var CLOCK_REALTIME: clockid_t { _CLOCK_REALTIME }
/// https://github.com/apple-oss-distributions/Libc/blob/main/gen/clock_gettime.3
@available(macOS 10.12, iOS 10.0, *)
public var CLOCK_MONOTONIC_RAW: clockid_t { _CLOCK_MONOTONIC_RAW }
/// https://github.com/apple-oss-distributions/Libc/blob/main/gen/clock_gettime.3
@available(macOS 10.12, iOS 10.0, *)
public var CLOCK_UPTIME_RAW: clockid_t { _CLOCK_UPTIME_RAW }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/open.2.html
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { stub() }
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/open.2.html
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { stub() }
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fcntl.2.html
public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 { stub() }
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fcntl.2.html
public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 { stub() }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/stdio.3.html
public var stdout: UnsafeMutablePointer<FILE>! { stub() }
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/stdio.3.html
public var stderr: UnsafeMutablePointer<FILE>! { stub() }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/signal.3.html
@discardableResult
public func signal(_ number: Int32, _ handler: (@convention(c) (Int32) -> Void)?) -> (@convention(c) (Int32) -> Void)? {
    stub()
}
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/stat.2.html
public var S_IFMT: mode_t { stub() }
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/stat.2.html
public var S_IFREG: mode_t { stub() }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/signal.3.html
public var SIG_DFL: (@convention(c) (Int32) -> Void)? { stub() }
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/signal.3.html
public var SIG_IGN: (@convention(c) (Int32) -> Void)? { stub() }

private func stub() -> Never { fatalError("nothing of this runs") }
