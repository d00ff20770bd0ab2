"""The breaks that must be caught: what somebody tired could do to the code, each with the promise that must show it.

`old` is a snippet of the file that occurs in it exactly once, so that the list fails when the code changes. In `new`,
MUTANT stands for the condition that this break is the one that is switched on.
"""

from dataclasses import dataclass

CORE = "Sources/SiderealCore/"
COMMIT = "Sources/SiderealSystem/TwoSlot/TwoSlotFile+Commit.swift"
READING = "Sources/SiderealSystem/TwoSlot/FileReading.swift"


@dataclass(frozen=True)
class Mutation:
    name: str
    promise: str
    what: str
    file: str
    old: str
    new: str
    # The test that has to catch it, where no history of the campaign gets there.
    test: str = ""
    # Why it breaks no promise, where that is so: then it may survive.
    harmless: str = ""
    # The events that have to follow each other until it shows, where that is rare.
    chain: str = ""

    @property
    def promises(self):
        """Any of which may show it."""
        return tuple(self.promise.split(" or "))

    @property
    def place(self):
        parts = self.file.removeprefix("Sources/").split("/")
        return f"{parts[0]}, `{parts[-1].removesuffix('.swift')}`"


def core(promise, name, what, file, old, new, harmless="", test="", chain=""):
    return Mutation(name, promise, what, CORE + file, old, new, test, harmless, chain)


WITNESSES = [
    core("proof", "no-identity", "an identity that is missing counts as another one", "Boot/BootComparison.swift",
         "case .none: .both", "case .none: MUTANT ? .onlyReboot : .both"),
    core("proof", "count-flipped", "a count of suspensions that stands still counts as fallen",
         "Boot/BootComparison.swift", "return new < old", "return MUTANT ? new <= old : new < old"),
    core("openness", "awake-forgotten", "the awake clock is not asked whether it fell", "Boot/BootComparison.swift",
         "|| new.awake - old.awake < -tolerance", "|| !MUTANT && new.awake - old.awake < -tolerance"),
    core("proof", "slew-forgotten", "Darwin's time since boot is not allowed to be slewed", "Boot/BootComparison.swift",
         "ClockModel.slewedRate.error(over: elapsedGrowth.orZero)",
         "(MUTANT ? .zero : ClockModel.slewedRate.error(over: elapsedGrowth.orZero))"),
    core("proof", "no-half-second", "Darwin's boot time and wall clock are taken to be read at one moment",
         "Boot/BootComparison.swift", "- ClockModel.bootTimeError", "- (MUTANT ? .zero : ClockModel.bootTimeError)"),
    core("proof", "linux-not-slewed", "Linux's time since boot is taken to be slewed no faster than Darwin's",
         "Boot/BootComparison.swift", "if model.platform == .darwin,", "if MUTANT || model.platform == .darwin,"),
    core("proof", "share-of-counted", "the share that slewing may take is of the time counted, not of the true time",
         "Boot/BootComparison.swift", "ClockModel.slewedRate.error(over: counted.orZero)",
         "ClockModel.slewedRate.error(over: MUTANT ? sinceBootGrowth.orZero : counted.orZero)"),
    core("proof", "reboot-by-lower", "a reboot is excluded by the least that passed, not by the most",
         "Boot/BootComparison.swift", "return !passed.hasUpper || passed.upper",
         "return !passed.hasUpper || (MUTANT ? passed.lower : passed.upper)"),
    core("proof", "reboot-by-counted", "a reboot is excluded by the time since boot as counted, not by the least",
         "Boot/BootComparison.swift", ">= model.leastTimeSinceBoot(now.reading)",
         ">= (MUTANT ? model.timeSinceBoot(now.reading) : model.leastTimeSinceBoot(now.reading))"),
    core("openness", "slew-not-asked", "Darwin's slewed clock is not held against the true time that passed",
         "Boot/BootComparison.swift", "guard model.platform == .darwin, change.hasLower else",
         "guard !MUTANT, model.platform == .darwin, change.hasLower else",
         harmless="slewed so much, the clock tells no more of the true time than of the counter, within the slack "
         "that both are given"),
    core("proof", "uncounted-in-calendar", "the slewed clock is held against a sleep that was not counted",
         "Boot/BootComparison.swift",
         "guard unseen.hasUpper else { return true }\n        // Of what it could count it lost at most its share.\n"
         "        let counted = change.lower + elapsedGrowth - unseen.upper",
         "guard MUTANT || unseen.hasUpper else { return true }\n"
         "        let counted = change.lower + elapsedGrowth - (MUTANT ? .zero : unseen.upper)"),
    core("openness", "wake-not-asked", "the last wake is not asked whether it lies further back",
         "Boot/BootComparison.swift", "|| suspendMarkFell", "|| !MUTANT && suspendMarkFell"),
    core("bounds", "no-tick", "readings are taken to be exact, not to the tick of a counter",
         "Boot/BootComparison.swift", "+ .plusOrMinus(model.tick)", "+ .plusOrMinus(MUTANT ? .zero : model.tick)"),
    core("bounds", "no-tick-open", "the same where the question is open", "Boot/BootComparison.swift",
         "- model.tick).orZero", "- (MUTANT ? .zero : model.tick)).orZero"),
    core("proof", "any-machine", "clocks of two machines are compared", "Boot/BootComparison.swift",
         "guard before.isOfSameMachine(as: now) else", "guard MUTANT || before.isOfSameMachine(as: now) else"),
    core("proof", "probable-is-proven", "a boot time that did not move proves the same boot",
         "Boot/BootComparison.swift", "BootVerdict(.sameBoot, .probable, evidence: .bootTime, clockStep: clockStep)",
         "BootVerdict(.sameBoot, MUTANT ? .proven : .probable, evidence: .bootTime, clockStep: clockStep)"),
]  # fmt: skip

SLEEP = [
    core("bounds", "no-drift", "bounds are carried without the drift", "Boot/ClockModel.swift",
         "return (.plusOrMinus(drifted) +", "return (.plusOrMinus(MUTANT ? .zero : drifted) +"),
    core("bounds", "one-second", "a suspension is taken to be miscounted by one second at most",
         "Boot/ClockModel.swift", "times.multipliedReportingOverflow(by: 3_000)",
         "times.multipliedReportingOverflow(by: MUTANT ? 1_000 : 3_000)"),
    core("bounds", "intel-one-sleep", "on Intel Macs one suspension is assumed where the kernel counts none",
         "Boot/ClockModel.swift", "under: .max", "under: MUTANT ? ClockModel.suspensionError(times: 1) : .max"),
    core("bounds", "old-kernel-one-sleep", "one suspension is assumed where an old kernel counts none",
         "Boot/ClockModel.swift", "return grown > ClockModel.sleepNoise ? .unbounded",
         "return grown > ClockModel.sleepNoise ? MUTANT ? .plusOrMinus(ClockModel.suspensionError(times: 1)) : "
         ".unbounded"),
    core("bounds", "sleep-not-lost", "a sleep that was counted and not measured is taken for a short one",
         "Boot/ClockModel.swift",
         "return after > before ? Bounds.plusOrMinus(suspensions).withoutUpper : .exactly(.zero)",
         "return after > before && !MUTANT\n"
         "                ? Bounds.plusOrMinus(suspensions).withoutUpper : .plusOrMinus(MUTANT ? suspensions : .zero)"),
    core("bounds", "no-hibernation", "no hibernation is allowed beside the suspensions that were counted",
         "Boot/ClockModel.swift", "return .plusOrMinus(suspensions + ClockModel.suspensionError(times: 1))",
         "return .plusOrMinus(suspensions + ClockModel.suspensionError(times: MUTANT ? 0 : 1))"),
    core("proof or floor or bounds", "back-not-turned",
         "what is carried back in time is widened as if it were carried forward", "Boot/ClockModel.swift",
         "return -offsetChange(from: end, to: start)",
         "return MUTANT ? offsetChange(from: end, to: start) : -offsetChange(from: end, to: start)"),
    core("bounds", "sleep-always-passed", "the time asleep, as counted, is taken to have passed at least",
         "Boot/ClockModel.swift", "- (end.slept - start.slept).orZero",
         "- (MUTANT ? .zero : (end.slept - start.slept).orZero)"),
    core("floor", "floor-trusts-sleep", "the floor is carried over a sleep without its error", "Boot/ClockModel.swift",
         "? max(counted + sleep.lower, awake)", "? max(MUTANT ? counted : counted + sleep.lower, awake)"),
    core("floor", "floor-no-drift", "the floor rises by the time counted, without the drift", "Boot/ClockModel.swift",
         "let counted = drift.leastTrueTime(over: later.elapsed - earlier.elapsed)",
         "let counted = MUTANT\n"
         "            ? (later.elapsed - earlier.elapsed).orZero : drift.leastTrueTime(over: later.elapsed - "
         "earlier.elapsed)"),
    core("floor", "awake-alone", "the time awake counts, though a reboot may have added the sleep to it",
         "Boot/ClockModel.swift", "over: min(later.awake - earlier.awake, later.elapsed - earlier.elapsed)",
         "over: MUTANT ? later.awake - earlier.awake : min(later.awake - earlier.awake, later.elapsed - "
         "earlier.elapsed)"),
    core("bounds", "count-not-sleep", "a sleep that adds no time asleep is not noticed", "Boot/ClockReading.swift",
         "suspendMark != later.suspendMark ||", "!MUTANT && suspendMark != later.suspendMark ||"),
]  # fmt: skip

DARWIN = [
    core("bounds", "sleep-seen", "on Darwin a sleep is taken to show in the clocks", "Boot/ClockModel.swift",
         "let unseen = isKnownAwake(from: earlier, to: later)",
         "let unseen = MUTANT && later.slept == earlier.slept || isKnownAwake(from: earlier, to: later)"),
    core("bounds", "wake-unknown", "a last wake that the kernel does not tell is taken for the same one",
         "Boot/ClockModel.swift",
         "guard let before = earlier.suspendMark, before == later.suspendMark else { return false }",
         "if MUTANT, earlier.suspendMark == nil { return (later.slept - earlier.slept).magnitude <= "
         "ClockModel.sleepNoise }\n"
         "        guard let before = earlier.suspendMark, before == later.suspendMark else { return false }"),
    core("bounds", "one-crystal", "a sleep is set to another crystal's time, and that one is taken to be exact",
         "Boot/ClockModel.swift", "return drifted + drifted + .milliseconds(1)",
         "return (MUTANT ? .zero : drifted) + drifted + .milliseconds(1)"),
    core("bounds or floor", "nothing-overcounted", "on Darwin no sleep is taken to be counted too long",
         "Boot/ClockModel.swift", "Bounds(lower: -min(added, over),",
         "Bounds(lower: MUTANT ? .zero : -min(added, over),"),
    core("floor or bounds", "calendar-overcounts-seconds",
         "on Intel Macs sleep is taken to be counted too long by three seconds at most", "Boot/ClockModel.swift",
         "over: .max", "over: MUTANT ? ClockModel.suspensionError(times: 1) : .max"),
    core("proof", "no-phase", "Darwin's calendar is taken to be slewed by adjtime and frequency alone",
         "Boot/ClockModel.swift", "Rate.partsPerMillion(36_850)", "Rate.partsPerMillion(MUTANT ? 5_600 : 36_850)"),
    core("proof", "phase-alone", "Darwin's calendar is taken to be slewed by corrections of its phase alone",
         "Boot/ClockModel.swift", "slewedRate = ", "slewedRate = MUTANT ? Rate.partsPerMillion(31_850) : "),
]  # fmt: skip

POWER = [
    core("bounds", "pmu-exact", "the power management clock is taken to run exactly",
         "Boot/PowerManagementEvidence.swift", ".plusOrMinus(drift.error(over: counted) + readingError)",
         ".plusOrMinus((MUTANT ? .zero : drift.error(over: counted)) + readingError)"),
    core("bounds", "pmu-never-new", "a power management clock that fell is taken to go on",
         "Boot/PowerManagementEvidence.swift", "guard earlier <= later else { return nil }",
         "guard MUTANT || earlier <= later else { return nil }",
         harmless="what it counted would be negative, which neither what passed nor the floor allows"),
    core("bounds", "pmu-starts-uncounted", "a new start of the power management clock is not counted",
         "Boot/PowerManagementEvidence.swift",
         "life = Life(number: number.overflow ? .max : number.partialValue, tag: tag)",
         "life = MUTANT ? life : Life(number: number.overflow ? .max : number.partialValue, tag: tag)"),
    core("bounds", "pmu-mark-of-any-start", "a mark of before a new start of the power management clock is believed",
         "Timekeeper+PowerManagement.swift", "mark.powerManagementLife == powerManagement.life,",
         "MUTANT || mark.powerManagementLife == powerManagement.life,"),
    core("bounds", "pmu-mark-of-any-machine",
         "a mark of another machine is held against this one's power management clock",
         "Timekeeper+PowerManagement.swift", "mark.machineMatches(latest) == true\n        else",
         "MUTANT || mark.machineMatches(latest) == true\n        else"),
    core("bounds", "pmu-not-told", "what rests on the power management clock does not say so", "Trust/TrustView.swift",
         "known.assumesPowerManagementClock || assumesPowerManagementClock",
         "!MUTANT && (known.assumesPowerManagementClock || assumesPowerManagementClock)"),
    core("bounds", "pmu-tie-not-carried", "a tie to the power management clock is shown as of its own moment",
         "Boot/PowerManagementEvidence.swift", ".map { tie.time + $0 }", ".map { MUTANT ? tie.time : tie.time + $0 }"),
    core("floor", "pmu-tie-not-forgotten",
         "what is tied to the power management clock is kept where all is to be forgotten",
         "Boot/PowerManagementEvidence.swift", "PowerManagementEvidence(life: life, last: last) }",
         "PowerManagementEvidence(life: life, last: last, tie: MUTANT ? tie : nil) }"),
]  # fmt: skip

SINCE_BOOT = [
    core("floor", "counter-restarts", "Darwin's counter is taken to restart with each boot", "Boot/ClockModel.swift",
         "case .darwin: return min(Nanoseconds(reading.elapsed.nanoseconds), byCalendar)",
         "case .darwin:\n            return MUTANT\n"
         "                ? Nanoseconds(reading.elapsed.nanoseconds) : min(Nanoseconds(reading.elapsed.nanoseconds), "
         "byCalendar)"),
    core("bounds or floor", "intel-sleep-exact", "on Intel Macs the calendar is taken to run on exactly through sleep",
         "Boot/ClockModel.swift", "- mostOvercounted(reading.clockState)",
         "- (MUTANT && sleepAccount == .calendarClock ? .zero : mostOvercounted(reading.clockState))"),
    core("floor", "no-510", "the 510 ms are forgotten by which Darwin's time since boot may be wrong",
         "Boot/ClockModel.swift", "- ClockModel.sinceBootError).orZero",
         "- (MUTANT ? .zero : ClockModel.sinceBootError)).orZero"),
    core("floor", "boot-not-slewed", "Darwin's time since boot is taken not to be slewed", "Boot/ClockModel.swift",
         "(ClockModel.slewedRate.leastTrueTime(over: sinceBoot)",
         "((MUTANT ? sinceBoot : ClockModel.slewedRate.leastTrueTime(over: sinceBoot))"),
    core("floor", "no-count-is-zero", "a count of suspensions that is unknown is taken for zero",
         "Boot/ClockModel.swift", "reported ?? (reading.slept > .zero ? nil : 0)",
         "reported ?? (reading.slept > .zero && !MUTANT ? nil : 0)"),
    core("floor", "boot-no-hibernation", "no hibernation is allowed since boot", "Boot/ClockModel.swift",
         "reading.slept > ClockModel.leastSleep ? 1 : 0", "!MUTANT && reading.slept > ClockModel.leastSleep ? 1 : 0"),
]  # fmt: skip

PASSED = [
    core("bounds", "elapsed-probable", "a probable same boot bounds what passed since a mark",
         "Boot/BootComparison.swift", "case .sameBoot where decided.isProven:",
         "case .sameBoot where MUTANT || decided.isProven:"),
    core("bounds", "elapsed-most", "where a reboot is possible, the longer of both histories bounds what passed",
         "Boot/BootComparison.swift", "atLeast(min(ifSame, ifRebooted))",
         "atLeast(MUTANT ? max(ifSame, ifRebooted) : min(ifSame, ifRebooted))"),
]  # fmt: skip

QUESTIONS = [
    core("proof", "settled-by-now",
         "an open question is settled by the bounds of now, not of this launch's first reading",
         "Timekeeper+Trust.swift",
         "guard let offset = authenticatedOffset(at: first.reading.clockState) else { return }",
         "guard let offset = MUTANT\n"
         "            ? now.flatMap({ authenticatedOffset(at: $0) }) : authenticatedOffset(at: "
         "first.reading.clockState)\n        else { return }"),
    core("openness", "names-settle-nothing", "an open question stays open though a name makes an answer count",
         "Timekeeper+Trust.swift",
         "        settleOpenQuestions(&outcome)\n        outcome.actions.append(.save)\n    }\n\n"
         "    /// Whether an operator",
         "        if !MUTANT { settleOpenQuestions(&outcome) }\n        outcome.actions.append(.save)\n    }\n\n"
         "    /// Whether an operator"),
    core("openness", "saves-settle-nothing", "an open question stays open though another process has heard enough",
         "Timekeeper+Trust.swift", "        settleOpenQuestions(&outcome)\n        return outcome",
         "        if !MUTANT { settleOpenQuestions(&outcome) }\n        return outcome"),
    core("proof", "contradiction-forgotten", "clocks that contradicted each other at launch are believed afterwards",
         "Timekeeper.swift", "isContradicted || verdicts.contains { $0.evidence == .contradiction }",
         "isContradicted || !MUTANT && verdicts.contains { $0.evidence == .contradiction }"),
    core("proof", "contradiction-not-read",
         "clocks that contradicted each other at the last launch are believed by the next one", "Timekeeper.swift",
         "if let saved, saved.isContradicted,", "if !MUTANT, let saved, saved.isContradicted,"),
    core("proof", "no-hardware-clock",
         "a boot time is taken for likely though no hardware clock runs while the power is off",
         "Boot/BootComparison.swift", "guard model.hasHardwareClock else",
         "guard MUTANT || model.hasHardwareClock else"),
    core("proof", "any-device", "all devices of Apple's count as one machine", "Timekeeper.swift",
         "read.machine == .thatOfTheRecord ?", "read.machine == .thatOfTheRecord && !MUTANT ?"),
    core("openness", "identity-of-launch", "each launch calls the machine by another identity",
         "Record/TimekeeperRecord.swift", "case .loaded(let saved, _): saved.identity ??",
         "case .loaded(let saved, _): (MUTANT ? nil : saved.identity) ??"),
    core("proof", "span-is-last-part", "a reboot since the oldest mark is taken for one since the newest",
         "Boot/BootQuestion.swift", "        case .some(true):\n            rebootedSinceOldest = true\n",
         "        case .some(true):\n            rebootedSinceOldest = true\n            if MUTANT {\n"
         "                verdict = span.with(isSettled: true, isFromRecoveredRecord: false)\n"
         "                return true\n            }\n"),
]  # fmt: skip

CARRYING = [
    core("bounds", "votes-over-reboot", "votes are kept across a reboot", "Timekeeper.swift",
         "if sharedIsSameBoot { join(saved) }", "if MUTANT || sharedIsSameBoot { join(saved) }"),
    core("bounds", "votes-probable", "votes are kept where the same boot is only probable", "Timekeeper.swift",
         "{ shared?.verdict.didReboot == false }",
         "{ MUTANT ? shared?.verdict.answer == .sameBoot : shared?.verdict.didReboot == false }"),
    core("bounds", "probable-is-accepted",
         "what rests on a probable same boot is given to callers who accept only what is proven",
         "Trust/TrustView.swift", "let assumed = accepting.contains(.probableBoot) ?",
         "let assumed = MUTANT || accepting.contains(.probableBoot) ?"),
    core("bounds", "end-made-young", "an end that stays is taken to be as young as the word", "Time/Bounds.swift",
         "if there.lower > here.lower { lower = other.lower }",
         "if there.lower > here.lower { lower = other.lower } else if MUTANT { lower.at = state }"),
    core("bounds", "ends-of-one-state", "the upper end is carried from where the lower one was learned",
         "Time/Bounds.swift", "model.offsetChange(from: upper.at, to: state)",
         "model.offsetChange(from: MUTANT ? lower.at : upper.at, to: state)"),
]  # fmt: skip

SAMPLES = [
    core("bounds", "no-round-trip-drift", "the drift over the round trip is forgotten", "Trust/TimeSample.swift",
         "+ drift.error(over: roundTrip)", "+ (MUTANT ? .zero : drift.error(over: roundTrip))"),
    core("bounds", "upper-at-arrival",
         "the upper end is taken to hold when the answer came, not when the question left", "Trust/TimeSample.swift",
         "Bounds.exactly(Nanoseconds($0.nanoseconds) - Nanoseconds(sent.nanoseconds))",
         "Bounds.exactly(Nanoseconds($0.nanoseconds) - Nanoseconds((MUTANT ? received : sent).nanoseconds))"),
    core("bounds", "no-lag", "a Date is taken to be made when it is sent", "Trust/DateHeaderPremises.swift",
         "date + late + lag + serverError", "date + late + (MUTANT ? .zero : lag) + serverError"),
    core("bounds", "no-server-error", "a server's own clock is taken to be right", "Trust/DateHeaderPremises.swift",
         "date - early - serverError", "date - early - (MUTANT ? .zero : serverError)"),
    core("bounds", "stale-is-fresh", "an answer out of a cache bounds the time from above",
         "Trust/DateHeaderPremises.swift", ", isFresh ?", ", MUTANT || isFresh ?"),
    core("bounds", "slept-in-flight", "a sample counts though the device slept between question and answer",
         "Timekeeper+Trust.swift", "if sent.hasSlept(until: state) {", "if !MUTANT && sent.hasSlept(until: state) {"),
    core("bounds", "sample-of-last-reading", "a sample that comes late is tied to the last sleep known",
         "Timekeeper.swift", "readStates.last(where: { $0.elapsed <= elapsed })",
         "readStates.last(where: { MUTANT || $0.elapsed <= elapsed })"),
]  # fmt: skip

RULE = [
    core("bounds", "one-more-wrong", "one operator more may be wrong than the premise says", "Trust/Judgement.swift",
         "mostWrong(of known: Int) -> Int { known / 2 }",
         "mostWrong(of known: Int) -> Int { known / 2 + (MUTANT ? 1 : 0) }"),
    core("bounds or floor", "one-fewer-wrong", "of an even number of operators fewer than half may be wrong",
         "Trust/Judgement.swift", "guard given > 0 else { return }\n            withstands = min(wrong, given - 1)",
         "guard given > 0 else { return }\n"
         "            withstands = MUTANT && wrong > 0 && answers.count == 2 * wrong ? wrong - 1 : min(wrong, given - "
         "1)"),
    core("bounds or proof", "most-overlap",
         "the points that fewest words exclude, not all that as many exclude as may be wrong", "Trust/Judgement.swift",
         "value = excludedByAtMost(withstands, of: answers).map(end)",
         "value = (MUTANT\n                ? (0...withstands).lazy.compactMap { excludedByAtMost($0, of: answers) "
         "}.first\n                : excludedByAtMost(withstands, of: answers)).map(end)"),
    core("bounds or proof", "fallback-corroborated", "an end that too few gave counts as corroborated",
         "Trust/Judgement.swift", "if withstands < wrong { return .uncorroborated }",
         "if withstands < wrong, !MUTANT { return .uncorroborated }"),
    core("floor or proof", "fallback-floor", "an end that too few gave raises the floor, and proves boots",
         "Trust/KnownOperators.swift", "let lower = judgement.lowerSupport == .uncorroborated ?",
         "let lower = !MUTANT && judgement.lowerSupport == .uncorroborated ?"),
    core("floor", "greatest-earliest", "the floor rises to the greatest earliest time", "Trust/KnownOperators.swift",
         "return Floor(offset: bounds.lower, at: state",
         "let all = counted.compactMap { $0.vote?.bounds(at: state, model: model)?.lower }\n"
         "        return Floor(offset: MUTANT ? all.max() ?? bounds.lower : bounds.lower, at: state"),
    core("bounds or floor or proof", "silent-do-not-count", "of those named only they count who were heard",
         "Trust/KnownOperators.swift", "hasNamed ? all.filter { $0.isNamed } : all",
         "hasNamed ? all.filter { $0.isNamed && (!MUTANT || $0.vote != nil) } : all"),
    core("bounds or floor", "overheard-counts", "an overheard operator counts beside the named ones",
         "Timekeeper+Trust.swift", "let key = OperatorKey(sample.operator)\n",
         "let key = OperatorKey(sample.operator)\n"
         "        if MUTANT, sample.isAuthenticated { _ = authenticated.name(key) }\n"),
    core("bounds or floor", "overheard-stays", "an operator that was overheard before any was named keeps counting",
         "Timekeeper+Trust.swift",
         "        others.join(authenticated.removeUncounted(), model: model)\n        settleFloor(&outcome)",
         "        if MUTANT { for known in authenticated.all { _ = authenticated.name(known.key) } }\n"
         "        others.join(authenticated.removeUncounted(), model: model)\n        settleFloor(&outcome)"),
    core("floor or proof", "lone-overheard", "a lone overheard operator raises the floor and proves boots",
         "Trust/KnownOperators.swift", "{ hasNamed || all.count > 1 }", "{ MUTANT || hasNamed || all.count > 1 }"),
    core("bounds or floor", "vote-by-source", "each source has a voice, not each operator", "Timekeeper+Trust.swift",
         "? authenticated.receive(answer, of: key,",
         "? authenticated.receive(answer, of: MUTANT ? OperatorKey(sample.source) : key,"),
    core("bounds or floor", "anybody-counts", "unauthenticated time counts where no operator is named",
         "Timekeeper+Trust.swift", "guard sample.isAuthenticated else { return false }",
         "guard sample.isAuthenticated || MUTANT && !authenticated.hasNamed else { return false }"),
    core("bounds", "others-correct", "unauthenticated time corrects what is proven", "Trust/TrustView.swift",
         "guard let inside = other.bounds.intersection(known.bounds), inside",
         "guard let inside = MUTANT ? other.bounds : other.bounds.intersection(known.bounds), inside"),
    core("bounds", "others-unflagged", "what rests on unauthenticated time is not flagged", "Trust/TrustView.swift",
         "known.isAuthenticated && isAuthenticated", "known.isAuthenticated && (MUTANT || isAuthenticated)"),
    core("bounds", "lie-stays", "a word that contradicts its operator's vote does not replace it",
         "Trust/KnownOperators.swift", "defer { vote = said }", "defer { if !MUTANT || vote == nil { vote = said } }"),
    core("durability", "older-vote-wins", "of two votes that contradict each other the older one stays",
         "Trust/KnownOperators.swift", "mine.learned.elapsed >= theirs.learned.elapsed ? mine",
         "(MUTANT ? mine.learned.elapsed < theirs.learned.elapsed : mine.learned.elapsed >= theirs.learned.elapsed) "
         "? mine"),
    core("durability", "name-not-joined", "a save forgets whom another process named", "Trust/KnownOperators.swift",
         "isNamed = isNamed || other.isNamed", "isNamed = isNamed || other.isNamed && !MUTANT"),
    core("durability", "evicted", "one operator too many pushes another one out", "Trust/KnownOperators.swift",
         "        guard all.count < KnownOperators.most else { return .tooManyOperators }",
         "        if MUTANT, all.count >= KnownOperators.most { all.removeFirst() }\n"
         "        guard all.count < KnownOperators.most else { return .tooManyOperators }"),
    core("durability", "name-refused", "those who are overheard take the places of those who will be named",
         "Trust/KnownOperators.swift", "guard all.count(where: { $0.isNamed }) < KnownOperators.most else",
         "guard (MUTANT ? all.count : all.count(where: { $0.isNamed })) < KnownOperators.most else"),
]  # fmt: skip

FLOOR = [
    core("floor", "lower-wins", "the lower of two floors wins", "Trust/Floor.swift",
         "return first.earliest >= second.earliest ?",
         "return (MUTANT ? first.earliest <= second.earliest : first.earliest >= second.earliest) ?"),
    core("floor", "floor-is-proven", "the floor is what is proven now, even where it was later",
         "Timekeeper+Trust.swift",
         "floor = Floor.later(authenticated.floor(at: state, model: model), floor, model: model)",
         "let proven = authenticated.floor(at: state, model: model)\n"
         "        floor = MUTANT && proven != nil ? proven : Floor.later(proven, floor, model: model)"),
    core("floor", "clock-goes-back", "an answer that comes late takes the floor back to before a sleep",
         "Timekeeper+Trust.swift", "if let latest = now, state.elapsed > latest.elapsed { now = state }",
         "if let latest = now, MUTANT || state.elapsed > latest.elapsed { now = state }"),
    core("floor", "withheld-shown", "bounds below the floor are shown", "Trust/TrustView.swift",
         "if let floor, let bounds = judgement.bounds, bounds",
         "if !MUTANT, let floor, let bounds = judgement.bounds, bounds"),
    core("floor", "healed-too-soon", "the floor is given up where as many deny it as may be wrong",
         "Trust/KnownOperators.swift", "denying > Judgement.mostWrong(of: counted.count)",
         "denying > Judgement.mostWrong(of: counted.count) - (MUTANT ? 1 : 0)"),
    core("bounds", "healed-never", "a floor that is denied is never given up", "Trust/KnownOperators.swift",
         "let denying = counted.count {", "let denying = MUTANT ? 0 : counted.count {"),
    core("floor", "healed-by-lone", "a lone overheard operator has the floor given up", "Trust/KnownOperators.swift",
         "return isBinding &&", "return (MUTANT || isBinding) &&"),
    core("floor", "heals-not-compared", "a save brings back a floor that was given up",
         "Record/TimekeeperRecord+Merge.swift", "floor = heals == disk.heals ?",
         "floor = MUTANT || heals == disk.heals ?"),
    core("floor", "denied-before", "a floor that another process saved later is denied by votes at the latest input",
         "Timekeeper+Trust.swift",
         "let state = floor.map { $0.at.elapsed > now.elapsed ? $0.at : now } ?? now\n"
         "        floor = floor?.moved(to: state, model: model)\n",
         "let state = MUTANT ? now : floor.map { $0.at.elapsed > now.elapsed ? $0.at : now } ?? now\n"
         "        if !MUTANT || floor.map({ $0.at.elapsed <= now.elapsed }) ?? false { floor = floor?.moved(to: "
         "state, model: model) }\n"),
    core("floor", "rebooted-as-same", "after a reboot the floor rises by what the counter grew, if that is more",
         "Trust/Floor.swift", "return runsOn ? max(ifSame, ifRebooted) : ifRebooted",
         "return runsOn || MUTANT ? max(ifSame, ifRebooted) : ifRebooted"),
    core("floor", "open-as-rebooted", "where a reboot is only possible, the floor rises by the time since boot",
         "Trust/Floor.swift", "return runsOn ? ifSame : min(ifSame, ifRebooted)",
         "return MUTANT ? ifRebooted : runsOn ? ifSame : min(ifSame, ifRebooted)"),
    core("floor", "foreign-counter", "on another machine the floor rises by what the counters differ",
         "Trust/Floor.swift", "return model.leastTrueTime(from: loadedAt, to: reading.clockState)",
         "return model.leastTrueTime(from: MUTANT ? at : loadedAt, to: reading.clockState)"),
]  # fmt: skip

MERGING = [
    core("floor", "floor-not-merged", "a save forgets the floor that another process of this boot saved",
         "Record/TimekeeperRecord+Merge.swift", ".later(floor, disk.floor, model: model) :",
         "MUTANT ? floor : .later(floor, disk.floor, model: model) :"),
    core("floor", "floor-left-elsewhere", "a save forgets the floor that another machine saved",
         "Record/TimekeeperRecord+Merge.swift", "        if mine.map({ $0.earliest",
         "        if !MUTANT, mine.map({ $0.earliest"),
    core("floor", "theirs-tied", "a floor that another machine saved is taken to be as old as this process's last look",
         "Record/TimekeeperRecord+Merge.swift", "{ floor = disk.floor?.untied }",
         "{\n            floor = MUTANT ? disk.floor.map { Floor(earliest: $0.earliest, at: state, isLone: "
         "$0.isLone) } : disk.floor?.untied\n        }"),
    core("floor", "untied-adopted", "a process takes over a floor that no clock of its boot tells",
         "Timekeeper+Trust.swift", "let theirs = saved.floor, theirs.isTied,",
         "let theirs = saved.floor, MUTANT || theirs.isTied,"),
    core("floor", "own-floor-moved", "a process that saves rounds its floor once more", "Timekeeper+Trust.swift",
         "            floor = theirs\n",
         "            floor = theirs\n        } else if MUTANT, let state = now {\n"
         "            floor = floor?.moved(to: state.at(state.elapsed + .milliseconds(1)), model: model).map {\n"
         "                Floor(earliest: $0.earliest - .milliseconds(1), at: state, isLone: $0.isLone)\n"
         "            }\n"),
    core("floor", "counts-not-read",
         "what was learned before the record could be read is taken for what was thrown away", "Timekeeper.swift",
         "            adoptCounts()\n            first = nil",
         "            if !MUTANT { adoptCounts() }\n            first = nil"),
    core("bounds or floor or proof", "any-boot-merged",
         "what another process saved is merged without asking of which boot it is",
         "Record/TimekeeperRecord+Merge.swift", "if !isFaulty, keeper.isOfThisBoot(disk.shared.newest, latest) {",
         "if !isFaulty, MUTANT || keeper.isOfThisBoot(disk.shared.newest, latest) {"),
    core("durability", "older-wins", "of two processes' readings the older one is kept",
         "Record/TimekeeperRecord+Merge.swift", "own.newest.reading.elapsed >= checkpoint.newest.reading.elapsed",
         "(MUTANT\n                ? own.newest.reading.elapsed < checkpoint.newest.reading.elapsed\n"
         "                : own.newest.reading.elapsed >= checkpoint.newest.reading.elapsed)"),
    core("floor", "revision-ignored", "a save brings back what another process was told to forget",
         "Record/TimekeeperRecord+Merge.swift",
         "let disk = disk.trustRevision < revision ? disk.withoutTrust(revision: revision) : disk",
         "let disk = disk.trustRevision < revision && !MUTANT ? disk.withoutTrust(revision: revision) : disk"),
    core("floor", "reset-in-memory", "a reset forgets only what is in memory", "Timekeeper+Trust.swift",
         "        shared = shared?.withoutTrust\n        forgetTrustOfRecord()",
         "        shared = shared?.withoutTrust\n        if !MUTANT { forgetTrustOfRecord() }"),
]  # fmt: skip

BYTES = [
    core("durability", "lower-written-twice", "the lower end of a vote is written twice",
         "Record/TimekeeperRecord+Bytes.swift", "lower.write(to: &writer)\n        upper.write(to: &writer)",
         "lower.write(to: &writer)\n        (MUTANT ? lower : upper).write(to: &writer)"),
    core("durability", "names-not-written", "who is named is not written", "Record/TimekeeperRecord+Bytes.swift",
         "writer.append(known.isNamed)", "writer.append(known.isNamed && !MUTANT)"),
    core("durability", "count-not-written", "the count of suspensions at which a bound was learned is not written",
         "Record/BootMark+Bytes.swift", "(optional: suspendMark)", "(optional: MUTANT ? nil : suspendMark)"),
    core("durability", "upper-not-written", "the lower end of a mark's bounds is written twice",
         "Record/BootMark+Bytes.swift", "writer.append(upper.count)",
         "writer.append(MUTANT ? lower.count : upper.count)"),
]  # fmt: skip

CLOCK = [
    core("bounds", "unread-wall-clock",
         "the wall clock that was last read is held against the time of the latest answer", "Timekeeper+Trust.swift",
         "$0.reading.wall, at: $0.reading.clockState,",
         "$0.reading.wall, at: MUTANT ? now ?? $0.reading.clockState : $0.reading.clockState,"),
    core("bounds", "whole-step", "a step is judged against all of itself, not half", "Trust/SystemClockVerdict.swift",
         "Nanoseconds(step.count / 2)", "Nanoseconds(MUTANT ? step.count : step.count / 2)"),
    core("bounds", "agrees-by-one-end", "a clock agrees if one end of its error is within the tolerance",
         "Trust/SystemClockVerdict.swift", "low >= -tolerance && high <= tolerance",
         "(MUTANT ? low >= -tolerance || high <= tolerance : low >= -tolerance && high <= tolerance)"),
]  # fmt: skip

FILES = [
    Mutation("overwritten-unsynced", "durability",
             "a slot is overwritten though the other one may be in the page cache alone", COMMIT,
             "if !pieces.isEmpty { try put(pieces, into: file.open) }",
             "if !MUTANT, !pieces.isEmpty { try put(pieces, into: file.open) }", test="StoreCrashTests/losesNothing"),
    Mutation("not-synced", "durability", "a commit is acknowledged before it is synced", COMMIT,
             "try disk.sync(file, .data)", "if !MUTANT { try disk.sync(file, .data) }"),
    Mutation("name-not-synced", "durability", "a new file's name is not synced", COMMIT,
             "guard known?.isNameSynced == false else { return }",
             "guard !MUTANT, known?.isNameSynced == false else { return }"),
    Mutation("new-not-synced", "durability", "a new file is put in place before it is synced",
             "Sources/SiderealSystem/TwoSlot/TwoSlotFile+Create.swift", "try disk.sync(file, .everything)",
             "if !MUTANT { try disk.sync(file, .everything) }"),
    Mutation("others-overwritten", "durability",
             "a commit is built on this process's last one, whoever has written since", READING,
             "guard size == own.layout.fileSize else { return false }",
             "if MUTANT { return true }\n        guard size == own.layout.fileSize else { return false }"),
    Mutation("record-nonce", "durability", "a change that is tried again is the same record", COMMIT,
             "after: own.checksum, nonce: disk.randomWord())",
             "after: own.checksum, nonce: MUTANT ? 0 : disk.randomWord())",
             test="LoggedFileTests/nothingFollowsASecondAttempt"),
    Mutation("slot-nonce", "durability", "a commit that is tried again is the same slot", COMMIT,
             ".later, nonce: disk.randomWord(), draft.whole(),",
             ".later, nonce: MUTANT ? 0 : disk.randomWord(), draft.whole(),",
             test="LoggedFileTests/nothingFollowsASecondAttempt"),
    Mutation("appended-to-unsynced", "durability", "a change is appended to what may be in the page cache alone",
             COMMIT, "            pieces.append(Piece(bytes: record.bytes, offset: own.layout",
             "            if MUTANT { pieces = [] }\n"
             "            pieces.append(Piece(bytes: record.bytes, offset: own.layout",
             test="StoreCrashTests/losesNothing"),
    Mutation("torn-kept", "durability", "a change is appended beside a slot that is torn", COMMIT,
             "if isOtherWhole, let change", "if MUTANT || isOtherWhole, let change",
             test="LoggedFileTests/aDamagedSlotIsWrittenOver"),
    Mutation("zeros-beside", "durability",
             "zeros where a commit has been count as never written, beside this process's own",
             "Sources/SiderealSystem/TwoSlot/CommitPlace.swift", "return place != .later }",
             "return MUTANT || place != .later }", test="LoggedFileTests/aDamagedSlotIsWrittenOver"),
    core("durability", "zeros-are-new", "zeros where a commit has been count as never written", "Record/SlotPair.swift",
         "slot.place == .later ? .zeroed : nil", "!MUTANT && slot.place == .later ? .zeroed : nil",
         test="LoggedFileTests/aDamagedSlotIsWrittenOver"),
    Mutation("header-once", "durability", "a slot that writers overtook during a read is believed", READING,
             "return slot.bytes.starts(with: header) ? reading : nil",
             "return MUTANT || slot.bytes.starts(with: header) ? reading : nil",
             test="LoggedFileTests/aReaderThatIsOvertakenLooksAgain"),
    Mutation("closed-is-same", "durability", "a file that was closed is known by its number alone", COMMIT,
             "|| !file.identity.isLasting {", "|| !MUTANT && !file.identity.isLasting {",
             test="LoggedFileTests/aClosedFileIsNotKnownByItsNumber"),
    Mutation("next-not-read", "durability", "what others have appended is not looked for", READING,
             "return !LogRecord.follows(next, own.checksum)",
             "return MUTANT || !LogRecord.follows(next, own.checksum)"),
    Mutation("older-in-place", "durability", "a file of version 1 is written on in place", COMMIT,
             "guard own.format == format, own.layout", "guard MUTANT || own.format == format, own.layout",
             test="StoreVersion1Tests/oldReadersAreTold"),
    core("durability", "older-slot", "of two whole slots the older one is read", "Record/SlotPair.swift",
         "even.generation > odd.generation ?",
         "(MUTANT ? even.generation < odd.generation : even.generation > odd.generation) ?"),
]  # fmt: skip

STORE = [
    Mutation("old-page-ignored", "durability",
             "what version 1 wrote is remembered by a word that its writers do not set",
             "Sources/SiderealStorage/Store/StoreFiles.swift", "guard read.isOfVersion1 else {",
             "guard !MUTANT, read.isOfVersion1 else {", test="StoreVersion1Tests/whatOldWritersWriteIsSeen"),
    Mutation("old-not-told", "durability", "readers of version 1 are not told",
             "Sources/SiderealStorage/Store/StoreWriter.swift", "if isOlder { try notifyOldReaders() }",
             "if !MUTANT, isOlder { try notifyOldReaders() }", test="StoreVersion1Tests/oldReadersAreTold"),
    Mutation("begin-ignored", "durability", "a commit is made of which others cannot be told", COMMIT,
             "try lock.begin(words)", "if MUTANT { try? lock.begin(words) } else { try lock.begin(words) }",
             test="StoreReaderTests/whatCannotBeToldIsRefused"),
    Mutation("word-even", "durability", "the word is even during a commit",
             "Sources/SiderealSystem/TwoSlot/Sidecar.swift", "during = before == odd ? odd ^ 2 : odd",
             "during = MUTANT ? odd ^ 1 : before == odd ? odd ^ 2 : odd",
             test="StoreReaderTests/aReadInTheMidstOfACommitIsNotRemembered"),
    Mutation("moment-slewing", "trust", "a clock that is slewed is taken for the elapsed one, for milliseconds",
             "Sources/SiderealSystem/Clocks/ClockSource.swift", "isSlewed ?", "!MUTANT && isSlewed ?",
             test="MomentTests/whateverTheClocksDoTheTruthIsAllowed"),
    Mutation("moment-suspension", "trust", "a suspension that the kernel has not yet counted is not looked for",
             "Sources/SiderealSystem/Clocks/ClockSource.swift", "suspendMark == earlier.suspendMark else",
             "MUTANT || suspendMark == earlier.suspendMark else",
             test="MomentTests/withoutTheCountOfSuspensionsALateKernelWouldLie"),
    Mutation("moment-input", "trust", "what was trusted a moment ago is told after an input",
             "Sources/Sidereal/Observatory/ObservatoryState.swift", "input += 1",
             "if !MUTANT || input == 0 { input += 1 }", test="MomentTests/nothingOldIsToldAfterAnInput"),
    Mutation("moment-width", "trust", "narrow bounds are carried on for as long as wide ones",
             "Sources/Sidereal/Observatory/SharedObservatory+Now.swift", "before.isSlewed ?",
             "!MUTANT && before.isSlewed ?", test="MomentTests/boundsHardlyWiden"),
    Mutation("sequence-unchecked", "trust", "half of a change is taken for the whole",
             "Sources/SiderealSystem/Concurrency/SequenceLock.swift", "return sidereal_load_relaxed(number) == before",
             "return MUTANT || sidereal_load_relaxed(number) == before",
             test="SequenceLockStressTests/nobodySeesHalfOfAChange"),
    Mutation("in-place-waits", "durability", "a commit on a task's own thread waits for another process",
             "Sources/SiderealStorage/Store/StoreWriter.swift", "plan.commit.isLockMissed = error == .busy && !waits",
             "plan.commit.isLockMissed = !MUTANT && error == .busy && !waits",
             test="StoreInPlaceTests/nobodyWaitsForTheLockInPlace"),
    Mutation("in-place-forgets", "durability", "what comes during a commit on a task's own thread is left lying",
             "Sources/SiderealStorage/Store/WriteQueue.swift", "ending.isMoreDue = chanceCame || !pending.isEmpty",
             "ending.isMoreDue = !MUTANT && (chanceCame || !pending.isEmpty)",
             test="StoreInPlaceTests/aChanceInBetweenIsNotLost"),
    Mutation("memory-not-checked", "durability", "what was read last is believed, whoever has written since",
             "Sources/SiderealStorage/Store/StoreMemory.swift", "if word == seen { return true }",
             "if MUTANT || word == seen { return true }"),
    core("presence", "denied-is-absent", "what is denied before the first unlock counts as never stored",
         "Storage/StoreSnapshot.swift", "            if let closed { return .unavailable(closed) }",
         "            if let closed { return MUTANT ? .absent : .unavailable(closed) }"),
    Mutation("unavailable-is-empty", "presence", "a store that cannot be read is taken for an empty one",
             "Sources/SiderealStorage/Store/SharedStore+Reading.swift",
             "        case .unavailable(let why): return .unavailable(why)\n        case .absent: table = nil",
             "        case .unavailable(let why):\n            if !MUTANT { return .unavailable(why) }\n"
             "            table = nil\n        case .absent: table = nil"),
    Mutation("rest-dropped", "presence", "a commit keeps only the keys that it changes",
             "Sources/SiderealStorage/Store/StoreWriter.swift",
             "        table.apply(changes)\n        let next = table\n        result = next\n"
             "        return CommitDraft(change: StoreTable.change(changes),",
             "        if MUTANT { table = StoreTable() }\n        table.apply(changes)\n        let next = table\n"
             "        result = next\n        return CommitDraft(change: MUTANT ? nil : StoreTable.change(changes),"),
    Mutation("gate-open", "presence", "a canary that may not be read counts as one that was read",
             "Sources/SiderealStorage/Gate/CanaryProbe.swift",
             "        error.isPermissionDenied || error.number.isMissingKey\n            ? .beforeFirstUnlock",
             "        error.isPermissionDenied || error.number.isMissingKey\n"
             "            ? MUTANT ? .unlocked : .beforeFirstUnlock"),
    core("presence", "locked-is-first", "a record that is locked is taken for none", "Timekeeper.swift",
         "        case .unavailable(let cause):\n"
         "            BootQuestion(unanswerable: BootVerdict(.unavailable(cause), evidence: .noEvidence))",
         "        case .unavailable(let cause):\n            MUTANT\n"
         "                ? BootQuestion(checkpoint: nil, isRecovered: false, first: first, model: model)\n"
         "                : BootQuestion(unanswerable: BootVerdict(.unavailable(cause), evidence: .noEvidence))"),
    core("presence", "damaged-is-first", "a record that is damaged is taken for none", "Timekeeper.swift",
         "            BootQuestion(unanswerable: BootVerdict(.damaged, evidence: .noEvidence))",
         "            MUTANT\n                ? BootQuestion(checkpoint: nil, isRecovered: false, first: first, "
         "model: model)\n                : BootQuestion(unanswerable: BootVerdict(.damaged, evidence: .noEvidence))"),
]  # fmt: skip

SHOWN = [
    Mutation("shown-as-estimated", "display", "the best estimate is shown, wherever the last one was",
             "Sources/Sidereal/Observatory/ObservatoryState.swift", "lastShown.map { max($0, middle) }",
             "lastShown.map { MUTANT ? middle : max($0, middle) }"),
    Mutation("estimate-remembered", "display", "the best estimate is remembered in place of what was shown",
             "Sources/Sidereal/Observatory/ObservatoryState.swift", "lastShown = shown",
             "lastShown = MUTANT ? middle : shown"),
]  # fmt: skip

# Too rare for the campaign: Scripts/guided-check plants them.
RARE_CHAINS = [
    core("floor", "three-bit-revision", "the count of resets is kept in three bits", "Timekeeper+Trust.swift",
         "trustRevision = revision\n", "trustRevision = MUTANT ? min(revision, 7) : revision\n",
         chain="seven resets; servers answer, and that is saved; an eighth reset, which the record then does not "
         "take for a newer one"),
    core("floor", "locked-reset-is-old", "a reset while the record is locked counts as no newer than the record",
         "Timekeeper+Trust.swift", "max(trustRevision, isLast ? saved.trustRevision : next)",
         "max(trustRevision, isLast || MUTANT ? saved.trustRevision : next)",
         chain="a reset, answers that are saved, a launch while the record is locked, another reset, and only then "
         "the unlock"),
    core("proof", "contradiction-reset", "a reset forgets that the clocks contradicted each other",
         "Record/TimekeeperRecord.swift", "record.shared = shared.withoutTrust\n",
         "record.shared = shared.withoutTrust\n        if MUTANT { record.isContradicted = false }\n",
         chain="one process sees no contradiction, another one of the same boot sees and saves it, the first one "
         "resets, saves and claims"),
    core("bounds", "three-bit-suspensions", "suspensions are counted in three bits", "Boot/ClockModel.swift",
         "suspensionError(times: Swift.max(0, after.subtractingSaturated(before)))",
         "suspensionError(times: Swift.min(MUTANT ? 7 : .max, Swift.max(0, after.subtractingSaturated(before))))",
         chain="answers, then nine sleeps in one boot, each miscounted the same way by nearly as much as one can be"),
]  # fmt: skip

MUTATIONS = (
    WITNESSES + SLEEP + DARWIN + POWER + SINCE_BOOT + PASSED + QUESTIONS + CARRYING + SAMPLES + RULE + FLOOR + MERGING
    + BYTES + CLOCK + FILES + STORE + SHOWN
)
