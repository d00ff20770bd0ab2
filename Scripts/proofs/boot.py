"""The boot decision of SiderealCore, written down once more, as in transcript.py."""

from typing import NamedTuple

from proofs.transcript import *

# MARK: - Boot/BootComparison.swift


class Possible(NamedTuple):
    same_boot: object
    reboot: object


ANSWERS = ["sameBoot", "rebooted", "indeterminate"]
EVIDENCE = [
    "bootIdentity", "counterDecreased", "trustedTime", "bootTime", "clockStep", "tooEarly", "contradiction",
    "noHardwareClock", "otherMachine", "none",
]


class Verdict(NamedTuple):
    """Answer and evidence are numbers: their places in the lists above."""

    answer: object
    is_proven: object
    evidence: object

    def is_answer(self, name):
        return self.answer == ANSWERS.index(name)

    def rests_on(self, name):
        return self.evidence == EVIDENCE.index(name)


def verdict(answer, is_proven, evidence):
    return Verdict(ANSWERS.index(answer), is_proven, EVIDENCE.index(evidence))


class Mark(NamedTuple):
    """A reading with what belongs to it. An identity is a number; unequal ones have unequal numbers."""

    reading: Reading
    identity: Maybe
    machine: Maybe
    offset: Maybe


def same(one, other):
    """True if both are known and equal."""
    return all_of(one.known, other.known, one.value == other.value)


class Comparison:
    """Two readings, and what each witness says of them."""

    COUNTER = SECOND

    def __init__(self, clocks, before, now, floor=NOTHING):
        self.clocks, self.before, self.now, self.floor = clocks, before, now, floor
        self.old, self.new = before.reading, now.reading
        self.elapsed_growth = self.new.elapsed - self.old.elapsed
        self.boot_time_move = self.new.boot_time - self.old.boot_time
        self.since_boot_growth = clocks.time_since_boot(self.new) - clocks.time_since_boot(self.old)

    @property
    def is_of_same_machine(self):
        return any_of(same(self.before.identity, self.now.identity), same(self.before.machine, self.now.machine))

    @property
    def by_identity(self):
        known = all_of(self.before.identity.known, self.now.identity.known)
        equal = self.before.identity.value == self.now.identity.value
        return Possible(any_of(negated(known), equal), any_of(negated(known), negated(equal)))

    @property
    def by_counters(self):
        fell = any_of(
            *(self.fell(growth) for growth in self.growths), self.suspensions_fell,
            self.fell_behind if self.clocks.platform == "darwin" else False,
        )
        return Possible(negated(fell), True)

    @property
    def growths(self):
        return [
            self.elapsed_growth, self.new.awake - self.old.awake, self.new.slept - self.old.slept,
            self.since_boot_growth,
        ]

    def fell(self, growth):
        return growth < -self.COUNTER

    @property
    def suspensions_fell(self):
        old, new = self.old.suspensions, self.new.suspensions
        return all_of(old.known, new.known, old.value >= 0, new.value >= 0, new.value < old.value)

    @property
    def fell_behind(self):
        behind = self.elapsed_growth - share(self.clocks.slewed, or_zero(self.elapsed_growth)) - 500 * MILLISECOND
        return self.since_boot_growth < behind

    @property
    def by_trust(self):
        known = all_of(self.before.offset.known, self.now.offset.known)
        change = total(self.now.offset.value, opposite(self.before.offset.value))
        return Possible(
            any_of(negated(known), self.same_boot_fits(change)), any_of(negated(known), self.reboot_fits(change))
        )

    @property
    def allowed(self):
        later = State(greatest(self.old.elapsed, self.new.elapsed), self.new.slept, self.new.suspensions)
        return self.clocks.offset_change(self.old.state, later)

    def same_boot_fits(self, change):
        if self.clocks.may_be_paused:
            return True
        fits = meets(change, total(self.allowed, plus_or_minus(Nanoseconds(10 * MILLISECOND))))
        if self.clocks.platform != "darwin":
            return fits
        unseen = self.clocks.unseen_sleep(self.old.state, self.new.state).upper
        counted = change.lower.value + self.elapsed_growth - unseen.value
        lost = share(self.clocks.slewed, or_zero(counted))
        keeps_up = counted - lost <= self.since_boot_growth + 510 * MILLISECOND
        return all_of(fits, any_of(negated(change.lower.known), negated(unseen.known), keeps_up))

    def reboot_fits(self, change):
        passed = total(change, exactly(self.elapsed_growth))
        return any_of(negated(passed.upper.known), passed.upper.value >= self.clocks.least_since_boot(self.new))

    @property
    def left(self):
        """The answers that all evidence leaves, and the first evidence that decided."""
        same_boot, reboot, decisive = True, True, EVIDENCE.index("none")
        witnesses = [
            (self.by_identity, "bootIdentity"),
            (self.by_counters, "counterDecreased"),
            (self.by_trust, "trustedTime"),
        ]
        for possible, evidence in witnesses:
            decides = all_of(same_boot, reboot, negated(all_of(*possible)))
            decisive = either(decides, EVIDENCE.index(evidence), decisive)
            same_boot, reboot = all_of(same_boot, possible.same_boot), all_of(reboot, possible.reboot)
        return Possible(same_boot, reboot), decisive

    @property
    def verdict(self):
        left, decisive = self.left
        decided = either(
            left.reboot, Verdict(ANSWERS.index("rebooted"), True, decisive),
            either(
                left.same_boot, Verdict(ANSWERS.index("sameBoot"), True, decisive),
                verdict("indeterminate", False, "contradiction"),
            ),
        )
        decided = either(all_of(*left), self.by_boot_time, decided)
        is_other = all_of(self.before.machine.known, self.now.machine.known)
        none = either(
            is_other, verdict("indeterminate", False, "otherMachine"), verdict("indeterminate", False, "none")
        )
        return either(self.is_of_same_machine, decided, none)

    @property
    def by_boot_time(self):
        tolerance = share(50_000, or_zero(self.elapsed_growth)) + 30 * SECOND
        uptime = self.clocks.time_since_boot(self.old)
        return either(
            uptime <= tolerance + tolerance, verdict("indeterminate", False, "tooEarly"),
            self.by_hardware_clock(tolerance, uptime),
        )

    def by_hardware_clock(self, tolerance, uptime):
        if not self.clocks.has_hardware_clock:
            return verdict("indeterminate", False, "noHardwareClock")
        return either(
            magnitude(self.boot_time_move) <= tolerance, verdict("sameBoot", False, "bootTime"),
            either(
                self.new.wall < self.old.wall - tolerance, verdict("indeterminate", False, "clockStep"),
                either(
                    self.boot_time_move >= uptime - tolerance, verdict("indeterminate", False, "bootTime"),
                    verdict("sameBoot", False, "clockStep"),
                ),
            ),
        )

    @property
    def true_passed(self):
        any_time = Bounds(lower_end(Nanoseconds(0)), ANYTHING.upper)
        known = all_of(self.before.offset.known, any_of(self.now.offset.known, self.floor.known))
        by_trust = no_less_than(self.passed_by_dates, Nanoseconds(0))
        by_clocks = no_less_than(self.passed_by_clocks, Nanoseconds(0))
        by_clocks = either(by_clocks.known, by_clocks.value, any_time)
        both = intersection(by_trust.value, by_clocks)
        if self.clocks.may_be_paused:
            # More time may have passed than the clocks show.
            both = either(both.known, both, intersection(by_trust.value, Bounds(by_clocks.lower, ANYTHING.upper)))
        left, _ = self.left
        is_contradicted = all_of(self.is_of_same_machine, negated(left.same_boot), negated(left.reboot))
        agree = all_of(by_trust.known, both.known, negated(is_contradicted))
        return either(known, either(agree, both.value, any_time), by_clocks)

    @property
    def passed_by_dates(self):
        """From the date of the earlier reading to that of the later one, and to the floor there."""
        change = total(self.now.offset.value, opposite(self.before.offset.value))
        by_offset = either(self.now.offset.known, total(change, exactly(self.elapsed_growth)), ANYTHING)
        latest = total(self.before.offset.value, exactly(self.old.elapsed))
        least = total(exactly(self.floor.value), opposite(latest)).lower
        risen = no_less_than(by_offset, least.value)
        return either(all_of(self.floor.known, least.known, risen.known), risen.value, by_offset)

    @property
    def tick(self):
        return Nanoseconds(self.clocks.TICK)

    @property
    def passed_by_clocks(self):
        decided = self.verdict
        change = total(self.clocks.offset_change(self.old.state, self.new.state), plus_or_minus(self.tick))
        if_same = total(change, exactly(self.elapsed_growth))
        least_if_rebooted = self.clocks.least_since_boot(self.new)
        if_rebooted = Bounds(lower_end(least_if_rebooted), ANYTHING.upper)
        least_if_same = or_zero(self.clocks.least_true_time(self.old.state, self.new.state) - self.tick)
        if_open = Bounds(lower_end(self.least_if_open(least_if_same, least_if_rebooted)), ANYTHING.upper)
        says_nothing = any_of(
            decided.rests_on("none"), decided.rests_on("otherMachine"), decided.rests_on("contradiction")
        )
        return either(
            all_of(decided.is_answer("sameBoot"), decided.is_proven), if_same,
            either(decided.is_answer("rebooted"), if_rebooted, either(says_nothing, ANYTHING, if_open)),
        )

    def least_if_open(self, if_same, if_rebooted):
        return least(if_same, if_rebooted)


# MARK: - Elapsed/ElapsedBetween.swift


class Between:
    """What passed from one mark of an app to a later one, by a reading after both."""

    def __init__(self, comparison, clocks, start, end, now, floor=NOTHING):
        self.clocks, self.start = clocks, start
        self.since_start, self.since_end = (
            comparison(clocks, mark, now, floor).true_passed for mark in (start, end)
        )
        self.between = comparison(clocks, start, self.as_now(end, now)).true_passed

    def as_now(self, end, now):
        """The later mark in place of a reading, with the identities that the present reading has, too."""
        is_of_boot = same(end.identity, now.identity)
        is_of_machine = all_of(now.machine.known, any_of(same(end.machine, now.machine), is_of_boot))
        identities = Maybe(is_of_boot, now.identity.value), Maybe(is_of_machine, now.machine.value)
        return Mark(end.reading, *identities, end.offset)

    @property
    def by_now(self):
        passed = total(self.since_start, opposite(self.since_end))
        return Bounds(ANYTHING.lower, passed.upper) if self.clocks.may_be_paused else passed

    @property
    def true_passed(self):
        any_time = Bounds(lower_end(Nanoseconds(0)), ANYTHING.upper)
        both = intersection(self.by_now, self.between)
        passed = no_less_than(both.value, Nanoseconds(0))
        return either(all_of(both.known, passed.known), passed.value, any_time)
