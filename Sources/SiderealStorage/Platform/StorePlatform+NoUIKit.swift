#if !canImport(UIKit)
    import Dispatch

    extension StorePlatform {
        /// Runs work on a thread: Macs and Linux suspend no process behind its back.
        package static func background(_ work: @escaping @Sendable () -> Void) {
            DispatchQueue.global(qos: .userInitiated).async(execute: work)
        }

        /// Runs short work on this thread, unless another thread of the process does, or such work was slow of late.
        package static func inPlace(_ work: () -> Void) -> Bool { shortWork.run(work) }

        private static let shortWork = ShortWork()

        /// Runs work on this thread.
        package static func whileAwake<Value, Failure>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value? {
            try work()
        }
    }
#endif
