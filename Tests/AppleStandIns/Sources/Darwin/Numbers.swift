// Stands in for the functions of Darwin's C library that the library calls, with Darwin's names, numbers and layouts.
//
// Models: the machine below (DarwinMachine) decides whether a call fails. The machine has the clocks, sysctls and
// protection classes. Every other call is Linux's call of the same name. The two systems number errors, the flags of
// open(2) and the families of addresses differently. Only this module has both numbers. It translates them, and has its
// own `errno`, so the code above never gets a number of Linux.
//
// The numbers and layouts are those that Scripts/apple-check compiles against: DarwinNumbers.h, in CDarwin.
//
// Leaves out: all that the sources do not call.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

@_exported public import CDarwin
internal import DarwinMachine
internal import Glibc

public typealias mode_t = UInt16
public typealias nfds_t = UInt32
public typealias off_t = Int64
public typealias sa_family_t = UInt8
public typealias socklen_t = UInt32

// MARK: - <sys/errno.h>

public var ENOMEM: Int32 { 12 }
public var ENETDOWN: Int32 { 50 }

/// The error codes that tests name, with Darwin's numbers.
/// https://developer.apple.com/documentation/foundation/posixerrorcode
public enum POSIXErrorCode: Int32, Sendable {
    case EPIPE = 32
    case ENETDOWN = 50
    case ECONNABORTED = 53
    case ECONNRESET = 54
    case ENOTCONN = 57
    case ETIMEDOUT = 60
    case ECONNREFUSED = 61
    case ECANCELED = 89
}

/// errno(2), of this thread.
public var errno: Int32 {
    get { darwin_error().pointee }
    set { darwin_error().pointee = newValue }
}

/// Errors whose numbers differ, or that have two names: Darwin's, and Linux's. Those below 35 that are not listed
/// agree.
private let numbers: [(darwin: Int32, linux: Int32)] = [
    (11, Glibc.EDEADLK), (35, Glibc.EAGAIN), (36, Glibc.EINPROGRESS), (37, Glibc.EALREADY), (38, Glibc.ENOTSOCK),
    (39, Glibc.EDESTADDRREQ), (40, Glibc.EMSGSIZE), (41, Glibc.EPROTOTYPE), (42, Glibc.ENOPROTOOPT),
    (43, Glibc.EPROTONOSUPPORT), (44, Glibc.ESOCKTNOSUPPORT), (45, Glibc.ENOTSUP), (102, Glibc.EOPNOTSUPP),
    (46, Glibc.EPFNOSUPPORT), (47, Glibc.EAFNOSUPPORT), (48, Glibc.EADDRINUSE), (49, Glibc.EADDRNOTAVAIL),
    (50, Glibc.ENETDOWN), (51, Glibc.ENETUNREACH), (52, Glibc.ENETRESET), (53, Glibc.ECONNABORTED),
    (54, Glibc.ECONNRESET), (55, Glibc.ENOBUFS), (56, Glibc.EISCONN), (57, Glibc.ENOTCONN), (58, Glibc.ESHUTDOWN),
    (60, Glibc.ETIMEDOUT), (61, Glibc.ECONNREFUSED), (62, Glibc.ELOOP), (63, Glibc.ENAMETOOLONG),
    (64, Glibc.EHOSTDOWN), (65, Glibc.EHOSTUNREACH), (66, Glibc.ENOTEMPTY), (68, Glibc.EUSERS), (69, Glibc.EDQUOT),
    (70, Glibc.ESTALE), (77, Glibc.ENOLCK), (78, Glibc.ENOSYS), (84, Glibc.EOVERFLOW), (89, Glibc.ECANCELED),
    (90, Glibc.EIDRM), (91, Glibc.ENOMSG), (92, Glibc.EILSEQ), (94, Glibc.EBADMSG),
]

/// Translates the error of Linux's failed call to Darwin's number.
func translateError() {
    let number = Glibc.errno
    errno = numbers.first { $0.linux == number }?.darwin ?? number
}

/// strerror(3), with Linux's texts.
public func strerror_r(_ number: Int32, _ buffer: UnsafeMutablePointer<CChar>!, _ size: Int) -> Int32 {
    let known = numbers.first { $0.darwin == number }?.linux ?? (0..<35 ~= number ? number : nil)
    let text = known.map { String(cString: Glibc.strerror($0)) } ?? "Unknown error: \(number)"
    let bytes = Array(text.utf8CString.prefix(size - 1)) + [0]
    buffer.update(from: bytes, count: bytes.count)
    return known == nil ? CDarwin.EINVAL : 0
}

// MARK: - Calls

/// Calls Linux, unless the machine makes the call fail.
func call<Value: FixedWidthInteger & SignedInteger>(_ name: String, _ body: () -> Value) -> Value {
    if let number = DarwinMachine.current.begin(name) {
        errno = number
        return -1
    }
    let value = body()
    if value == -1 { translateError() }
    return value
}

// MARK: - <string.h>, <stdlib.h>

/// free(3).
public func free(_ pointer: UnsafeMutableRawPointer!) { Glibc.free(pointer) }

/// memset_s(3), which Linux's C library lacks.
public func memset_s(_ buffer: UnsafeMutableRawPointer!, _ size: Int, _ value: Int32, _ count: Int) -> Int32 {
    guard let buffer, size >= 0, count >= 0 else { return CDarwin.EINVAL }
    let bytes = UnsafeMutableRawBufferPointer(start: buffer, count: min(size, count))
    for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: value) }
    return count <= size ? 0 : 84
}
