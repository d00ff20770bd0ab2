import Sidereal

/// A verdict that the option `--fail-on` reports to a script as an exit status.
enum Alarm: String, Sendable, CaseIterable {
    case rebooted, indeterminate, unavailable, damaged
    case ahead, behind, unknown

    /// The exit status. The statuses of sysexits(3) begin at 64.
    var status: Int32 {
        switch self {
        case .rebooted: 10
        case .indeterminate: 11
        case .unavailable: 12
        case .damaged: 13
        case .ahead: 20
        case .behind: 21
        case .unknown: 22
        }
    }

    static let ofBoot: [Alarm] = [.rebooted, .indeterminate, .unavailable, .damaged]
    static let ofClock: [Alarm] = [.ahead, .behind, .unknown]

    static func usage(_ alarms: [Alarm]) -> String {
        """
          --fail-on LIST   exit with the answer's status if the answer is in the comma-separated LIST:
                           \(alarms.map { "\($0.rawValue) \($0.status)" }.joined(separator: ", "))
                           (if several answers are in LIST, the first in this order sets the status)
        """
    }

    /// Returns the alarms that the option `--fail-on` names.
    static func named(
        in arguments: Arguments, of command: String, outOf known: [Alarm]
    ) throws(CommandError) -> Set<Alarm> {
        guard let text = arguments.values["fail-on"] else { return [] }
        var alarms: Set<Alarm> = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let alarm = Alarm(rawValue: String(word)), known.contains(alarm) else {
                let names = known.map(\.rawValue).joined(separator: ", ")
                throw .usage("\(command): --fail-on has '\(word)', which is not one of \(names)")
            }
            alarms.insert(alarm)
        }
        return alarms
    }

    /// Returns the alarms that the verdicts raise, in the order of their statuses.
    static func holding(_ boot: BootVerdict?, _ systemClock: SystemClockVerdict) -> [Alarm] {
        let ofBoot: Alarm? =
            switch boot?.answer {
            case .rebooted: .rebooted
            case .indeterminate: .indeterminate
            case .unavailable: .unavailable
            case .damaged: .damaged
            case .sameBoot, .firstObservation, nil: nil
            }
        let ofClock: Alarm? =
            switch systemClock.answer {
            case .ahead: .ahead
            case .behind: .behind
            case .unknown: .unknown
            case .agrees: nil
            }
        return [ofBoot, ofClock].compactMap { $0 }
    }
}

extension CommandError {
    /// Throws an error with the status of the first raised alarm. The error has no message, because the answer is
    /// already printed.
    static func raise(
        _ alarms: Set<Alarm>, by boot: BootVerdict?, _ systemClock: SystemClockVerdict
    ) throws(CommandError) {
        guard let alarm = Alarm.holding(boot, systemClock).first(where: { alarms.contains($0) }) else { return }
        throw CommandError(status: alarm.status, message: "")
    }
}
