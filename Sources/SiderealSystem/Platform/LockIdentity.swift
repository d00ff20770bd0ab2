/// The superclass of each lock, which identifies it.
///
/// Before iOS 18, the runtime can't convert a reference to `Lock`, whose state may be noncopyable, to `AnyObject`.
package class LockIdentity {}
