// The module Synchronization beside the library: no public name of the library shadows it.
#if canImport(Synchronization)
    import Sidereal
    import Synchronization

    @available(iOS 18, macOS 15, *)
    final class LastKnownTime: Sendable {
        private let time = Synchronization.Mutex<TrustedTime?>(nil)

        func refresh(_ clock: TrustedClock) async {
            let trusted = await clock.synchronize().trusted
            time.withLock { $0 = trusted }
        }
    }
#endif
