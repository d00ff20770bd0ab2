/// The notifications between the processes of a simulated device. A process announces each file that it has written.
///
/// All processes that observe the file receive the notification, including the process that wrote the file. They
/// receive it in the order in which they began to observe.
package final class SimulatedWrites: Sendable {
    private struct Observer: Sendable {
        let path: String
        let process: Int
        let onWrite: @Sendable () -> Void
    }

    private let observers = SimulatedObservers<Observer>()

    package init() {}

    /// The number of current observations.
    package var count: Int { observers.all.count }

    /// Calls the closure at each write of a file, until the caller releases the returned value or the process ends.
    package func observe(
        _ path: String, process: Int, _ onWrite: @escaping @Sendable () -> Void
    ) -> any Sendable {
        observers.add(Observer(path: path, process: process, onWrite: onWrite))
    }

    /// Calls the observers of a file on this thread.
    package func announce(_ path: String) {
        for observer in observers.all where observer.path == path { observer.onWrite() }
    }

    /// Ends the observations of a process that has ended.
    package func end(process: Int) { observers.end { $0.process == process } }
}
