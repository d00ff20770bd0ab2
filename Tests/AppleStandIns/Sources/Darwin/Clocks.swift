// Clocks and sysctls of the machine, or of Linux if a test sets none. Linux's clocks model a Darwin that never sleeps.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import DarwinMachine
internal import Glibc

/// <time.h>
public struct clockid_t: RawRepresentable, Sendable, Hashable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}
public var CLOCK_REALTIME: clockid_t { clockid_t(rawValue: 0) }
public var CLOCK_MONOTONIC_RAW: clockid_t { clockid_t(rawValue: 4) }
public var CLOCK_UPTIME_RAW: clockid_t { clockid_t(rawValue: 8) }

/// clock_gettime(3).
public func clock_gettime(_ clock: clockid_t, _ time: UnsafeMutablePointer<CDarwin.timespec>!) -> Int32 {
    let known: (name: String, linux: Int32)? =
        switch clock {
        case CLOCK_REALTIME: ("CLOCK_REALTIME", Glibc.CLOCK_REALTIME)
        case CLOCK_MONOTONIC_RAW: ("CLOCK_MONOTONIC_RAW", Glibc.CLOCK_BOOTTIME)
        case CLOCK_UPTIME_RAW: ("CLOCK_UPTIME_RAW", Glibc.CLOCK_BOOTTIME)
        default: nil
        }
    guard let known else {
        errno = CDarwin.EINVAL
        return -1
    }
    return call(known.name) {
        switch DarwinMachine.current.answer(known.name) {
        case .nanoseconds(let count):
            time.pointee.tv_sec = Int(count / 1_000_000_000)
            time.pointee.tv_nsec = Int(count % 1_000_000_000)
        case .bytes, .error, nil:
            var now = Glibc.timespec()
            guard Glibc.clock_gettime(known.linux, &now) == 0 else { return -1 }
            (time.pointee.tv_sec, time.pointee.tv_nsec) = (now.tv_sec, now.tv_nsec)
        }
        return 0
    }
}

/// sysctlbyname(3): ENOENT for a name that the kernel doesn't have, ENOMEM if the buffer is too small.
public func sysctlbyname(
    _ name: UnsafePointer<CChar>!, _ old: UnsafeMutableRawPointer!, _ oldSize: UnsafeMutablePointer<Int>!,
    _ new: UnsafeMutableRawPointer!, _ newSize: Int
) -> Int32 {
    let name = String(cString: name)
    if let number = DarwinMachine.current.begin(name) {
        errno = number
        return -1
    }
    switch DarwinMachine.current.answer(name) ?? known[name] {
    case .bytes(let bytes):
        guard let old else {
            oldSize.pointee = bytes.count
            return 0
        }
        let count = min(bytes.count, oldSize.pointee)
        old.copyMemory(from: bytes, byteCount: count)
        oldSize.pointee = count
        if count == bytes.count { return 0 }
        errno = ENOMEM
    case .error(let number): errno = number
    case .nanoseconds, nil: errno = CDarwin.ENOENT
    }
    return -1
}

/// The answers that every Darwin has. This one started when Linux did, and answers in the same words each time.
private let known: [String: DarwinMachine.Answer] = {
    var (wall, elapsed) = (Glibc.timespec(), Glibc.timespec())
    Glibc.clock_gettime(Glibc.CLOCK_REALTIME, &wall)
    Glibc.clock_gettime(Glibc.CLOCK_BOOTTIME, &elapsed)
    let microseconds = (wall.tv_sec - elapsed.tv_sec) * 1_000_000 + (wall.tv_nsec - elapsed.tv_nsec) / 1_000
    return [
        "kern.boottime": .time(
            seconds: Int64(microseconds / 1_000_000), microseconds: Int32(microseconds % 1_000_000)),
        "kern.bootsessionuuid": .text("5EED0000-0000-4000-8000-000000000001"),
    ]
}()

/// nanosleep(2).
@discardableResult
public func nanosleep(
    _ requested: UnsafePointer<CDarwin.timespec>!, _ remaining: UnsafeMutablePointer<CDarwin.timespec>!
) -> Int32 {
    var time = Glibc.timespec(tv_sec: requested.pointee.tv_sec, tv_nsec: requested.pointee.tv_nsec)
    return call("nanosleep") { Glibc.nanosleep(&time, nil) }
}
