import Sidereal
import SiderealCore
import SiderealTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension WholeRun {
    func checkVerdict(_ keeper: Timekeeper) throws(Breach) {
        guard var memory = running[slot]?.memory else { return }
        try check.checkVerdict(keeper, &memory)
        running[slot]?.memory = memory
    }

    func checkClaims() throws(Breach) {
        guard var now = running[slot] else { return }
        // Each call reads the clocks again if the device has slept.
        let (trusted, proven) = (now.clock.now(), now.clock.now(requiring: .proven))
        try judgePremise()
        guard let memory = running[slot]?.memory else { return }
        now.memory = memory
        try check.check(trusted, proven: proven, truth, memory)
        let keeper = now.app.observatory.keeper
        if now.app.gate.state.isUnlocked, !device.isUnlockedOnce {
            throw Breach(.presence, "the gate is open before the first unlock")
        }
        try check.checkTime(keeper, truth, &now.memory)
        try checkDate(&now)
        running[slot] = now
        try checkVerdict(keeper)
        guard !marks.isEmpty, (try? now.app.observatory.reading()) != nil else { return }
        for (mark, next) in zip(marks, marks.dropFirst() + marks.suffix(1)) {
            try check.check(mark, now.app.observatory.keeper, truth, now.memory)
            try check.check(mark, to: next, now.app.observatory.keeper, truth, now.memory)
        }
    }

    func checkDate(_ now: inout Running) throws(Breach) {
        guard let date = now.clock.date else { return }
        if let shown = now.shown, date < shown, shown.timeIntervalSince(date) <= 60 {
            throw Breach(.display, "the shown date went back by \(shown.timeIntervalSince(date)) s")
        }
        now.shown = date
    }
}
