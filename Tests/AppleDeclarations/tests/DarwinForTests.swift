// What the tests and benchmarks call of Darwin's C library, beside what the libraries call. Each is declared as Swift
// imports it; where Darwin's types differ from those of Linux, they are Darwin's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

public typealias pid_t = Int32

/// getpid(2), kill(2).
public func getpid() -> pid_t { stub() }
@discardableResult
public func kill(_ process: pid_t, _ signal: Int32) -> Int32 { stub() }

/// posix_spawn(3), waitpid(2).
public typealias posix_spawn_file_actions_t = UnsafeMutableRawPointer
public typealias posix_spawnattr_t = UnsafeMutableRawPointer
@discardableResult
public func posix_spawn_file_actions_init(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!) -> Int32 {
    stub()
}
@discardableResult
public func posix_spawn_file_actions_destroy(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!) -> Int32 {
    stub()
}
@discardableResult
public func posix_spawn_file_actions_addopen(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!, _ descriptor: Int32,
    _ path: UnsafePointer<CChar>!, _ flags: Int32, _ mode: mode_t
) -> Int32 { stub() }
@discardableResult
public func posix_spawn(
    _ process: UnsafeMutablePointer<pid_t>!, _ path: UnsafePointer<CChar>!,
    _ actions: UnsafePointer<posix_spawn_file_actions_t?>!, _ attributes: UnsafePointer<posix_spawnattr_t?>!,
    _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>!,
    _ environment: UnsafePointer<UnsafeMutablePointer<CChar>?>!
) -> Int32 { stub() }
@discardableResult
public func waitpid(_ process: pid_t, _ status: UnsafeMutablePointer<Int32>!, _ options: Int32) -> pid_t { stub() }
public var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { stub() }

/// dlopen(3).
public var RTLD_NOW: Int32 { 2 }
public func dlopen(_ path: UnsafePointer<CChar>!, _ mode: Int32) -> UnsafeMutableRawPointer! { stub() }
public func dlsym(_ handle: UnsafeMutableRawPointer!, _ symbol: UnsafePointer<CChar>!) -> UnsafeMutableRawPointer! {
    stub()
}

/// strdup(3).
public func strdup(_ text: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { stub() }

/// clock_gettime(3), time(3), ctime(3).
public var CLOCK_MONOTONIC: clockid_t { stub() }
@discardableResult
public func time(_ result: UnsafeMutablePointer<time_t>!) -> time_t { stub() }
public struct tm {
    public var tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst: Int32
    public var tm_gmtoff: Int
    public var tm_zone: UnsafeMutablePointer<CChar>!
    public init() { stub() }
}
@discardableResult
public func gmtime_r(_ time: UnsafePointer<time_t>!, _ result: UnsafeMutablePointer<tm>!) -> UnsafeMutablePointer<tm>! {
    stub()
}
public func timegm(_ time: UnsafeMutablePointer<tm>!) -> time_t { stub() }
@discardableResult
public func strftime(
    _ text: UnsafeMutablePointer<CChar>!, _ size: Int, _ format: UnsafePointer<CChar>!, _ time: UnsafePointer<tm>!
) -> Int { stub() }

/// mkfifo(2), chmod(2), errno(2).
@discardableResult
public func mkfifo(_ path: UnsafePointer<CChar>!, _ mode: mode_t) -> Int32 { stub() }
@discardableResult
public func chmod(_ path: UnsafePointer<CChar>!, _ mode: mode_t) -> Int32 { stub() }
public var ELOOP: Int32 { 62 }

/// directory(3).
public struct DIR {}
public struct dirent {
    public var d_name: (CChar, CChar, CChar, CChar)
}
public func opendir(_ path: UnsafePointer<CChar>!) -> UnsafeMutablePointer<DIR>! { stub() }
public func readdir(_ directory: UnsafeMutablePointer<DIR>!) -> UnsafeMutablePointer<dirent>! { stub() }
@discardableResult
public func closedir(_ directory: UnsafeMutablePointer<DIR>!) -> Int32 { stub() }

/// fcntl(2), openpty(3).
public var F_GETFL: Int32 { 3 }
public struct termios {}
public struct winsize {}
@discardableResult
public func openpty(
    _ master: UnsafeMutablePointer<Int32>!, _ slave: UnsafeMutablePointer<Int32>!, _ name: UnsafeMutablePointer<CChar>!,
    _ terminal: UnsafeMutablePointer<termios>!, _ size: UnsafeMutablePointer<winsize>!
) -> Int32 { stub() }

/// getpeername(2), listen(2), accept(2), shutdown(2), read(2), inet(3).
@discardableResult
public func getpeername(
    _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>!, _ length: UnsafeMutablePointer<socklen_t>!
) -> Int32 { stub() }
@discardableResult
public func listen(_ descriptor: Int32, _ count: Int32) -> Int32 { stub() }
@discardableResult
public func accept(
    _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>!, _ length: UnsafeMutablePointer<socklen_t>!
) -> Int32 { stub() }
public var SHUT_RDWR: Int32 { 2 }
@discardableResult
public func shutdown(_ descriptor: Int32, _ how: Int32) -> Int32 { stub() }
@discardableResult
public func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer!, _ size: Int) -> Int { stub() }
public func inet_addr(_ text: UnsafePointer<CChar>!) -> in_addr_t { stub() }

private func stub() -> Never { fatalError("nothing of this runs") }

/// dup2(2).
public func dup2(_ descriptor: Int32, _ number: Int32) -> Int32 { stub() }
