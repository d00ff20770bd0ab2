"""The breaks that a campaign has to catch: what somebody tired could do to the code, each with the promise that must show it.

`old` is a snippet of the file that occurs in it exactly once, so that the list fails when the code changes. In `new`, MUTANT stands for
the condition that this break is the one that is switched on.
"""

from dataclasses import dataclass

CORE = "Sources/SiderealCore/"


@dataclass(frozen=True)
class Mutation:
    name: str
    promise: str
    what: str
    file: str
    old: str
    new: str
    # Why it breaks no promise, where that is so: then it may survive.
    harmless: str = ""

    @property
    def promises(self):
        """Any of which may show it."""
        return tuple(self.promise.split(" or "))

    @property
    def place(self):
        parts = self.file.removeprefix("Sources/").split("/")
        return f"{parts[0]}, `{parts[-1].removesuffix('.swift')}`"


def core(promise, name, what, file, old, new, harmless=""):
    return Mutation(name, promise, what, CORE + file, old, new, harmless)


WITNESSES = [
    core(
        "proof", "no-identity", "an identity that is missing counts as another one", "Boot/Witnesses.swift",
        "case .none: .both", "case .none: MUTANT ? .onlyReboot : .both",
    ),
    core(
        "proof", "count-flipped", "a count of suspensions that stands still counts as fallen", "Boot/Witnesses.swift",
        "return new < old", "return MUTANT ? new <= old : new < old",
    ),
    core(
        "openness", "awake-forgotten", "the awake clock is not asked whether it fell", "Boot/Witnesses.swift",
        "|| new.awake - old.awake < -tolerance", "|| !MUTANT && new.awake - old.awake < -tolerance",
    ),
    core(
        "proof", "slew-forgotten", "Darwin's time since boot is not allowed to be slewed", "Boot/Witnesses.swift",
        "ClockModel.slewedRate.error(over: elapsedGrowth.orZero)",
        "(MUTANT ? .zero : ClockModel.slewedRate.error(over: elapsedGrowth.orZero))",
    ),
    core(
        "proof", "no-half-second", "Darwin's boot time and wall clock are taken to be read at one moment",
        "Boot/Witnesses.swift", "- .milliseconds(500)", "- (MUTANT ? .zero : .milliseconds(500))",
    ),
    core(
        "proof", "linux-not-slewed", "Linux's time since boot is taken to be slewed no faster than Darwin's",
        "Boot/Witnesses.swift", "if model.platform == .darwin,", "if MUTANT || model.platform == .darwin,",
    ),
    core(
        "proof", "share-of-counted", "the share that slewing may take is of the time counted, not of the true time",
        "Boot/Witnesses.swift", "ClockModel.slewedRate.error(over: passed.lower.orZero)",
        "ClockModel.slewedRate.error(over: MUTANT ? sinceBootGrowth.orZero : passed.lower.orZero)",
    ),
    core(
        "proof", "reboot-by-lower", "a reboot is excluded by the least that passed, not by the most", "Boot/Witnesses.swift",
        "return !passed.hasUpper || passed.upper",
        "return !passed.hasUpper || (MUTANT ? passed.lower : passed.upper)",
    ),
    core(
        "proof", "reboot-by-counted", "a reboot is excluded by the time since boot as counted, not by the least",
        "Boot/Witnesses.swift", ">= model.leastTimeSinceBoot(now.reading)",
        ">= (MUTANT ? model.timeSinceBoot(now.reading) : model.leastTimeSinceBoot(now.reading))",
    ),
    core(
        "openness", "slew-not-asked", "Darwin's slewed clock is not held against the true time that passed",
        "Boot/Witnesses.swift", "guard model.platform == .darwin, change.hasLower,",
        "guard !MUTANT, model.platform == .darwin, change.hasLower,",
    ),
    core(
        "proof", "uncounted-in-calendar", "the slewed clock is held against a sleep of unknown length", "Boot/Witnesses.swift",
        "allowed.hasUpper else", "MUTANT || allowed.hasUpper else",
    ),
    core(
        "proof", "any-machine", "clocks of two machines are compared", "Boot/BootDecision.swift",
        "guard before.isOfSameMachine(as: now) else", "guard MUTANT || before.isOfSameMachine(as: now) else",
    ),
    core(
        "proof", "probable-is-proven", "a boot time that did not move proves the same boot", "Boot/BootDecision.swift",
        "BootVerdict(.sameBoot, .probable, evidence: .bootTime, clockStep: clockStep)",
        "BootVerdict(.sameBoot, MUTANT ? .proven : .probable, evidence: .bootTime, clockStep: clockStep)",
    ),
]  # fmt: skip

SLEEP = [
    core(
        "bounds", "no-drift", "bounds are carried without the drift", "Boot/ClockModel+Sleep.swift",
        "case .atMost(let error): return .plusOrMinus(drifted + error)",
        "case .atMost(let error): return .plusOrMinus(MUTANT ? error : drifted + error)",
    ),
    core(
        "bounds", "one-second", "a suspension is taken to be miscounted by one second at most", "Boot/ClockModel+Sleep.swift",
        "times.multipliedReportingOverflow(by: 3_000)", "times.multipliedReportingOverflow(by: MUTANT ? 1_000 : 3_000)",
    ),
    core(
        "bounds", "intel-one-sleep", "on Intel Macs one suspension is assumed where nobody counts them",
        "Boot/ClockModel+Sleep.swift",
        "is not told.\n            return later.slept - earlier.slept > .milliseconds(10) ? .unknown",
        "is not told.\n            return later.slept - earlier.slept > .milliseconds(10)\n"
        "                ? MUTANT ? .atMost(ClockModel.suspensionError(times: 1)) : .unknown",
    ),
    core(
        "bounds", "old-kernel-one-sleep", "one suspension is assumed where an old kernel counts none",
        "Boot/ClockModel+Sleep.swift",
        "// milliseconds.\n                return later.slept - earlier.slept > .milliseconds(10) ? .unknown",
        "// milliseconds.\n                return later.slept - earlier.slept > .milliseconds(10)\n"
        "                    ? MUTANT ? .atMost(ClockModel.suspensionError(times: 1)) : .unknown",
    ),
    core(
        "bounds", "sleep-not-lost", "a sleep that was counted and not measured is taken for a short one",
        "Boot/ClockModel+Sleep.swift", "return after > before ? .lostSleep(suspensions) : .atMost(.zero)",
        "return after > before && !MUTANT ? .lostSleep(suspensions) : .atMost(MUTANT ? suspensions : .zero)",
    ),
    core(
        "bounds", "no-hibernation", "no hibernation is allowed beside the suspensions that were counted",
        "Boot/ClockModel+Sleep.swift", "return .atMost(suspensions + ClockModel.suspensionError(times: 1))",
        "return .atMost(suspensions + ClockModel.suspensionError(times: MUTANT ? 0 : 1))",
    ),
    core(
        "proof or floor or bounds", "back-not-turned", "what is carried back in time is widened as if it were carried forward",
        "Boot/ClockModel+Sleep.swift", "return -offsetChange(from: end, to: start)",
        "return MUTANT ? offsetChange(from: end, to: start) : -offsetChange(from: end, to: start)",
    ),
    core(
        "bounds", "sleep-always-passed", "the time asleep, as counted, is taken to have passed at least",
        "Boot/ClockModel+Sleep.swift", "- (end.slept - start.slept).orZero",
        "- (MUTANT ? .zero : (end.slept - start.slept).orZero)",
    ),
    core(
        "floor", "floor-trusts-sleep", "the floor is carried over a sleep without its error", "Boot/ClockModel+Sleep.swift",
        "return max(counted - error, awake)", "return max(MUTANT ? counted : counted - error, awake)",
    ),
    core(
        "floor", "floor-no-drift", "the floor rises by the time counted, without the drift", "Boot/ClockModel+Sleep.swift",
        "let counted = drift.leastTrueTime(over: later.elapsed - earlier.elapsed)",
        "let counted = MUTANT\n            ? (later.elapsed - earlier.elapsed).orZero : drift.leastTrueTime(over: later.elapsed - earlier.elapsed)",
    ),
    core(
        "floor", "awake-alone", "the time awake counts, though a reboot may have added the sleep to it",
        "Boot/ClockModel+Sleep.swift", "over: min(later.awake - earlier.awake, later.elapsed - earlier.elapsed)",
        "over: MUTANT ? later.awake - earlier.awake : min(later.awake - earlier.awake, later.elapsed - earlier.elapsed)",
    ),
    core(
        "bounds", "count-not-sleep", "a sleep that adds no time asleep is not noticed", "Boot/ClockReading.swift",
        "suspendCount != later.suspendCount ||", "!MUTANT && suspendCount != later.suspendCount ||",
    ),
]  # fmt: skip

SINCE_BOOT = [
    core(
        "floor", "counter-restarts", "Darwin's counter is taken to restart with each boot", "Boot/ClockModel.swift",
        "case .darwin: return min(Nanoseconds(reading.elapsed.nanoseconds), byCalendar)",
        "case .darwin:\n            return MUTANT\n"
        "                ? Nanoseconds(reading.elapsed.nanoseconds) : min(Nanoseconds(reading.elapsed.nanoseconds), byCalendar)",
    ),
    core(
        "bounds or floor", "intel-sleep-exact", "on Intel Macs the calendar is taken to run on exactly through sleep", "Boot/ClockModel.swift",
        "(isUncounted ? reading.slept : .zero)", "(isUncounted && !MUTANT ? reading.slept : .zero)",
    ),
    core(
        "floor", "no-510", "the 510 ms are forgotten by which Darwin's time since boot may be wrong", "Boot/ClockModel.swift",
        "- .milliseconds(510)).orZero", "- (MUTANT ? .zero : .milliseconds(510))).orZero",
    ),
    core(
        "floor", "boot-not-slewed", "Darwin's time since boot is taken not to be slewed", "Boot/ClockModel.swift",
        "(ClockModel.slewedRate.leastTrueTime(over: sinceBoot)",
        "((MUTANT ? sinceBoot : ClockModel.slewedRate.leastTrueTime(over: sinceBoot))",
    ),
    core(
        "floor", "no-count-is-zero", "a count of suspensions that is unknown is taken for zero", "Boot/ClockModel.swift",
        "reported ?? (reading.slept > .zero ? nil : 0)", "reported ?? (reading.slept > .zero && !MUTANT ? nil : 0)",
    ),
    core(
        "floor", "boot-no-hibernation", "no hibernation is allowed since boot", "Boot/ClockModel.swift",
        "reading.slept > .milliseconds(100) ? 1 : 0", "!MUTANT && reading.slept > .milliseconds(100) ? 1 : 0",
    ),
]  # fmt: skip

PASSED = [
    core(
        "bounds", "elapsed-probable", "a probable same boot bounds what passed since a mark", "Boot/ElapsedTime.swift",
        "case .sameBoot where decided.isProven:", "case .sameBoot where MUTANT || decided.isProven:",
    ),
    core(
        "bounds", "elapsed-most", "where a reboot is possible, the longer of both histories bounds what passed", "Boot/ElapsedTime.swift",
        "atLeast(min(ifSame, ifRebooted))", "atLeast(MUTANT ? max(ifSame, ifRebooted) : min(ifSame, ifRebooted))",
    ),
]  # fmt: skip

QUESTIONS = [
    core(
        "proof", "span-is-last-part", "a reboot since the oldest mark is taken for one since the newest", "Boot/BootQuestion.swift",
        "        case .some(true):\n            rebootedSinceOldest = true\n",
        "        case .some(true):\n            rebootedSinceOldest = true\n"
        "            if MUTANT {\n                verdict = span.with(isSettled: true, isFromRecoveredRecord: false)\n"
        "                return true\n            }\n",
    ),
    core(
        "bounds", "oldest-of-any-boot", "what was trusted at the oldest mark is taken over without asking of which boot it is",
        "Boot/BootQuestion.swift", "guard rebootedSinceOldest == false, let oldest", "guard MUTANT || rebootedSinceOldest == false, let oldest",
        "it is only asked once another mark has proven the same boot; what was trusted in another one then contradicts what is "
        "known, and is refused",
    ),
    core(
        "proof", "settled-by-now", "an open question is settled by the bounds of now, not of this launch's first reading",
        "Timekeeper+Trust.swift", "authenticated.offset(backAt: first.reading.clockState, model: model)",
        "MUTANT\n            ? now.flatMap { authenticated.offset(at: $0, model: model) }\n"
        "            : authenticated.offset(backAt: first.reading.clockState, model: model)",
    ),
    core(
        "proof or openness", "agreed-carried-back", "what was agreed on is carried back, and not each vote", "Trust/Consensus.swift",
        "if sources.isEmpty { return now }", "if MUTANT || sources.isEmpty { return now }",
        harmless="an end that is carried only from where it held stays true backward, too; it is looser there",
    ),
]  # fmt: skip

CARRYING = [
    core(
        "bounds", "anchor-over-reboot", "an anchor is kept across a reboot", "Timekeeper+Reading.swift",
        "if isSameBoot { carryOver() }", "if MUTANT || isSameBoot { carryOver() }",
    ),
    core(
        "bounds", "anchor-probable", "an anchor is kept where the same boot is only probable", "Timekeeper+Reading.swift",
        "{ shared?.verdict.didReboot == false }",
        "{ MUTANT ? shared?.verdict.answer == .sameBoot : shared?.verdict.didReboot == false }",
    ),
    core(
        "bounds", "probable-is-accepted", "what rests on a probable same boot is given to who accepts only proven", "Trust/TrustView.swift",
        "        if accepting.contains(.probableBoot) {\n            known.narrow(by: assumed,",
        "        if MUTANT || accepting.contains(.probableBoot) {\n            known.narrow(by: assumed,",
    ),
    core(
        "bounds", "ends-of-one-state", "the upper end is carried from where the lower one was learned", "Trust/CarriedBounds.swift",
        "model.offsetChange(from: upper.at, to: state)", "model.offsetChange(from: MUTANT ? lower.at : upper.at, to: state)",
    ),
    core(
        "bounds", "end-made-young", "an end that stays is taken to be as young as the sample", "Trust/CarriedBounds.swift",
        "if fresh.lower > here.lower { lower = End(offset: fresh.lower, at: state) }",
        "if fresh.lower > here.lower { lower = End(offset: fresh.lower, at: state) } else if MUTANT { lower.at = state }",
    ),
]  # fmt: skip

SAMPLES = [
    core(
        "bounds", "no-round-trip-drift", "the drift over the round trip is forgotten", "Trust/TimeSample.swift",
        "+ drift.error(over: roundTrip)", "+ (MUTANT ? .zero : drift.error(over: roundTrip))",
    ),
    core(
        "bounds", "upper-at-arrival", "the upper end is taken to hold when the answer came, not when the question left",
        "Trust/TimeSample.swift", "Bounds.exactly(Nanoseconds($0.nanoseconds) - Nanoseconds(sent.nanoseconds))",
        "Bounds.exactly(Nanoseconds($0.nanoseconds) - Nanoseconds((MUTANT ? received : sent).nanoseconds))",
    ),
    core(
        "bounds", "no-lag", "a Date is taken to be made when it is sent", "Trust/DateHeaderPremises.swift",
        "date + late + lag + serverError", "date + late + (MUTANT ? .zero : lag) + serverError",
    ),
    core(
        "bounds", "no-server-error", "a server's own clock is taken to be right", "Trust/DateHeaderPremises.swift",
        "date - early - serverError", "date - early - (MUTANT ? .zero : serverError)",
    ),
    core(
        "bounds", "stale-is-fresh", "an answer out of a cache bounds the time from above", "Trust/DateHeaderPremises.swift",
        ", isFresh ?", ", MUTANT || isFresh ?",
    ),
    core(
        "bounds", "slept-in-flight", "a sample counts though the device slept between question and answer", "Timekeeper+Trust.swift",
        "if sent.hasSlept(until: state) {", "if !MUTANT && sent.hasSlept(until: state) {",
    ),
    core(
        "bounds", "sample-of-last-reading", "a sample that comes late is tied to the last sleep known", "Timekeeper+Reading.swift",
        "readStates.last(where: { $0.elapsed <= elapsed })", "readStates.last(where: { MUTANT || $0.elapsed <= elapsed })",
    ),
]  # fmt: skip

MAJORITY = [
    core(
        "bounds", "most-overlap", "the points that most operators cover, not all that more than half cover", "Trust/Ballot.swift",
        "majorityHull(of: votes.compactMap { $0.offset }, threshold: voters / 2 + 1)",
        "(MUTANT\n            ? stride(from: votes.count, to: 0, by: -1).lazy\n"
        "                .compactMap { majorityHull(of: votes.compactMap { $0.offset }, threshold: $0) }.first\n"
        "            : majorityHull(of: votes.compactMap { $0.offset }, threshold: voters / 2 + 1))",
    ),
    core(
        "bounds", "liars-end", "a latest end that sleep alone made true is carried on from before that sleep", "Trust/Ballot.swift",
        "there.upper <= end.offset", "MUTANT || there.upper <= end.offset",
    ),
    core(
        "bounds or floor", "liars-start", "an earliest end that sleep alone made true is carried on from before that sleep", "Trust/Ballot.swift",
        "there.lower >= end.offset", "MUTANT || there.lower >= end.offset",
    ),
    core(
        "floor", "two-are-many", "of two operators the later earliest end raises the floor", "Trust/Ballot.swift",
        "let toleratesLiar = votes.count != 2", "let toleratesLiar = MUTANT || votes.count != 2",
    ),
    core(
        "bounds or floor", "newcomer-alone", "who was not heard in this launch has no vote, whatever it stood behind", "Trust/Ballot.swift",
        "                votes.append(\n                    Vote(\n                        key: key,",
        "                if MUTANT { continue }\n"
        "                votes.append(\n                    Vote(\n                        key: key,",
    ),
    core(
        "bounds or floor", "few-replace", "who was heard in this launch replaces what was trusted, however few of those known they are",
        "Trust/Ballot.swift", "let voters = max(operators, fresh.count)", "let voters = MUTANT ? fresh.count : max(operators, fresh.count)",
    ),
    core(
        "bounds or floor", "agreeing-replace", "who agrees with a liar replaces what was trusted, though it does not exclude it",
        "Trust/Ballot.swift", "guard opponents.count > voters / 2,", "guard MUTANT || opponents.count > voters / 2,",
    ),
    core(
        "bounds", "vote-by-source", "each source has a vote, not each operator", "Trust/Ballot.swift",
        "votes.firstIndex(where: { $0.key == source.operator })",
        "votes.firstIndex(where: { !MUTANT && $0.key == source.operator })",
    ),
    core(
        "floor", "anybody-raises", "unauthenticated time raises the floor", "Timekeeper+Trust.swift",
        "        outcome.report(unauthenticated.hear(sample, fresh: fresh, at: state, floor: least, model: model))",
        "        let heard = unauthenticated.hear(sample, fresh: fresh, at: state, floor: least, model: model)\n"
        "        if MUTANT { conclude(heard, at: state, &outcome) } else { outcome.report(heard) }",
    ),
    Mutation(
        "judged-singly", "floor", "the answers of sources that were asked together are judged one by one",
        "Sources/Sidereal/Sources/HeldSamples.swift", "let order = HeldSamples.order(state.held.map { $0.sample }, drift: drift)",
        "let order = MUTANT ? Array(state.held.indices) : HeldSamples.order(state.held.map { $0.sample }, drift: drift)",
    ),
    Mutation(
        "judged-in-order", "bounds or floor", "the answers of sources that were asked together are not judged together",
        "Sources/Sidereal/Sources/HeldSamples.swift", "next?.isAuthenticated == sample.isAuthenticated",
        "!MUTANT && next?.isAuthenticated == sample.isAuthenticated",
        harmless="the majority is handed on first, and only who excludes what stands replaces it",
    ),
]  # fmt: skip

FLOOR = [
    core(
        "floor", "lower-wins", "the lower of two floors wins", "Trust/Floor.swift",
        "return first >= second ? one : other", "return (MUTANT ? first <= second : first >= second) ? one : other",
    ),
    core(
        "floor", "floor-from-learned", "the floor is carried only from where it was learned", "Trust/Floor.swift",
        "running = Floor.later(running, learned, at: state, model: model)",
        "running = Floor.later(MUTANT ? nil : running, learned, at: state, model: model)",
    ),
    core(
        "floor", "floor-goes-back", "a sample that comes late takes the floor back to before a sleep", "Timekeeper+Trust.swift",
        "floor.advance(to: now ?? state, raisedBy: raised, model: model)",
        "floor.advance(to: MUTANT ? state : now ?? state, raisedBy: raised, model: model)",
    ),
    core(
        "floor", "rebooted-as-same", "after a reboot the floor rises by what the counter grew, if that is more", "Trust/Floor.swift",
        "return runsOn ? max(ifSame, ifRebooted) : ifRebooted", "return runsOn || MUTANT ? max(ifSame, ifRebooted) : ifRebooted",
    ),
    core(
        "floor", "open-as-rebooted", "where a reboot is only possible, the floor rises by the time since boot", "Trust/Floor.swift",
        "return runsOn ? ifSame : min(ifSame, ifRebooted)",
        "return MUTANT ? ifRebooted : runsOn ? ifSame : min(ifSame, ifRebooted)",
    ),
    core(
        "floor", "foreign-counter", "on another machine the floor rises by what the counters differ", "Trust/Floor.swift",
        "return model.leastTrueTime(from: loadedAt, to: reading.clockState)",
        "return model.leastTrueTime(from: MUTANT ? saved.at : loadedAt, to: reading.clockState)",
    ),
]  # fmt: skip

MERGING = [
    core(
        "floor", "floor-not-merged", "a save forgets the floor that another process of this boot saved", "Record/TimekeeperRecord+Merge.swift",
        "floor = Floor.later(floor, disk.floor, model: model)", "floor = MUTANT ? floor : Floor.later(floor, disk.floor, model: model)",
    ),
    core(
        "floor", "floor-left-elsewhere", "a save forgets the floor that another machine saved", "Record/TimekeeperRecord+Merge.swift",
        "guard let theirs = disk.floor else { return }", "guard !MUTANT, let theirs = disk.floor else { return }",
    ),
    core(
        "floor", "theirs-tied", "a floor that another machine saved is taken to be as old as this process's last look",
        "Record/TimekeeperRecord+Merge.swift", "floor = .untied(theirs.earliest)",
        "floor = MUTANT ? Floor(earliest: theirs.earliest, at: state) : .untied(theirs.earliest)",
    ),
    core(
        "bounds or floor", "any-boot-merged", "what another process saved is merged without asking of which boot it is", "Record/TimekeeperRecord+Merge.swift",
        "if isOfThisBoot(disk.shared.newest, latest) {", "if MUTANT || isOfThisBoot(disk.shared.newest, latest) {",
    ),
    core(
        "durability", "older-wins", "of two processes' readings the older one is kept", "Record/TimekeeperRecord+Merge.swift",
        "own.newest.reading.elapsed >= checkpoint.newest.reading.elapsed",
        "(MUTANT\n                ? own.newest.reading.elapsed < checkpoint.newest.reading.elapsed\n"
        "                : own.newest.reading.elapsed >= checkpoint.newest.reading.elapsed)",
    ),
    core(
        "floor", "revision-ignored", "a save brings back what another process was told to forget", "Record/TimekeeperRecord+Merge.swift",
        "let disk = disk.trustRevision < revision ? disk.withoutTrust(revision: revision) : disk",
        "let disk = disk.trustRevision < revision && !MUTANT ? disk.withoutTrust(revision: revision) : disk",
    ),
    core(
        "floor", "reset-in-memory", "a reset forgets only what is in memory", "Timekeeper+Trust.swift",
        "        shared = shared?.withoutTrust\n        forgetTrustOfRecord()",
        "        shared = shared?.withoutTrust\n        if !MUTANT { forgetTrustOfRecord() }",
    ),
]  # fmt: skip

BYTES = [
    core(
        "durability", "count-not-written", "the count of suspensions at which a bound was learned is not written", "Record/BootMark+Bytes.swift",
        "(optional: suspendCount)", "(optional: MUTANT ? nil : suspendCount)",
    ),
    core(
        "durability", "upper-not-written", "the lower end of a mark's bounds is written twice", "Record/BootMark+Bytes.swift",
        "writer.append(upper.count)", "writer.append(MUTANT ? lower.count : upper.count)",
    ),
    core(
        "durability", "lower-written-twice", "the lower end of an anchor is written twice", "Record/TimekeeperRecord+Bytes.swift",
        "anchor.offset.upper.write(to: &writer)", "(MUTANT ? anchor.offset.lower : anchor.offset.upper).write(to: &writer)",
    ),
    core(
        "durability", "flags-swapped", "two flags of an anchor are read in the wrong order", "Record/TimekeeperRecord+Bytes.swift",
        "anchor: Consensus.Anchor(\n                offset: CarriedBounds(lower: lower, upper: upper), operators: operators, toleratesLiar: toleratesLiar),\n"
        "            isDisputed: isDisputed)",
        "anchor: Consensus.Anchor(\n                offset: CarriedBounds(lower: lower, upper: upper), operators: operators,\n"
        "                toleratesLiar: MUTANT ? isDisputed : toleratesLiar),\n"
        "            isDisputed: MUTANT ? toleratesLiar : isDisputed)",
    ),
]  # fmt: skip

CLOCK = [
    core(
        "bounds", "whole-step", "a step is judged against all of itself, not half", "Trust/StepDirection.swift",
        "Nanoseconds(step.count / 2)", "Nanoseconds(MUTANT ? step.count : step.count / 2)",
    ),
    core(
        "bounds", "agrees-by-one-end", "a clock agrees if one end of its error is within the tolerance", "Trust/TrustedTime.swift",
        "low >= -tolerance && high <= tolerance", "(MUTANT ? low >= -tolerance || high <= tolerance : low >= -tolerance && high <= tolerance)",
    ),
]  # fmt: skip

FILES = [
    Mutation(
        "overwritten-unsynced", "durability", "a slot is overwritten though the other one may be in the page cache alone",
        "Sources/SiderealSystem/TwoSlot/TwoSlotFile+Commit.swift", "if known.synced != own {", "if !MUTANT && known.synced != own {",
    ),
    Mutation(
        "not-synced", "durability", "a commit is acknowledged before it is synced",
        "Sources/SiderealSystem/TwoSlot/TwoSlotFile+Commit.swift", "try disk.sync(file, .data)", "if !MUTANT { try disk.sync(file, .data) }",
    ),
    Mutation(
        "name-not-synced", "durability", "a new file's name is not synced",
        "Sources/SiderealSystem/TwoSlot/TwoSlotFile+Commit.swift", "guard held?.isNameSynced == false else { return }",
        "guard !MUTANT, held?.isNameSynced == false else { return }",
    ),
    Mutation(
        "new-not-synced", "durability", "a new file is put in place before it is synced",
        "Sources/SiderealSystem/TwoSlot/TwoSlotFile+Create.swift", "try disk.sync(file, .everything)",
        "if !MUTANT { try disk.sync(file, .everything) }",
    ),
    Mutation(
        "others-overwritten", "durability", "a commit is built on this process's last one, whoever has written since",
        "Sources/SiderealSystem/TwoSlot/SlotReading.swift", "return own.isNewest(itsSlot: itsHeader, otherSlot: otherHeader) ?",
        "return MUTANT || own.isNewest(itsSlot: itsHeader, otherSlot: otherHeader) ?",
    ),
    core(
        "durability", "older-slot", "of two whole slots the older one is read", "Record/SlotPair.swift",
        "even.generation > odd.generation ?", "(MUTANT ? even.generation < odd.generation : even.generation > odd.generation) ?",
    ),
]  # fmt: skip

STORE = [
    Mutation(
        "memory-not-checked", "durability", "what was read last is believed, whoever has written since",
        "Sources/SiderealStorage/Store/SharedStore.swift", "word.load() == seen", "MUTANT || word.load() == seen",
    ),
    core(
        "presence", "denied-is-absent", "what is denied before the first unlock counts as never stored", "Storage/StoreJudgement.swift",
        "            if let closed { return .unavailable(closed) }",
        "            if let closed { return MUTANT ? .absent : .unavailable(closed) }",
    ),
    Mutation(
        "unavailable-is-empty", "presence", "a store that cannot be read is taken for an empty one",
        "Sources/SiderealStorage/Store/SharedStore.swift", "        case .unavailable(let why): return .unavailable(why)\n        case .absent: table = nil",
        "        case .unavailable(let why):\n            if !MUTANT { return .unavailable(why) }\n            table = nil\n        case .absent: table = nil",
    ),
    Mutation(
        "rest-dropped", "presence", "a commit keeps only the keys that it changes",
        "Sources/SiderealStorage/Store/StoreTransaction.swift", "base.applying(settled, reusing: spare)",
        "(MUTANT ? StoreTable() : base).applying(settled, reusing: spare)",
    ),
    Mutation(
        "gate-open", "presence", "a canary that may not be read counts as one that was read",
        "Sources/SiderealStorage/Gate/CanaryProbe.swift",
        "        error.isPermissionDenied || error.number.isMissingKey\n            ? .beforeFirstUnlock",
        "        error.isPermissionDenied || error.number.isMissingKey\n            ? MUTANT ? .available : .beforeFirstUnlock",
    ),
    core(
        "presence", "locked-is-first", "a record that is locked is taken for none", "Timekeeper+Reading.swift",
        "        case .unavailable(let cause):\n            BootQuestion(unanswerable: BootVerdict(.unavailable(cause), evidence: .none))",
        "        case .unavailable(let cause):\n            MUTANT\n                ? BootQuestion(checkpoint: nil, isRecovered: false, first: first, model: model)\n"
        "                : BootQuestion(unanswerable: BootVerdict(.unavailable(cause), evidence: .none))",
    ),
    core(
        "presence", "damaged-is-first", "a record that is damaged is taken for none", "Timekeeper+Reading.swift",
        "            BootQuestion(unanswerable: BootVerdict(.damaged, evidence: .none))",
        "            MUTANT\n                ? BootQuestion(checkpoint: nil, isRecovered: false, first: first, model: model)\n"
        "                : BootQuestion(unanswerable: BootVerdict(.damaged, evidence: .none))",
    ),
]  # fmt: skip

SHOWN = [
    Mutation(
        "shown-as-estimated", "display", "the best estimate is shown, wherever the last one was",
        "Sources/Sidereal/Observatory/SharedObservatory+Trust.swift", "state.lastShown.map { max($0, middle) }",
        "state.lastShown.map { MUTANT ? middle : max($0, middle) }",
    ),
    Mutation(
        "estimate-remembered", "display", "the best estimate is remembered in place of what was shown",
        "Sources/Sidereal/Observatory/SharedObservatory+Trust.swift", "state.lastShown = shown", "state.lastShown = MUTANT ? middle : shown",
    ),
]  # fmt: skip

MUTATIONS = (
    WITNESSES + SLEEP + SINCE_BOOT + PASSED + QUESTIONS + CARRYING + SAMPLES + MAJORITY + FLOOR + MERGING + BYTES + CLOCK
    + FILES + STORE + SHOWN
)
