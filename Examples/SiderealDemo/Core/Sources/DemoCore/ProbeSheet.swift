import Sidereal

/// The derivation of the answers from the records of a launch and of the previous launch. It reads no other data.
public struct ProbeSheet: Sendable {
    private let launch: LaunchRecord
    private let before: LaunchRecord?

    public init(_ launch: LaunchRecord, before: LaunchRecord?) {
        self.launch = launch
        self.before = before
    }

    /// The answers of one launch, in the order of the probes.
    public var answers: [ProbeAnswer] { Probe.allCases.map { answer($0) } }

    /// Returns the most informative answer to each probe. It is the newest conclusive answer, or else the newest
    /// answer.
    public static func summary(_ records: [LaunchRecord]) -> [ProbeAnswer] {
        let sheets = of(records).map { $0.answers }
        return Probe.allCases.enumerated().compactMap { index, _ in
            let column = sheets.map { $0[index] }
            return column.last { $0.isConclusive } ?? column.last
        }
    }

    /// Makes the sheets of launches, in the order of the launches. Each sheet compares its launch with the previous
    /// one.
    public static func of(_ records: [LaunchRecord]) -> [ProbeSheet] {
        records.indices.map { ProbeSheet(records[$0], before: $0 > 0 ? records[$0 - 1] : nil) }
    }

    private var seen: Observations { launch.observations }
    var launchClocks: LaunchRecord.Clocks? { launch.clocks }
    var clocksBefore: LaunchRecord.Clocks? { before?.clocks }

    /// Returns this launch's answer to one probe.
    public func answer(_ probe: Probe) -> ProbeAnswer {
        switch probe {
        case .bootSession: bootSession
        case .bootSessionChange: bootSessionChange
        case .continuousClock: continuousClock
        case .monotonicClock: monotonicClock
        case .monotonicClockRun: monotonicClockRun
        case .processorFamily: kernelNumber(.processorFamily, .processorFamily) { .text("0x" + String($0, radix: 16)) }
        case .virtualMachine: kernelNumber(.virtualMachine, .virtualMachine) { .number(Int(clamping: $0)) }
        case .sleepTimes: sleepTimes
        case .bootTime: bootTime
        case .createProtectedFile: file(.createProtectedFile, seen.createProtectedFile, done: "created")
        case .readProtectedFile: file(.readProtectedFile, seen.readProtectedFile, done: "read")
        case .newCanary: newCanary
        case .createUnprotectedFile: file(.createUnprotectedFile, seen.createUnprotectedFile, done: "created")
        case .keychain: keychain
        case .defaultsEarly: defaultsEarly
        case .defaultsAfterUnlock: defaultsAfterUnlock
        case .prewarmVariable:
            ProbeAnswer(
                .prewarmVariable, seen.prewarmVariable == nil ? "absent" : "set",
                ["value": seen.prewarmVariable.map { .text(String($0.prefix(16))) }], isConclusive: launch.isEarly)
        case .protectedDataAvailable:
            ProbeAnswer(
                .protectedDataAvailable, seen.protectedDataAvailable.map { $0 ? "true" : "false" } ?? "notAsked",
                isConclusive: launch.isEarly && seen.protectedDataAvailable != nil)
        case .passcode:
            ProbeAnswer(
                .passcode, seen.passcodeStatus == 0 ? "set" : "notProven",
                ["status": .number(Int(seen.passcodeStatus))], isConclusive: !launch.isEarly)
        case .ownFiles: ownFiles
        }
    }

    // MARK: - The boot and its clocks

    /// The result of comparing this boot with that of the previous launch. It uses only clocks and counters.
    enum Counters: String {
        /// A counter that can only grow within a boot fell.
        case restarted
        /// The boot time moved by less than half a minute.
        case sameBoot
        case open
        case nothingBefore
    }

    var counters: Counters {
        guard let now = launch.clocks, let old = before?.clocks else { return .nothingBefore }
        let second = Nanoseconds.seconds(1).count
        if now.elapsed < old.elapsed - second || now.awake < old.awake - second
            || now.sinceBoot < old.sinceBoot - .seconds(1)
        {
            return .restarted
        }
        return (Nanoseconds(now.bootTime) - Nanoseconds(old.bootTime)).magnitude < .seconds(30) ? .sameBoot : .open
    }

    /// A Boolean value that indicates whether the boot identity equals that of the previous launch, or `nil` if either
    /// launch has no identity.
    var isSameIdentity: Bool? {
        guard let now = launch.bootPrint, let old = before?.bootPrint else { return nil }
        return now == old
    }

    /// A Boolean value that indicates whether this is the first recorded launch of its boot.
    private var isFirstOfBoot: Bool {
        isSameIdentity == false || (isSameIdentity == nil && counters == .restarted)
    }

    private var bootSession: ProbeAnswer {
        switch seen.bootSession {
        case .readable: ProbeAnswer(.bootSession, "readable", ["early": .flag(launch.isEarly)])
        case .malformed: ProbeAnswer(.bootSession, "malformed", ["early": .flag(launch.isEarly)])
        case .changing: ProbeAnswer(.bootSession, "changing", ["early": .flag(launch.isEarly)])
        case .refused(let number):
            ProbeAnswer(.bootSession, "refused", ["early": .flag(launch.isEarly), "errno": .number(Int(number))])
        }
    }

    private var bootSessionChange: ProbeAnswer {
        let word = isSameIdentity.map { $0 ? "same" : "changed" } ?? "notComparable"
        let agrees: Bool? =
            switch (isSameIdentity, counters) {
            case (true?, .restarted), (false?, .sameBoot): false
            case (true?, .sameBoot), (false?, .restarted): true
            default: nil
            }
        return ProbeAnswer(
            .bootSessionChange, word, ["clocks": .text(counters.rawValue), "agrees": agrees.map { .flag($0) }],
            isConclusive: agrees != nil)
    }

    private var continuousClock: ProbeAnswer {
        guard let clocks = launch.clocks else {
            return ProbeAnswer(.continuousClock, "unreadable", isConclusive: false)
        }
        let excess = Nanoseconds(clocks.elapsed) - clocks.sinceBoot
        let word =
            if excess > .seconds(60) {
                "runsOn"
            } else if excess < .zero - .seconds(60) {
                "behind"
            } else {
                "restarted"
            }
        return ProbeAnswer(
            .continuousClock, word,
            [
                "excessMinutes": .number(Self.rounded(excess, to: 60)),
                "firstOfBoot": .flag(isFirstOfBoot),
            ],
            // If the log lacks the first launch of a boot, the device may have been off before that boot. That resets
            // all counters.
            isConclusive: isFirstOfBoot)
    }

    private var monotonicClock: ProbeAnswer {
        let reading = seen.monotonicClock
        let other = seen.extensionValues[KernelValue.monotonicClock.rawValue]
        return ProbeAnswer(
            .monotonicClock,
            reading.microseconds == nil && reading.answer.errno == nil ? "malformed" : reading.answer.word,
            [
                "early": .flag(launch.isEarly), "errno": reading.answer.errno.map { .number($0) },
                "size": reading.answer.size.map { .number($0) }, "fresh": reading.isFresh.map { .flag($0) },
                "aheadOfBootHours": reading.aheadOfBoot.map { .number(Self.rounded($0, to: 3_600)) },
                "bracketMicroseconds": reading.bracket.map { .number(Int(clamping: $0.count / 1_000)) },
                "extension": .text(other?.word ?? "notHeard"), "extensionErrno": other?.errno.map { .number($0) },
                "extensionAgrees": extensionAgrees.map { .flag($0) },
            ])
    }

    /// A Boolean value that indicates whether the app and the extension read the same clock. Within a boot, the clock's
    /// lead over mach time must then be equal.
    private var extensionAgrees: Bool? {
        let reading = seen.monotonicClock
        guard let answer = seen.extensionValues[KernelValue.monotonicClock.rawValue] else { return nil }
        let other = MonotonicReading(answer: answer, before: nil, after: nil, timebase: reading.timebase)
        guard let mine = reading.microseconds, let theirs = other.microseconds, let myAwake = reading.awake,
            let theirAwake = other.awake
        else { return nil }
        let moved = Nanoseconds.microseconds(mine) - Nanoseconds.microseconds(theirs)
        // The device may have slept in between, and only the power management clock includes sleep.
        let slept = moved - (Nanoseconds(myAwake) - Nanoseconds(theirAwake))
        return (myAwake >= theirAwake ? slept : .zero - slept) > .zero - .seconds(1)
    }

    /// The spans between two launches. They are not rounded, because a rate is in parts per million. No span starts at
    /// a boot.
    private var monotonicClockRun: ProbeAnswer {
        let run = MonotonicRun(
            from: before?.observations.monotonicClock, to: seen.monotonicClock, isSameBoot: isSameIdentity)
        return ProbeAnswer(
            .monotonicClockRun, run.course.rawValue,
            [
                "microseconds": run.microseconds.map { .number(Int(clamping: $0)) },
                "wallMicroseconds": run.wall.map { .number(Int(clamping: $0.count / 1_000)) },
                "elapsedMicroseconds": run.elapsed.map { .number(Int(clamping: $0.count / 1_000)) },
                "awakeMicroseconds": run.awake.map { .number(Int(clamping: $0.count / 1_000)) },
                "uncertaintyMicroseconds": run.uncertainty.map { .number(Int(clamping: $0.count / 1_000)) },
                "partsPerMillion": run.partsPerMillion.map { .number($0) },
            ],
            isConclusive: run.course == .sameBoot ? run.partsPerMillion != nil : run.course != .notComparable)
    }

    private func kernelNumber(
        _ probe: Probe, _ value: KernelValue, _ shown: (UInt64) -> ProbeAnswer.Detail
    ) -> ProbeAnswer {
        guard let answer = seen.kernelValues[value.rawValue] else {
            return ProbeAnswer(probe, "notAsked", isConclusive: false)
        }
        let other = seen.extensionValues[value.rawValue]
        return ProbeAnswer(
            probe, answer.number == nil && answer.errno == nil ? "malformed" : answer.word,
            [
                "value": answer.number.map(shown), "errno": answer.errno.map { .number($0) },
                "size": answer.size.map { .number($0) }, "extension": .text(other?.word ?? "notHeard"),
                "extensionErrno": other?.errno.map { .number($0) },
            ])
    }

    /// The awake time since the device fell asleep and since it woke. These times reveal less than a mach time.
    private var sleepTimes: ProbeAnswer {
        let ages = [KernelValue.sleepTime, .wakeTime].map { value -> ProbeAnswer.Detail? in
            guard let ticks = seen.kernelValues[value.rawValue]?.number, let clocks = launch.clocks,
                let moment = seen.monotonicClock.timebase?.nanoseconds(ticks)
            else { return nil }
            return ticks == 0
                ? .text("never") : .number(Self.rounded(Nanoseconds(clocks.awake) - Nanoseconds(moment), to: 60))
        }
        let plain = kernelNumber(.sleepTimes, .sleepTime) { _ in .number(0) }
        var details: [String: ProbeAnswer.Detail?] = plain.details.mapValues { $0 }
        details["value"] = nil as ProbeAnswer.Detail?
        details["sleepMinutes"] = ages[0]
        details["wakeMinutes"] = ages[1]
        details["wakeErrno"] = seen.kernelValues[KernelValue.wakeTime.rawValue]?.errno.map { .number($0) }
        return ProbeAnswer(.sleepTimes, plain.answer, details, isConclusive: plain.isConclusive)
    }

    private var bootTime: ProbeAnswer {
        guard isSameIdentity == true, let now = launch.clocks, let old = before?.clocks else {
            return ProbeAnswer(.bootTime, "notComparable", isConclusive: false)
        }
        let moved = Nanoseconds(now.bootTime) - Nanoseconds(old.bootTime)
        return ProbeAnswer(
            .bootTime, moved.magnitude < .milliseconds(1) ? "still" : "moved",
            [
                "milliseconds": .number(Int(clamping: moved.count / 1_000_000)),
                "overMinutes": .number(Self.rounded(Nanoseconds(now.elapsed) - Nanoseconds(old.elapsed), to: 60)),
            ])
    }

    /// Rounds a span to whole units of `seconds` and to two digits. Two digits are enough for a conclusion, and too few
    /// to identify a device.
    static func rounded(_ span: Nanoseconds, to seconds: Int64) -> Int {
        var units = span.count / (seconds * 1_000_000_000)
        var scale: Int64 = 1
        while abs(units) >= 100 {
            units /= 10
            scale *= 10
        }
        return Int(clamping: units * scale)
    }

    // MARK: - Locks

    private func call(_ probe: Probe, _ result: CallResult, done: String, refused: String) -> ProbeAnswer {
        switch result {
        case .succeeded: ProbeAnswer(probe, done)
        case .failed(let number): ProbeAnswer(probe, refused, ["errno": .number(Int(number))])
        case .unreadable(let number): ProbeAnswer(probe, "unreadable", ["errno": .number(Int(number))])
        case .notAsked: ProbeAnswer(probe, "notAsked", isConclusive: false)
        }
    }

    private func file(_ probe: Probe, _ result: CallResult, done: String) -> ProbeAnswer {
        let answer = call(probe, result, done: done, refused: "failed")
        return ProbeAnswer(
            probe, answer.answer, answer.details.mapValues { $0 }, isConclusive: answer.isConclusive && launch.isEarly)
    }

    private var newCanary: ProbeAnswer {
        let number: Int? = if case .indeterminate(let number) = seen.newCanary { Int(number) } else { nil }
        return ProbeAnswer(
            .newCanary, seen.newCanary.word, ["errno": number.map { .number($0) }], isConclusive: launch.isEarly)
    }

    private var ownFiles: ProbeAnswer {
        let (record, store) = (seen.recordMarks, seen.storeMarks)
        let word =
            if record.protectionClass == nil && record.isExcludedFromBackup == nil {
                "notThere"
            } else if record.protectionClass == 4 && record.isExcludedFromBackup == true
                && (store.protectionClass ?? 3) == 3
            {
                "kept"
            } else {
                "lost"
            }
        return ProbeAnswer(
            .ownFiles, word,
            [
                "recordClass": record.protectionClass.map { .number(Int($0)) },
                "recordExcluded": record.isExcludedFromBackup.map { .flag($0) },
                "storeClass": store.protectionClass.map { .number(Int($0)) },
            ],
            // A simulator's files have no class. Before the first unlock, the class of the store's file can't be read.
            isConclusive: record.protectionClass != nil && store.protectionClass != nil)
    }

    private var keychain: ProbeAnswer {
        let item = seen.keychain[KeychainItem.afterFirstUnlock.rawValue]
        let word =
            switch item {
            case nil: "notAsked"
            case 0: "found"
            case -25300: "notFound"
            case -25308: "interactionNotAllowed"
            default: "other"
            }
        return ProbeAnswer(
            .keychain, word, seen.keychain.mapValues { .number(Int($0)) }, isConclusive: launch.isEarly && item != nil)
    }

    private var defaultsEarly: ProbeAnswer {
        switch seen.defaults {
        case .there: ProbeAnswer(.defaultsEarly, "there", isConclusive: launch.isEarly)
        case .missing: ProbeAnswer(.defaultsEarly, "empty", isConclusive: launch.isEarly)
        case .notPlanted: ProbeAnswer(.defaultsEarly, "notAsked", isConclusive: false)
        }
    }

    private var defaultsAfterUnlock: ProbeAnswer {
        guard launch.isEarly, seen.defaults == .missing, let last = seen.defaultsLater.last else {
            return ProbeAnswer(.defaultsAfterUnlock, "notObserved", isConclusive: false)
        }
        let recovery = seen.defaultsLater.first { $0.isThere }
        return ProbeAnswer(
            .defaultsAfterUnlock, recovery == nil ? "staysEmpty" : "recovers",
            [
                "seconds": .number(recovery?.seconds ?? last.seconds),
                "looks": .number(seen.defaultsLater.count),
            ])
    }
}
