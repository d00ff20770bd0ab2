#if canImport(FoundationNetworking)
    package import Foundation
    import FoundationNetworking

    extension URLSession {
        static func forDates() -> URLSession {
            URLSession(configuration: .forDates, delegate: nil, delegateQueue: .forAnswers())
        }
    }

    extension OperationQueue {
        // The open-source operation queue does not keep it alive.
        private static let answers = DispatchQueue(label: "sidereal.answers", qos: .userInitiated)

        /// Hands out answers on a thread of its own.
        ///
        /// By default the open-source Foundation uses threads that it shares with Swift's pool. While the app computes
        /// there, each answer would be stamped late, and its bounds would be wide.
        package static func forAnswers() -> OperationQueue {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            queue.underlyingQueue = answers
            return queue
        }
    }
#endif
