import SiderealCore
import SiderealTesting

/// The true state of the current machine at a moment in a history.
struct Truth {
    var now: TrueInstant
    var machine: SimulatedMachine
    var machineNumber: Int

    var boot: TrueBoot { TrueBoot(machineNumber: machineNumber, bootCount: machine.bootCount) }
    var wallError: Nanoseconds { Nanoseconds(machine.wall.nanoseconds) - Nanoseconds(now.nanoseconds) }
}

/// A boot of a machine.
struct TrueBoot: Hashable {
    var machineNumber: Int
    var bootCount: Int
}

/// The true boot and the true machine of a process. The process's marks belong to this boot and this machine.
struct LaunchTruth {
    var boot: TrueBoot
    /// The identities of the process's boot and machine.
    var bootIdentity: BootIdentity?
    var machine: MachineIdentity?

    init(_ truth: Truth, _ identities: MachineMake.Identities) {
        boot = truth.boot
        bootIdentity = truth.machine.bootIdentity(identities)
        let named = truth.machine.machineIdentity
        // The identity `thatOfTheRecord` means the machine that stores the record.
        machine = named == .thatOfTheRecord ? MachineIdentity("device \(truth.machineNumber)") : named
    }

    func isSameBoot(as other: LaunchTruth) -> Bool { boot == other.boot }
}

/// A mark that the app keeps, and the true time at which the app made it.
struct KeptMark {
    var moment: Moment
    var madeAt: TrueInstant
    var launch: LaunchTruth
    /// The identity of the machine, as the timekeeper recorded it.
    var machine: MachineIdentity?
    /// A Boolean value that indicates whether the mark uses data that a process received while the premise failed.
    var isTainted: Bool

    var mark: BootMark { moment.mark }

    /// A Boolean value that indicates whether the mark's bounds contain the true time. After a pause before the mark,
    /// the bounds may be too early.
    var isRight: Bool {
        let offset = Nanoseconds(madeAt.nanoseconds) - Nanoseconds(mark.reading.elapsed.nanoseconds)
        return mark.offset?.contains(offset) ?? true
    }
}

extension SimulatedMachine {
    /// Returns the boot identity that a process reads. A container can hide the kernel's identity, or fake it.
    func bootIdentity(_ identities: MachineMake.Identities) -> BootIdentity? {
        switch identities {
        case .fresh: bootIdentity
        case .hidden: nil
        case .repeated: BootIdentity("board")
        }
    }
}
