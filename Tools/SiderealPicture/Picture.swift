package import SiderealCore

/// What is drawn of a device's history: a value, that knows nothing of pages and pixels.
package struct Picture: Sendable {
    package var title: String
    /// Paragraphs in front of the picture.
    package var story: [String] = []
    /// Whether the true time is known, as in a simulation.
    package var isTruthKnown = false
    package var boots: [Boot] = []
    /// What is known in the end.
    package var ending: [Fact] = []
    /// Below the picture: what others would have answered, for instance.
    package var tables: [PictureTable] = []

    package init(title: String) { self.title = title }

    package var moments: [Moment] { boots.flatMap { $0.moments } }
    package var marks: [Mark] { moments.flatMap { $0.marks } }

    /// A stretch of the elapsed clock: a boot, or what may be one.
    package struct Boot: Sendable {
        /// How it follows the one before.
        package enum Beginning: Sendable, Hashable {
            /// Nothing is known from before.
            case first
            /// The device was off so long.
            case off(Nanoseconds)
            /// It rebooted; how much time passed unseen is known only if trusted time bounds it.
            case rebooted(about: Nanoseconds?)
            /// Perhaps it rebooted, perhaps not.
            case perhaps
            /// The clocks contradict each other within one launch.
            case fault
        }

        /// What errors are measured against.
        package enum Reference: Sendable, Hashable {
            /// The true time.
            case truth
            /// The middle of the narrowest bounds of this boot, so much to either side.
            case estimate(plusOrMinus: Nanoseconds, isAuthenticated: Bool)
            /// The wall clock as it was first read: only its steps can be seen.
            case wall
            /// No clock was read.
            case nothing
        }

        /// Counted from one; several that may be one boot count each.
        package var number: Int
        package var beginning: Beginning
        package var platform: ClockModel.Platform
        package var reference = Reference.nothing
        /// By how much the device had been up when it was first read; nil where that can't be told.
        package var uptime: Nanoseconds?
        package var moments: [Moment] = []
        /// Whether the device goes off at its end, and is not seen again.
        package var endsOff = false
    }

    /// What was known, and what was so, at one step.
    package struct Moment: Sendable {
        /// The line of the journal; nil for what is in none.
        package var line: Int?
        /// Since the boot's first moment.
        package var offset = Nanoseconds.zero
        /// How long the device slept since the moment before.
        package var asleep = Nanoseconds.zero
        /// The true time where it is known, else the best estimate, else what the wall clock showed.
        package var date: TrueInstant?
        /// The wall clock less the reference, just before and just after.
        package var errorBefore: Nanoseconds?
        package var error: Nanoseconds?
        /// The trusted bounds less the reference, just before and just after.
        package var bandBefore: Band?
        package var band: Band?
        /// What a server said by itself, less the reference.
        package var claim: Claim?
        package var lock: Lock?
        /// Whether all clocks were read.
        package var isReading = false
        /// Whether a process starts here.
        package var isLaunch = false
        package var marks: [Mark] = []
        /// Lines that belong to the same instant, and come first: launches, before the reading that tells when they
        /// were.
        package var lead: [(line: Int?, words: String)] = []
        /// What happened, in a sentence, apart from what the marks say.
        package var words = ""
        /// What else is told.
        package var notes: [String] = []
    }

    /// Bounds of the true time, against the reference; an end that is not known is nil.
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

    /// Something that was found, said or done, and explains itself.
    package struct Mark: Sendable, Hashable {
        /// What it is drawn as.
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
        /// Whether it is a finding of the timekeeper, or something that is told beside them.
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
    /// Each begins with what it is about.
    package var rows: [[Cell]]

    package init(caption: String, columns: [String], rows: [[Cell]]) {
        self.caption = caption
        self.columns = columns
        self.rows = rows
    }
}
