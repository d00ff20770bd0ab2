package import SiderealCore

/// One line of a journal: an input of the timekeeper, as some device saw it.
package enum JournalEntry: Sendable {
    /// A process starts. Its first reading is compared with the last reading before it.
    case launch(Launch)
    /// All clocks, read together, and the kernel's identity of the boot.
    case reading(ClockReading, bootIdentity: BootIdentity?)
    /// A server's answer.
    case sample(TimeSample)
    /// The sources that the app names.
    case sources([NamedSource])
    /// The device was locked or unlocked.
    case protectedData(ProtectedDataState)
    /// The caller had all trusted time forgotten.
    case reset

    /// How a process started, and where.
    package struct Launch: Sendable, Equatable {
        /// How the clocks of the device behave, never those of the host that replays.
        package var model: ClockModel
        /// Which machine this is; nil where it is not known.
        package var machine: MachineIdentity?
        /// When the software that runs was written; nil where that is not known.
        package var softwareDate: TrueInstant?

        /// A launch on a device whose clocks behave as the model says.
        package init(model: ClockModel, machine: MachineIdentity?, softwareDate: TrueInstant? = nil) {
            self.model = model
            self.machine = machine
            self.softwareDate = softwareDate
        }

        /// What is assumed before any `launch` line, and of one that names neither: one and the same
        /// Linux machine, without a hardware clock.
        package static let unnamed = Launch(model: .linux.withoutHardwareClock, machine: unnamedMachine(.linux))

        static func unnamedMachine(_ model: ClockModel) -> MachineIdentity? {
            MachineIdentity(model.platform == .linux ? "the journal's Linux machine" : "the journal's Darwin device")
        }
    }
}

/// Why a journal could not be used.
package struct JournalError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Counted from one.
    package let line: Int
    /// What is wrong with it.
    package let reason: String

    /// An error at a line, counted from one.
    package init(line: Int, reason: String) {
        self.line = line
        self.reason = reason
    }

    /// Line and reason in one line of text.
    package var description: String { "line \(line): \(reason)" }
}

/// Whether protected files can be read. It decides nothing: a journal tells it to whoever reads it.
package enum ProtectedDataState: Sendable, Equatable {
    case locked
    case available
}
