import Foundation

/// Compares dates.
struct NaiveTrial {
    let ends: Date

    func isOver(at now: Date) -> Bool { now >= ends }
}
