package import SiderealCore

/// The content of a drawing that shows a device's history. It does not depend on a page or on pixels.
package struct Picture: Sendable {
    package var title: String
    /// The paragraphs above the picture.
    package var story: [String] = []
    /// A Boolean value that indicates whether the history contains the true time, as in a simulation.
    package var isTruthKnown = false
    package var boots: [Boot] = []
    /// The facts that are known at the end of the history.
    package var ending: [Fact] = []
    /// The tables below the picture, such as a table of the answers that other libraries give.
    package var tables: [PictureTable] = []

    package init(title: String) { self.title = title }

    package var moments: [Moment] { boots.flatMap { $0.moments } }
    package var marks: [Mark] { moments.flatMap { $0.marks } }

    /// A part of the history that is known to be one boot, or that may be one boot.
    package struct Boot: Sendable {
        /// The relation of a boot to the previous boot.
        package enum Beginning: Sendable, Hashable {
            /// The history contains no earlier boot.
            case first
            /// The device was off for the given time.
            case off(Nanoseconds)
            /// The device rebooted. The length of the time without readings is known only if trusted time bounds it.
            case rebooted(about: Nanoseconds?)
            /// The device may have rebooted.
            case perhaps
            /// The clocks contradict each other within one launch.
            case fault
        }

        /// The zero from which errors are measured.
        package enum Reference: Sendable, Hashable {
            /// The true time.
            case truth
            /// The middle of the narrowest bounds of this boot. The value is half of the width of these bounds.
            case estimate(plusOrMinus: Nanoseconds, isAuthenticated: Bool)
            /// The first reading of the wall clock. With this reference, the errors show only the steps of the wall
            /// clock.
            case wall
            /// No clock was read.
            case nothing
        }

        /// The number of the boot. Numbers start at 1. If two parts of the history may belong to the same boot, they
        /// have different numbers.
        package var number: Int
        package var beginning: Beginning
        package var platform: ClockModel.Platform
        package var reference = Reference.nothing
        /// The device's uptime at the boot's first reading, or `nil` if the uptime is unknown.
        package var uptime: Nanoseconds?
        package var moments: [Moment] = []
        /// A Boolean value that indicates whether the device is switched off at the end of the boot and the history
        /// contains no later boot.
        package var endsOff = false
    }

    /// The values of a step: the known time, the true time, and the state of the device.
    package struct Moment: Sendable {
        /// The line number in the journal, or `nil` for a step outside the journal.
        package var line: Int?
        /// The time since the boot's first moment.
        package var offset = Nanoseconds.zero
        /// The time asleep since the previous moment.
        package var asleep = Nanoseconds.zero
        /// The true time. If it is unknown, the best estimate. If there is no estimate either, the reading of the wall
        /// clock.
        package var date: TrueInstant?
        /// The wall clock minus the reference, just before and just after the step.
        package var errorBefore: Nanoseconds?
        package var error: Nanoseconds?
        /// The trusted bounds minus the reference, just before and just after the step.
        package var bandBefore: Band?
        package var band: Band?
        /// The bounds that a server's own answer gives, minus the reference.
        package var claim: Claim?
        package var lock: Lock?
        /// A Boolean value that indicates whether the process read all clocks at this step.
        package var isReading = false
        /// A Boolean value that indicates whether a process starts at this step.
        package var isLaunch = false
        package var marks: [Mark] = []
        /// The lines of launches that get their date from this moment's reading. They come before this moment's own
        /// line.
        package var lead: [(line: Int?, words: String)] = []
        /// A sentence about the event. Each mark has its own sentence.
        package var words = ""
    }

    /// The bounds of the true time, minus the reference. An unknown end is `nil`.
    package struct Band: Sendable, Hashable {
        package var lower: Nanoseconds?
        package var upper: Nanoseconds?
        package var isAuthenticated = true
    }

    package struct Claim: Sendable, Hashable {
        package var lower: Nanoseconds?
        package var upper: Nanoseconds?
        package var isRejected = false
    }

    package enum Lock: Sendable, Hashable {
        case beforeFirstUnlock
        case locked
        case unlocked
    }

    /// A mark that shows a finding, an answer or an action, with an explanation.
    package struct Mark: Sendable, Hashable {
        /// The glyph of a mark.
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            case first, same, rebooted, open, alarm
            case forward, back, rejected, replaced
            case agrees, ahead, behind, bounded, atLeast, unknown
            case launch, early, killed, remark, locked, unlocked, broken
        }

        package var kind: Kind
        package var tone: Formatting.Tone
        package var headline: String
        package var reason: String = ""
        package var facts: [Fact] = []
        /// A Boolean value that indicates whether the mark is a finding of the timekeeper.
        package var isFinding = false
    }

    package struct Fact: Sendable, Hashable {
        package var name: String
        package var value: String
        package var tone = Formatting.Tone.plain
    }
}

/// A table of texts below a picture.
package struct PictureTable: Sendable {
    package struct Cell: Sendable {
        package var text: String
        package var tone: Formatting.Tone

        package init(_ text: String, _ tone: Formatting.Tone = .plain) {
            self.text = text
            self.tone = tone
        }
    }

    package var caption: String
    package var columns: [String]
    /// The rows. The first cell of a row says what the row is about.
    package var rows: [[Cell]]

    package init(caption: String, columns: [String], rows: [[Cell]]) {
        self.caption = caption
        self.columns = columns
        self.rows = rows
    }
}
