package import SiderealCore

/// One line of a journal: an input of the timekeeper, as a device received it.
package enum JournalEntry: Sendable {
    /// A process starts. The timekeeper compares the process's first reading with the last earlier reading.
    case launch(Launch)
    /// All clocks, read together, and the kernel's boot identity.
    case reading(ClockReading, bootIdentity: BootIdentity?)
    /// A server's answer.
    case sample(TimeSample)
    /// The sources that the app names.
    case sources([NamedSource])
    /// The device was locked or unlocked.
    case protectedData(ProtectedDataState)
    /// The caller made the timekeeper discard all trusted time.
    case reset

    /// The circumstances in which a process started.
    package struct Launch: Sendable, Equatable {
        /// The behavior of the device's clocks, not of the clocks of the host that replays the journal.
        package var model: ClockModel
        /// The machine, or `nil` if it is not known.
        package var machine: MachineIdentity?
        /// The date of the running software, or `nil` if it is not known.
        package var softwareDate: TrueInstant?

        /// Creates a launch on a device with the given clock model.
        package init(model: ClockModel, machine: MachineIdentity?, softwareDate: TrueInstant? = nil) {
            self.model = model
            self.machine = machine
            self.softwareDate = softwareDate
        }

        /// The launch that applies before the first `launch` line, and to a `launch` line without platform and machine.
        /// It is always the same Linux machine without a hardware clock.
        package static let unnamed = Launch(model: .linux.withoutHardwareClock, machine: unnamedMachine(.linux))

        static func unnamedMachine(_ model: ClockModel) -> MachineIdentity? {
            MachineIdentity(model.platform == .linux ? "the journal's Linux machine" : "the journal's Darwin device")
        }
    }
}

/// The reason why a journal could not be used.
package struct JournalError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The number of the line, counted from one.
    package let line: Int
    /// The error in the line.
    package let reason: String

    /// Creates an error at a line, counted from one.
    package init(line: Int, reason: String) {
        self.line = line
        self.reason = reason
    }

    /// The line and the reason, in one line of text.
    package var description: String { "line \(line): \(reason)" }
}

/// The state of protected files. No verdict depends on this state. The journal contains the state only for people who
/// read the journal.
package enum ProtectedDataState: Sendable, Equatable {
    case locked
    case available
}
