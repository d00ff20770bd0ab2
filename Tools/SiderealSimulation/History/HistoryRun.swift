/// Functions that run histories and find broken promises.
package enum HistoryRun {
    /// Returns the first promise that a history breaks, or `nil` if it breaks no promise.
    package static func violation(of history: History, withStore: Bool = false) -> Violation? {
        if withStore, #available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *) {
            return WholeRun.violation(of: history)
        }
        var run = CoreRun(history.setting)
        return history.violation { event throws(Breach) in try run.step(event) }
    }

    /// Returns the journal of a history, up to the event that breaks a promise.
    package static func journal(of history: History, hasExactBootTime: Bool = false) -> HistoryJournal {
        let journal = HistoryJournal()
        var run = CoreRun(history.setting, journal: journal, hasExactBootTime: hasExactBootTime)
        _ = history.violation { event throws(Breach) in try run.step(event) }
        return journal
    }

    /// Returns a shorter history that breaks the same promise. The function removes events and makes lengths small and
    /// round, as long as the history still breaks the promise.
    package static func shrunk(_ history: History, breaking promise: Promise, withStore: Bool = false) -> History {
        var best = history
        if let violation = violation(of: best, withStore: withStore) {
            best.events = Array(best.events.prefix(violation.event + 1))
        }
        var isSmaller = true
        while isSmaller {
            isSmaller = false
            for candidate in best.simpler {
                guard violation(of: candidate, withStore: withStore)?.promise == promise else { continue }
                best = candidate
                isSmaller = true
                break
            }
        }
        return best
    }
}

extension History {
    /// Passes the events to a run, and returns the first promise that an event breaks. That event is the last one.
    func violation(_ step: (HistoryEvent) throws(Breach) -> Void) -> Violation? {
        for (place, event) in events.enumerated() {
            do throws(Breach) {
                try step(event)
            } catch {
                return Violation(error.promise, event: place, error.text)
            }
        }
        return nil
    }
}
