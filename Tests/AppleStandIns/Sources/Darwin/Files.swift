// Files of Linux, with protection classes that the machine stores.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import DarwinMachine
internal import Glibc

// MARK: - <sys/fcntl.h>

private let flags: [(darwin: Int32, linux: Int32)] = [
    (CDarwin.O_RDWR, Glibc.O_RDWR), (CDarwin.O_NONBLOCK, Glibc.O_NONBLOCK), (CDarwin.O_NOFOLLOW, Glibc.O_NOFOLLOW),
    (CDarwin.O_CREAT, Glibc.O_CREAT), (CDarwin.O_EXCL, Glibc.O_EXCL), (CDarwin.O_DIRECTORY, Glibc.O_DIRECTORY),
    (CDarwin.O_CLOEXEC, Glibc.O_CLOEXEC),
]

private func linux(_ flagsOfDarwin: Int32) -> Int32 {
    let known = flags.reduce(0) { $0 | $1.darwin }
    precondition(flagsOfDarwin & ~known == 0, "flags of open(2) that the stand-in does not know: \(flagsOfDarwin)")
    return flags.filter { flagsOfDarwin & $0.darwin != 0 }.reduce(Glibc.O_RDONLY) { $0 | $1.linux }
}

/// open(2).
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { opened("open", path, flags, nil, 0) }

/// open(2).
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
    opened("open", path, flags, nil, mode)
}

/// open_dprotected_np, which has a variable number of arguments and is CDarwin's.
@_cdecl("darwin_open_protected")
func open_dprotected_np(
    _ path: UnsafePointer<CChar>, _ flags: Int32, _ protectionClass: Int32, _ mode: Int32
) -> Int32 {
    opened("open_dprotected_np", path, flags, protectionClass, mode_t(truncatingIfNeeded: mode))
}

/// Opens or creates a file, or fails with EPERM if its key isn't there.
private func opened(
    _ name: String, _ path: UnsafePointer<CChar>, _ flags: Int32, _ protectionClass: Int32?, _ mode: mode_t
) -> Int32 {
    let machine = DarwinMachine.current
    return call(name) {
        var information = Glibc.stat()
        let isThere = Glibc.lstat(path, &information) == 0
        let isNew = !isThere && flags & CDarwin.O_CREAT != 0
        if let protectionClass, isNew, !machine.canCreate(protectionClass) { return refused() }
        let descriptor = Glibc.open(path, linux(flags), Glibc.mode_t(mode))
        guard descriptor >= 0, Glibc.fstat(descriptor, &information) == 0 else { return -1 }
        if let protectionClass, isNew { machine.protect(inode(information), protectionClass) }
        if isNew || machine.canOpen(machine.protectionClass(of: inode(information))) { return descriptor }
        Glibc.close(descriptor)
        return refused()
    }
}

private func refused() -> Int32 {
    Glibc.errno = Glibc.EPERM
    return -1
}

private func inode(_ information: Glibc.stat) -> DarwinMachine.Inode {
    DarwinMachine.Inode(device: UInt64(information.st_dev), number: UInt64(information.st_ino))
}

/// fcntl(2).
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 {
    switch command {
    case CDarwin.F_FULLFSYNC: return call("F_FULLFSYNC") { Glibc.fsync(descriptor) }
    case CDarwin.F_GETPROTECTIONCLASS:
        return call("F_GETPROTECTIONCLASS") {
            var information = Glibc.stat()
            guard Glibc.fstat(descriptor, &information) == 0 else { return -1 }
            if let known = DarwinMachine.current.protectionClass(of: inode(information)) { return known }
            Glibc.errno = Glibc.ENOTSUP
            return -1
        }
    default: preconditionFailure("a command of fcntl(2) that the stand-in does not know: \(command)")
    }
}

/// fcntl(2).
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 {
    switch command {
    case CDarwin.F_SETFD: return call("F_SETFD") { Glibc.fcntl(descriptor, Glibc.F_SETFD, value) }
    case CDarwin.F_SETFL: return call("F_SETFL") { Glibc.fcntl(descriptor, Glibc.F_SETFL, linux(value)) }
    default: preconditionFailure("a command of fcntl(2) that the stand-in does not know: \(command)")
    }
}

/// flock(2).
public func flock(_ descriptor: Int32, _ operation: Int32) -> Int32 {
    call("flock") { linux_flock(descriptor, operation) }
}

// MARK: - <sys/stat.h>

/// fstat(2).
public func fstat(_ descriptor: Int32, _ status: UnsafeMutablePointer<CDarwin.stat>!) -> Int32 {
    call("fstat") { linux_status(descriptor, nil, status) == 0 ? born(status) : -1 }
}

/// lstat(2).
public func lstat(_ path: UnsafePointer<CChar>!, _ status: UnsafeMutablePointer<CDarwin.stat>!) -> Int32 {
    call("lstat") { linux_status(-1, path, status) == 0 ? born(status) : -1 }
}

/// Fills in the birth time. A volume without birth times answers zeros.
private func born(_ status: UnsafeMutablePointer<CDarwin.stat>) -> Int32 {
    if case .nanoseconds(let time) = DarwinMachine.current.answer("st_birthtimespec") {
        status.pointee.st_birthtimespec = CDarwin.timespec(
            tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    }
    return 0
}

/// mkdir(2).
public func mkdir(_ path: UnsafePointer<CChar>!, _ mode: mode_t) -> Int32 {
    call("mkdir") { Glibc.mkdir(path, Glibc.mode_t(mode)) }
}

// MARK: - <unistd.h>, <stdio.h>, <stdlib.h>

/// close(2).
@discardableResult
public func close(_ descriptor: Int32) -> Int32 { call("close") { Glibc.close(descriptor) } }

/// getpid(2), which does not fail.
public func getpid() -> Int32 { Glibc.getpid() }

/// dup2(2), which only tests call.
public func dup2(_ descriptor: Int32, _ number: Int32) -> Int32 { Glibc.dup2(descriptor, number) }

/// pread(2).
public func pread(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer!, _ size: Int, _ offset: off_t) -> Int {
    call("pread") { Glibc.pread(descriptor, buffer, size, Int(offset)) }
}

/// pwrite(2).
public func pwrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer!, _ size: Int, _ offset: off_t) -> Int {
    call("pwrite") { Glibc.pwrite(descriptor, buffer, size, Int(offset)) }
}

/// write(2).
public func write(_ descriptor: Int32, _ buffer: UnsafeRawPointer!, _ size: Int) -> Int {
    call("write") { Glibc.write(descriptor, buffer, size) }
}

/// fsync(2).
public func fsync(_ descriptor: Int32) -> Int32 { call("fsync") { Glibc.fsync(descriptor) } }

/// rename(2).
public func rename(_ old: UnsafePointer<CChar>!, _ new: UnsafePointer<CChar>!) -> Int32 {
    call("rename") { Glibc.rename(old, new) }
}

/// link(2).
public func link(_ old: UnsafePointer<CChar>!, _ new: UnsafePointer<CChar>!) -> Int32 {
    call("link") { Glibc.link(old, new) }
}

/// unlink(2).
public func unlink(_ path: UnsafePointer<CChar>!) -> Int32 { call("unlink") { Glibc.unlink(path) } }

/// realpath(3).
public func realpath(
    _ path: UnsafePointer<CChar>!, _ resolved: UnsafeMutablePointer<CChar>!
) -> UnsafeMutablePointer<CChar>! {
    if let number = DarwinMachine.current.begin("realpath") {
        errno = number
        return nil
    }
    let real = Glibc.realpath(path, resolved)
    if real == nil { translateError() }
    return real
}
