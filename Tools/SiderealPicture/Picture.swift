package import SiderealCore

/// A drawing of a device's history. It is a value, independent of pages and pixels.
package struct Picture: Sendable {
    package var title: String
    /// Paragraphs in front of the picture.
    package var story: [String] = []
    /// Indicates whether the true time is known, as in a simulation.
    package var isTruthKnown = false
    package var boots: [Boot] = []
    /// The facts known at the end.
    package var ending: [Fact] = []
    /// Tables below the picture, such as the answers of other libraries.
    package var tables: [PictureTable] = []

    package init(title: String) { self.title = title }

    package var moments: [Moment] { boots.flatMap { $0.moments } }
    package var marks: [Mark] { moments.flatMap { $0.marks } }

    /// A stretch of the elapsed clock: a boot, or possibly one.
    package struct Boot: Sendable {
        /// The relation of a boot to the previous one.
        package enum Beginning: Sendable, Hashable {
            /// Nothing is known from before.
            case first
            /// The device was off for this long.
            case off(Nanoseconds)
            /// The device rebooted. The unseen time is known only if trusted time bounds it.
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
            /// The middle of the narrowest bounds of this boot, with half of their width.
            case estimate(plusOrMinus: Nanoseconds, isAuthenticated: Bool)
            /// The first reading of the wall clock, which shows nothing but its steps.
            case wall
            /// No clock was read.
            case nothing
        }

        /// The number of the boot, from one. Boots that may be one boot have a number each.
        package var number: Int
        package var beginning: Beginning
        package var platform: ClockModel.Platform
        package var reference = Reference.nothing
        /// The device's uptime at its first reading, or `nil` if it is unknown.
        package var uptime: Nanoseconds?
        package var moments: [Moment] = []
        /// Indicates whether the device goes off at the end of the boot and isn't seen again.
        package var endsOff = false
    }

    /// The known and the true state at one step.
    package struct Moment: Sendable {
        /// The line of the journal, or `nil` for a step outside the journal.
        package var line: Int?
        /// The time since the boot's first moment.
        package var offset = Nanoseconds.zero
        /// The time asleep since the previous moment.
        package var asleep = Nanoseconds.zero
        /// The true time if it is known, or else the best estimate, or else the reading of the wall clock.
        package var date: TrueInstant?
        /// The wall clock less the reference, just before and just after.
        package var errorBefore: Nanoseconds?
        package var error: Nanoseconds?
        /// The trusted bounds less the reference, just before and just after.
        package var bandBefore: Band?
        package var band: Band?
        /// The bounds of a server's own answer, less the reference.
        package var claim: Claim?
        package var lock: Lock?
        /// Indicates whether all clocks were read.
        package var isReading = false
        /// Indicates whether a process starts.
        package var isLaunch = false
        package var marks: [Mark] = []
        /// Lines of the same instant that come first: launches, before the reading that gives their time.
        package var lead: [(line: Int?, words: String)] = []
        /// A sentence about the event, apart from the marks.
        package var words = ""
        /// Further sentences.
        package var notes: [String] = []
    }

    /// Bounds of the true time, less the reference. An unknown end is `nil`.
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

    /// A finding, an answer or an action, with its explanation.
    package struct Mark: Sendable, Hashable {
        /// The glyph of a mark.
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            case first, same, rebooted, open, alarm
            case forward, back, rejected, replaced
            case agrees, ahead, behind, bounded, atLeast, unknown
            case launch, early, killed, server, store, remark, locked, unlocked, broken
        }

        package var kind: Kind
        package var tone: Formatting.Tone
        package var headline: String
        package var reason: String = ""
        package var facts: [Fact] = []
        /// Indicates whether the mark is a finding of the timekeeper.
        package var isFinding = false
    }

    package struct Fact: Sendable, Hashable {
        package var name: String
        package var value: String
        package var tone = Formatting.Tone.plain
    }
}

/// A table of words below a picture.
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
    /// The rows, each of which begins with its subject.
    package var rows: [[Cell]]

    package init(caption: String, columns: [String], rows: [[Cell]]) {
        self.caption = caption
        self.columns = columns
        self.rows = rows
    }
}
