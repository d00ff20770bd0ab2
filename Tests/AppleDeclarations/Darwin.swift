// What Swift itself adds to Darwin's C library, for what C's importer leaves out: macros for names, variadic functions.
// As in stdlib/public/Platform/Platform.swift of https://github.com/swiftlang/swift
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

@_exported import CDarwin

/// errno(2).
public var errno: Int32 {
    get { __error().pointee }
    set { __error().pointee = newValue }
}

/// clock_gettime(3).
@available(macOS 10.12, iOS 10.0, *)
public var CLOCK_REALTIME: clockid_t { _CLOCK_REALTIME }
/// clock_gettime(3).
@available(macOS 10.12, iOS 10.0, *)
public var CLOCK_MONOTONIC_RAW: clockid_t { _CLOCK_MONOTONIC_RAW }
/// clock_gettime(3).
@available(macOS 10.12, iOS 10.0, *)
public var CLOCK_UPTIME_RAW: clockid_t { _CLOCK_UPTIME_RAW }

/// open(2).
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { stub() }
/// open(2).
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { stub() }
/// fcntl(2).
public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 { stub() }
/// fcntl(2).
public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 { stub() }

/// stdio(3).
public var stdout: UnsafeMutablePointer<FILE>! { stub() }
/// stdio(3).
public var stderr: UnsafeMutablePointer<FILE>! { stub() }

/// signal(3).
@discardableResult
public func signal(_ number: Int32, _ handler: (@convention(c) (Int32) -> Void)?) -> (@convention(c) (Int32) -> Void)? {
    stub()
}
/// stat(2).
public var S_IFMT: mode_t { stub() }
/// stat(2).
public var S_IFREG: mode_t { stub() }

/// signal(3).
public var SIG_IGN: (@convention(c) (Int32) -> Void)? { stub() }

private func stub() -> Never { fatalError("nothing of this runs") }
