#if !canImport(Darwin)
    package import Dispatch

    /// Work during which the process is not suspended: on Linux nobody is.
    package enum ExpiringActivity {
        /// Runs work on a thread of its own.
        package static func begin(_ quality: DispatchQoS.QoSClass, _ work: @escaping @Sendable () -> Void) {
            DispatchQueue.global(qos: quality).async(execute: work)
        }

        /// Runs work on this thread.
        package static func run<Value, Failure>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value? {
            try work()
        }
    }
#endif
