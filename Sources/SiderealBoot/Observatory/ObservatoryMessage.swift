import SiderealCore

/// An observatory's message to the system log. It contains the first facts that a developer needs to investigate a bug.
package enum ObservatoryMessage: Sendable {
    case finding(Timekeeper.Finding)
    /// A save in the background failed. No caller receives the error.
    case notSaved(ObservatoryError)

    package enum Importance: Sendable { case debug, notice, error }

    package var importance: Importance {
        switch self {
        case .finding(.rejected): .debug
        case .finding(.clockFault), .finding(.elapsedClockWrong), .notSaved: .error
        case .finding: .notice
        }
    }

    /// The text of the message: one line, without a period at the end.
    package var text: String {
        switch self {
        case .notSaved(let error): "a background save failed: \(error)"
        case .finding(.boot(let observer, let verdict)): "\(observer): \(verdict.reason)"
        case .finding(.settled(let observer, let verdict)): "\(observer), settled: \(verdict.reason)"
        case .finding(.clockStepped(let step, let direction)): "the system clock was set by \(step), \(direction)"
        case .finding(.clockFault): "the clocks of this process contradict each other"
        case .finding(.elapsedClockWrong):
            "the servers agree that the elapsed clock jumped, stopped, or ran faster or slower than its bound allows"
        case .finding(.rejected(let source, .contradictsItself)):
            "an answer from \(source) contradicts its earlier answer: the clock trusts neither answer alone"
        case .finding(.rejected(let source, let why)): "the clock rejected an answer from \(source): \(why)"
        case .finding(.floorReplaced): "too many known operators contradict the floor, so the clock replaced the floor"
        }
    }
}
