"""Changes that must break a promise: planted mistakes, machines beyond the premises, and premises that are left out."""

from dataclasses import dataclass, field

from proofs import promises
from proofs.boot import *
from proofs.fusion import Fusion
from proofs.promises import Code


@dataclass
class Planted:
    """A mistake in the code, or what the world does where a premise does not hold, and the promise that this breaks."""

    words: str
    promise: object
    code: Code = field(default_factory=Code)
    changes: dict = None
    cases: list = None


def mistake(words, promise, part, **members):
    """Plants other members into a part of the code."""
    name = next(name for name, right in vars(Code()).items() if issubclass(part, right))
    return Planted(words, promise, Code(**{name: type(part.__name__, (part,), members)}))


def without(words, promise, cases=None, **changes):
    """The code as it is, in a world where a premise does not hold."""
    changes = {name.replace("_", " "): value for name, value in changes.items()}
    return Planted(words, promise, changes=changes, cases=cases)


ZERO = Nanoseconds(0)


class MaximumOverlap(Fusion):
    """The points that the fewest votes exclude."""

    def hull(self, words, tolerated):
        hull = super().hull(words, tolerated)
        for fewer in range(tolerated - 1, -1, -1):
            other = super().hull(words, fewer)
            hull = either(other.known, other, hull)
        return hull


def least_latest(self, words, known):
    """A fallback is the least latest that any operator gave."""
    judged = Fusion.judged(self, words, known)
    upper = judged.bounds.upper
    fallback = words[0].upper
    for word in words[1:]:
        fallback = earlier_upper(fallback, word.upper)
    return judged._replace(bounds=Bounds(judged.bounds.lower, either(upper.known, upper, fallback)))


def from_earliest(self):
    """The floor less the earliest that the time of the earlier reading can be."""
    then = total(self.before.offset.value, exactly(self.old.elapsed))
    most = total(exactly(self.floor.value), opposite(then)).upper
    risen = no_less_than(ANYTHING, most.value)
    return either(all_of(self.floor.known, most.known), risen.value, Comparison.passed_by_dates.fget(self))


class Unpaused(Comparison):
    """Concludes as if no machine was ever paused."""

    def same_boot_fits(self, change):
        return meets(change, total(self.allowed, plus_or_minus(Nanoseconds(10 * MILLISECOND))))


def lost_sleep_forgotten(self, earlier, later, grown):
    found = Clocks.counted_sleep_error(self, earlier, later, grown)
    is_lost = all_of(found.lower.known, negated(found.upper.known))
    return Bounds(found.lower, either(is_lost, upper_end(-found.lower.value), found.upper))


def unknown_is_none(self, earlier, later):
    found = Clocks.sleep_error(self, earlier, later)
    return either(found.upper.known, found, exactly(ZERO))


def awake_beyond_elapsed(self, earlier, later):
    least_of_all = Clocks.least_true_time(self, earlier, later)
    return greatest(least_of_all, self.least_over(later.awake - earlier.awake))


def both_from_one(self, carried, state):
    """Carries the upper end from where the lower one was learned."""
    return Carrying.bounds(self, carried._replace(upper=carried.upper._replace(at=carried.lower.at)), state)


def rises_only(self, floor, state):
    """Takes a floor for right at any earlier state."""
    unmoved = Maybe(True, Floor(floor.earliest, state))
    return either(state.elapsed >= floor.at.elapsed, Floors.moved(self, floor, state), unmoved)


def over_reboots(words, promise, kind, passed):
    """Another rule for the floor over what may be a reboot."""

    def certain_passed(self, saved, loaded, reading, given):
        if given != kind:
            return Floors.certain_passed(self, saved, loaded, reading, given)
        clocks = self.clocks
        return passed(clocks, clocks.least_true_time(saved, reading.state), clocks.least_since_boot(reading), reading)

    return mistake(words, promise, Floors, certain_passed=certain_passed)


def by_greater(clocks, if_same, if_rebooted, reading):
    return greatest(if_same, if_rebooted)


def reboot_by_uptime(self, change):
    passed = total(change, exactly(self.elapsed_growth))
    return any_of(negated(passed.upper.known), passed.upper.value >= self.clocks.time_since_boot(self.new))


def proven_by_boot_time(self):
    likely = Comparison.by_boot_time.fget(self)
    return likely._replace(is_proven=likely.is_answer("sameBoot"))


def missing_identity_is_equal(self):
    known = all_of(self.before.identity.known, self.now.identity.known)
    differs = all_of(known, self.before.identity.value != self.now.identity.value)
    return Possible(negated(differs), differs)


def denied_by_f(self, latest, floor, known):
    return negated(at_most(max(0, known // 2 - 1), (all_of(end.known, end.value < floor) for end in latest)))


SLEWED_BY_ADJTIME_ALONE = {"part": Clocks, "SLEW": 5_500_000}
UNCARRIED = {"part": Carrying, "end": lambda self, learned, state: exactly(learned.offset.value)}

MISTAKES = [
    mistake("f - 1 instead of f", promises.bounds_are_right, Fusion,
            tolerated=lambda self, known: max(0, known // 2 - 1)),
    mistake("the points of maximum overlap instead of the hull", promises.bounds_are_right, MaximumOverlap),
    mistake("a missing end excludes", promises.bounds_are_right, Fusion,
            excludes=lambda self, word, point: any_of(negated(word.lower.known), Fusion.excludes(self, word, point))),
    mistake("f counts only the operators that answered", promises.silence_narrows_nothing, Fusion,
            judged=lambda self, words, known:
            Fusion.judged(self, words, known if len(words) == known else len(words) - 1)),
    mistake("a fallback from the points of maximum overlap", promises.bounds_are_right, MaximumOverlap),
    mistake("a fallback from the least f'", promises.fallback_is_greatest, Fusion,
            fallbacks=lambda self, tolerated: range(tolerated)),
    mistake("a fallback from the least latest that any operator gave", promises.ends_are_ordered, Fusion,
            judged=least_latest),
    mistake("f + 1 instead of f", promises.bounds_are_tight, Fusion, tolerated=lambda self, known: known // 2 + 1),
    mistake("one source of an operator fewer may be wrong", promises.vote_is_right, Fusion,
            tolerated_sources=lambda self, count: max(0, (count - 1) // 2 - 1)),
    mistake("a date of now against the earliest date of then", promises.passed_is_right, Comparison,
            passed_by_dates=property(from_earliest)),
    mistake("f latests before the floor deny it", promises.true_floor_stays, Fusion, denies=denied_by_f),
    mistake("an end is carried without the error of sleep", promises.carried_forward, Clocks,
            suspension_error=lambda self, times: ZERO),
    mistake("an end is carried without drift", promises.carried_forward, Clocks, error=lambda self, length: ZERO),
    mistake("sleep that was not counted leaves an upper end", promises.carried_forward, Clocks,
            counted_sleep_error=lost_sleep_forgotten),
    mistake("a hibernation adds no error", promises.carried_forward, Clocks, grew_noticeably=lambda self, grown: False),
    mistake("sleep of unknown length adds no error", promises.carried_forward, Clocks, sleep_error=unknown_is_none),
    mistake("the upper end is carried from where the lower one was learned", promises.carried_forward_upper_first,
            Carrying, bounds=both_from_one),
    mistake("an end is carried backward as if forward", promises.carried_backward, Clocks,
            offset_change=Clocks.offset_change_forward),
    mistake("ends are not carried", promises.carried_between, **UNCARRIED),
    mistake("votes are compared uncarried", promises.tightened, **UNCARRIED),
    mistake("an end that is taken on counts as learned where the old one was", promises.tightened, Carrying,
            taken=lambda self, end, instead_of: end._replace(at=instead_of.at)),
    mistake("the floor advances by all that was counted", promises.floor_advances, Floors,
            passed=lambda self, earlier, later: later.elapsed - earlier.elapsed),
    mistake("a floor counts as right before it was learned", promises.floor_moved_back, Floors, moved=rises_only),
    mistake("the newer floor instead of the later one", promises.later_floor, Floors,
            later=lambda self, one, other: either(one.at.elapsed >= other.at.elapsed, one, other)),
    mistake("a lone floor that is higher counts as corroborated", promises.highest_floor_is_right, Floors,
            highest=lambda self, *given, **more: (Floors.highest(self, *given, **more)[0], True)),
    mistake("bounds that a lone floor raised count as corroborated by the votes", promises.binding_is_right, Floors,
            are_both=lambda self, votes, floor, is_unchanged: votes),
    over_reboots("after a reboot, the greater of both on any machine", promises.floor_after_reboot, "rebooted",
                 by_greater),
    mistake("T_boot without the errors of sleeps", promises.floor_after_reboot, Clocks,
            error_since_boot=lambda self, times, slept, longest: Nanoseconds(SECOND)),
    mistake("T_boot is what the kernel counts", promises.floor_after_reboot, Clocks,
            least_since_boot=Clocks.time_since_boot),
    mistake("time awake counts beyond time elapsed", promises.floor_after_reboot, Clocks,
            least_true_time=awake_beyond_elapsed),
    over_reboots("in the same boot, the greater of both", promises.floor_in_same_boot, "sameBoot", by_greater),
    over_reboots("E0 + U in an open question", promises.floor_in_open_question, "open",
                 lambda clocks, if_same, if_rebooted, reading: clocks.time_since_boot(reading)),
    over_reboots("the greater of both in an open question", promises.floor_in_open_question, "open", by_greater),
    over_reboots("after a contradiction, what the counters say since the saved state",
                 promises.floor_after_contradiction, "contradiction",
                 lambda clocks, if_same, if_rebooted, reading: if_same),
    over_reboots("after a contradiction, the greater of both", promises.floor_after_contradiction, "contradiction",
                 by_greater),
    mistake("counters have no tolerance", promises.counters_are_right, Comparison, COUNTER=0),
    mistake("only adjtime slews Darwin's calendar", promises.counters_are_right, **SLEWED_BY_ADJTIME_ALONE),
    mistake("... so trusted time excludes the same boot", promises.trust_is_right, **SLEWED_BY_ADJTIME_ALONE),
    mistake("... and T_boot overshoots", promises.floor_after_reboot, **SLEWED_BY_ADJTIME_ALONE),
    mistake("two crystals are one", promises.carried_forward, Clocks,
            crystals_apart=lambda self, state: Nanoseconds(MILLISECOND)),
    mistake("clocks that stand still prove that nothing slept", promises.carried_forward, Clocks,
            is_known_awake=lambda self, earlier, later, grown: magnitude(grown) <= 10 * MILLISECOND),
    mistake("all sleep that was counted took its time", promises.floor_after_reboot, Clocks,
            most_overcounted=lambda self, state: ZERO),
    mistake("unnoticed sleep shows in the calendar", promises.trust_is_right, Clocks,
            unseen_sleep=lambda self, earlier, later: exactly(ZERO)),
    mistake("the time since boot is never slewed", promises.counters_are_right, Comparison, fell_behind=property(
            lambda self: self.since_boot_growth < self.elapsed_growth - 500 * MILLISECOND)),
    mistake("trusted time must match the elapsed clock", promises.trust_is_right, Comparison,
            allowed=property(lambda self: exactly(ZERO))),
    mistake("trusted time is held against what the kernel counts", promises.trust_is_right, Comparison,
            reboot_fits=reboot_by_uptime),
    mistake("T_boot is the elapsed clock, which may run on", promises.trust_is_right, Clocks,
            least_since_boot=lambda self, reading: self.least_over(reading.elapsed)),
    mistake("a boot time that did not move proves the same boot", promises.proven_is_right, Comparison,
            by_boot_time=property(proven_by_boot_time)),
    mistake("a missing identity counts as equal", promises.proven_is_right, Comparison,
            by_identity=property(missing_identity_is_equal)),
    mistake("an open question counts as the same boot", promises.passed_is_right, Comparison,
            least_if_open=lambda self, if_same, if_rebooted: if_same),
    mistake("what passed since the end is taken for exact", promises.between_is_right, Between, by_now=property(
            lambda self: total(self.since_start, opposite(exactly(self.since_end.lower.value))))),
    mistake("time that passed while a machine may have been paused proves a reboot", promises.paused_proven_is_right,
            Unpaused),
    mistake("... nor does the earliest date of then bound what passed", promises.paused_passed_is_right, Comparison,
            passed_by_dates=property(from_earliest)),
    mistake("a pause after the end makes what passed longer", promises.paused_between_is_right, Between,
            by_now=property(lambda self: total(self.since_start, opposite(self.since_end)))),
    mistake("a latest time of before a pause counts", promises.paused_earliest_is_right, Fusion,
            from_below=lambda self, word: word),
]  # fmt: skip

# Real machines do this, and the code does not allow for it. Once it does, the entry must go.
UNKEPT = [
    without("two hibernations lie between two states", promises.carried_forward, hibernations_at_most=2),
    without("two hibernations lie in a boot", promises.floor_after_reboot, hibernations_at_most=2),
    without("another process measures the time asleep to within 1 ms", promises.carried_forward,
            time_asleep_is_measured_anew_to_within=MILLISECOND),
    without("... so the floor overtakes the truth", promises.floor_in_same_boot,
            time_asleep_is_measured_anew_to_within=MILLISECOND),
]  # fmt: skip

PREMISES = [
    without("Darwin's kernel notes each wake", promises.carried_forward, the_kernel_may_not_note_a_sleep=True),
    without("the power management unit's crystal is within rho", promises.carried_forward,
            times_rho_that_two_crystals_come_apart=3),
    without("one sleep is lost, and another is counted", promises.carried_forward_upper_first,
            each_sleep_may_be_lost_on_its_own=True),
    without("Linux: a sleep adds less than 10 ms, and suspensions are not counted", promises.carried_forward,
            a_sleep_adds=0, cases=["linux"]),
    without("a sleep is miscounted by 4 s", promises.carried_forward, a_suspension_is_miscounted_by=4 * SECOND),
    without("a clock's error is rho of the true time, not of the time it counted", promises.carried_forward,
            drift_is_a_share_of_the_truth=True),
    without("a clock's error is twice rho", promises.carried_forward,
            times_rho_that_the_elapsed_clock_is_wrong_by=2),
    without("an Apple counter stands still in sleep", promises.carried_forward,
            the_counter_may_stand_still_in_sleep=True, cases=["darwin"]),
    without("a kernel repeats its boot identity", promises.proven_is_right, identities_repeat=True),
    without("counters stop while the machine is paused", promises.carried_forward, the_machine_may_be_paused=True),
]  # fmt: skip
