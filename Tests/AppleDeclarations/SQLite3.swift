// <sqlite3.h>, a module in C: https://www.sqlite.org/c3ref/funclist.html. Its constants are macros, which Swift imports
// as numbers of the type `Int32`; its pointers have no annotations, so Swift imports them as implicitly unwrapped.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// https://www.sqlite.org/rescode.html
public var SQLITE_OK: Int32 { 0 }
/// https://www.sqlite.org/rescode.html
public var SQLITE_ROW: Int32 { 100 }
/// https://www.sqlite.org/rescode.html
public var SQLITE_DONE: Int32 { 101 }
/// https://www.sqlite.org/c3ref/c_open_autoproxy.html
public var SQLITE_OPEN_READWRITE: Int32 { 0x2 }
/// https://www.sqlite.org/c3ref/c_open_autoproxy.html
public var SQLITE_OPEN_CREATE: Int32 { 0x4 }
/// Apple's sqlite3.h.
public var SQLITE_OPEN_FILEPROTECTION_COMPLETEUNTILFIRSTUSERAUTHENTICATION: Int32 { 0x30_0000 }

/// https://www.sqlite.org/c3ref/c_static.html
public typealias sqlite3_destructor_type = @convention(c) (UnsafeMutableRawPointer?) -> Void

/// https://www.sqlite.org/c3ref/open.html
public func sqlite3_open_v2(
    _ filename: UnsafePointer<CChar>!, _ ppDb: UnsafeMutablePointer<OpaquePointer?>!, _ flags: Int32,
    _ zVfs: UnsafePointer<CChar>!
) -> Int32 { fatalError("nothing of this runs") }

/// https://www.sqlite.org/c3ref/close.html
@discardableResult
public func sqlite3_close_v2(_ database: OpaquePointer!) -> Int32 { fatalError("nothing of this runs") }

/// https://www.sqlite.org/c3ref/busy_timeout.html
@discardableResult
public func sqlite3_busy_timeout(_ database: OpaquePointer!, _ ms: Int32) -> Int32 {
    fatalError("nothing of this runs")
}

/// https://www.sqlite.org/c3ref/errcode.html
public func sqlite3_errmsg(_ database: OpaquePointer!) -> UnsafePointer<CChar>! { fatalError("nothing of this runs") }

/// https://www.sqlite.org/c3ref/prepare.html
public func sqlite3_prepare_v2(
    _ db: OpaquePointer!, _ zSql: UnsafePointer<CChar>!, _ nByte: Int32,
    _ ppStmt: UnsafeMutablePointer<OpaquePointer?>!, _ pzTail: UnsafeMutablePointer<UnsafePointer<CChar>?>!
) -> Int32 { fatalError("nothing of this runs") }

/// https://www.sqlite.org/c3ref/bind_blob.html
public func sqlite3_bind_text(
    _ statement: OpaquePointer!, _ index: Int32, _ text: UnsafePointer<CChar>!, _ bytes: Int32,
    _ destructor: sqlite3_destructor_type!
) -> Int32 { fatalError("nothing of this runs") }

/// https://www.sqlite.org/c3ref/step.html
public func sqlite3_step(_ statement: OpaquePointer!) -> Int32 { fatalError("nothing of this runs") }

/// https://www.sqlite.org/c3ref/column_blob.html
public func sqlite3_column_text(_ statement: OpaquePointer!, _ iCol: Int32) -> UnsafePointer<UInt8>! {
    fatalError("nothing of this runs")
}

/// https://www.sqlite.org/c3ref/finalize.html
@discardableResult
public func sqlite3_finalize(_ statement: OpaquePointer!) -> Int32 { fatalError("nothing of this runs") }
