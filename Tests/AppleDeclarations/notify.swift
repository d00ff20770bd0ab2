// notify(3). A module of its own (usr/include/notify.modulemap in the SDK): neither Darwin nor Foundation exports it.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Dispatch

/// notify.h; https://developer.apple.com/documentation/darwinnotify/notify_handler_t
public typealias notify_handler_t = (Int32) -> Void

/// notify.h; https://developer.apple.com/documentation/darwinnotify/notify_status_ok
public var NOTIFY_STATUS_OK: Int32 { 0 }

/// notify.h; https://developer.apple.com/documentation/darwinnotify/notify_register_dispatch(_:_:_:_:)
@available(macOS 10.6, iOS 3.2, *)
@discardableResult
public func notify_register_dispatch(
    _ name: UnsafePointer<CChar>!, _ out_token: UnsafeMutablePointer<Int32>!, _ queue: DispatchQueue!,
    _ handler: notify_handler_t!
) -> UInt32 { NotificationDaemon.register(name, out_token, queue, handler) }

/// notify.h; https://developer.apple.com/documentation/darwinnotify/notify_cancel(_:)
@available(macOS 10.6, iOS 3.2, *)
@discardableResult
public func notify_cancel(_ token: Int32) -> UInt32 { NotificationDaemon.cancel(token) }

/// notify.h; https://developer.apple.com/documentation/darwinnotify/notify_post(_:)
@available(macOS 10.3, iOS 3.0, *)
@discardableResult
public func notify_post(_ name: UnsafePointer<CChar>!) -> UInt32 { NotificationDaemon.post(name) }

/// notify.h; https://developer.apple.com/documentation/darwinnotify/notify_register_check(_:_:)
@available(macOS 10.3, iOS 3.0, *)
@discardableResult
public func notify_register_check(
    _ name: UnsafePointer<CChar>!, _ out_token: UnsafeMutablePointer<Int32>!
) -> UInt32 { stub() }

/// notify.h; https://developer.apple.com/documentation/darwinnotify/notify_get_state(_:_:)
@available(macOS 10.5, iOS 3.0, *)
@discardableResult
public func notify_get_state(_ token: Int32, _ state64: UnsafeMutablePointer<UInt64>!) -> UInt32 { stub() }

/// notify.h; https://developer.apple.com/documentation/darwinnotify/notify_set_state(_:_:)
@available(macOS 10.5, iOS 3.0, *)
@discardableResult
public func notify_set_state(_ token: Int32, _ state64: UInt64) -> UInt32 { stub() }

private func stub() -> Never { fatalError("no stand-in has this") }
