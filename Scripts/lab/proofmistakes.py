"""What must break a promise: planted mistakes, what machines do beyond the premises, and premises that are left out."""

from dataclasses import dataclass, field

import proofs
from proofarithmetic import MILLISECOND, SECOND, Maybe, Nanoseconds, all_of, any_of, at_most, either, greatest, magnitude, negated
from prooftranscript import Bounds, Carrying, Clocks, Floor, Floors, earlier_upper, exactly, total, upper_end
from prooftranscriptboot import Comparison, Possible
from prooftranscriptfusion import Fusion
from proofs import Code


@dataclass
class Mistake:
    """What is wrong in the code, and the promise that this must break."""

    words: str
    promise: object
    code: Code
    changes: dict = None
    cases: list = None


@dataclass
class Premise:
    """What the world does where a premise does not hold, and the promise of the code that this breaks."""

    words: str
    promise: object
    changes: dict
    code: Code = field(default_factory=Code)
    cases: list = None


# MARK: - Fusion


class OneFewer(Fusion):
    def tolerated(self, known):
        return max(0, known // 2 - 1)


class OneMore(Fusion):
    def tolerated(self, known):
        return known // 2 + 1


class MaximumOverlap(Fusion):
    """The points that the fewest votes exclude."""

    def hull(self, words, tolerated):
        hull = super().hull(words, tolerated)
        for fewer in range(tolerated - 1, -1, -1):
            other = super().hull(words, fewer)
            hull = either(other.known, other, hull)
        return hull


class MissingExcludes(Fusion):
    def excludes(self, word, point):
        return any_of(negated(word.lower.known), super().excludes(word, point))


class LeastFallback(Fusion):
    def fallbacks(self, tolerated):
        return range(tolerated)


class LeastLatest(Fusion):
    """A fallback is the least latest that any operator gave."""

    def judged(self, words, known):
        judged = super().judged(words, known)
        upper = judged.bounds.upper
        fallback = words[0].upper
        for word in words[1:]:
            fallback = earlier_upper(fallback, word.upper)
        return judged._replace(bounds=Bounds(judged.bounds.lower, either(upper.known, upper, fallback)))


class OnlyAnswersCount(Fusion):
    """Where an operator says nothing, fewer may be wrong."""

    def judged(self, words, known):
        return super().judged(words, known if len(words) == known else len(words) - 1)


class HealedByF(Fusion):
    def heals(self, latest, floor, known):
        return negated(at_most(max(0, known // 2 - 1), (all_of(end.known, end.value < floor) for end in latest)))


# MARK: - Clocks


class NoSleepError(Clocks):
    def suspension_error(self, times):
        return Nanoseconds(0)


class NoDrift(Clocks):
    def error(self, length):
        return Nanoseconds(0)


class ForwardOnly(Clocks):
    def offset_change(self, start, end):
        return self.offset_change_forward(start, end)


class LostSleepForgotten(Clocks):
    def counted_sleep_error(self, earlier, later, grown):
        found = super().counted_sleep_error(earlier, later, grown)
        is_lost = all_of(found.lower.known, negated(found.upper.known))
        return Bounds(found.lower, either(is_lost, upper_end(-found.lower.value), found.upper))


class HibernationForgotten(Clocks):
    def grew_noticeably(self, grown):
        return False


class UnknownIsNone(Clocks):
    def sleep_error(self, earlier, later):
        found = super().sleep_error(earlier, later)
        return either(found.upper.known, found, exactly(Nanoseconds(0)))


class AwakeBeyondElapsed(Clocks):
    def least_true_time(self, earlier, later):
        least_of_all = super().least_true_time(earlier, later)
        return greatest(least_of_all, self.least_over(later.awake - earlier.awake))


class OneCrystal(Clocks):
    def crystals_apart(self, state):
        return Nanoseconds(MILLISECOND)


class WakesNotAsked(Clocks):
    def is_known_awake(self, earlier, later, grown):
        return magnitude(grown) <= 10 * MILLISECOND


class AllSleepIsTime(Clocks):
    def most_overcounted(self, state):
        return Nanoseconds(0)


class SlewedByAdjtimeAlone(Clocks):
    SLEWED = 5_600_000


class NoUnseenSleep(Clocks):
    def unseen_sleep(self, earlier, later):
        return exactly(Nanoseconds(0))


class NoSleepErrorSinceBoot(Clocks):
    def error_since_boot(self, times, slept):
        return Nanoseconds(SECOND)


class UptimeIsTrue(Clocks):
    def least_since_boot(self, reading):
        return self.time_since_boot(reading)


class ElapsedSinceBoot(Clocks):
    def least_since_boot(self, reading):
        return self.least_over(reading.elapsed)


# MARK: - Carrying, floors


class NotCarried(Carrying):
    def end(self, learned, state):
        return exactly(learned.offset.value)


class BothFromOne(Carrying):
    """Carries the upper end from where the lower one was learned."""

    def bounds(self, carried, state):
        return super().bounds(carried._replace(upper=carried.upper._replace(at=carried.lower.at)), state)


class DatedAsOld(Carrying):
    """Takes an end on as if it had been learned where the old one was."""

    def taken(self, end, instead_of):
        return end._replace(at=instead_of.at)


class AllThatWasCounted(Floors):
    def passed(self, earlier, later):
        return later.elapsed - earlier.elapsed


class RisesOnly(Floors):
    """Takes a floor for right at any earlier state."""

    def moved(self, floor, state):
        return either(
            state.elapsed >= floor.at.elapsed, super().moved(floor, state), Maybe(True, Floor(floor.earliest, state))
        )


class Newer(Floors):
    """The newer of two floors."""

    def later(self, one, other):
        return either(one.at.elapsed >= other.at.elapsed, one, other)


class OverReboots(Floors):
    """Another rule for the floor over what may be a reboot."""

    kind = None

    def certain_passed(self, saved, loaded, reading, kind):
        if kind != self.kind:
            return super().certain_passed(saved, loaded, reading, kind)
        return self.mistaken(
            self.clocks.least_true_time(saved, reading.state), self.clocks.least_since_boot(reading), reading
        )


class OpenByUptime(OverReboots):
    kind = "open"

    def mistaken(self, if_same, if_rebooted, reading):
        return self.clocks.time_since_boot(reading)


class OpenByGreater(OpenByUptime):
    def mistaken(self, if_same, if_rebooted, reading):
        return greatest(if_same, if_rebooted)


class RebootedByGreater(OpenByGreater):
    kind = "rebooted"


class SameByGreater(OpenByGreater):
    kind = "sameBoot"


class ContradictionByGreater(OpenByGreater):
    kind = "contradiction"


class ContradictionBySaved(OverReboots):
    kind = "contradiction"

    def mistaken(self, if_same, if_rebooted, reading):
        return if_same


# MARK: - The boot decision


class NoTolerance(Comparison):
    COUNTER = 0


class NeverSlewed(Comparison):
    @property
    def fell_behind(self):
        return self.since_boot_growth < self.elapsed_growth - 500 * MILLISECOND


class NoDriftAllowed(Comparison):
    @property
    def allowed(self):
        return exactly(Nanoseconds(0))


class RebootByUptime(Comparison):
    def reboot_fits(self, change):
        passed = total(change, exactly(self.elapsed_growth))
        return any_of(negated(passed.upper.known), passed.upper.value >= self.clocks.time_since_boot(self.new))


class ProvenByBootTime(Comparison):
    @property
    def by_boot_time(self):
        likely = super().by_boot_time
        return likely._replace(is_proven=likely.is_answer("sameBoot"))


class MissingIdentityIsEqual(Comparison):
    @property
    def by_identity(self):
        known = all_of(self.before.identity.known, self.now.identity.known)
        differs = all_of(known, self.before.identity.value != self.now.identity.value)
        return Possible(negated(differs), differs)


class OpenIsSame(Comparison):
    def least_if_open(self, if_same, if_rebooted):
        return if_same


MISTAKES = [
    Mistake("f - 1 instead of f", proofs.bounds_are_right, Code(fusion=OneFewer)),
    Mistake("the points of maximum overlap instead of the hull", proofs.bounds_are_right, Code(fusion=MaximumOverlap)),
    Mistake("a missing end excludes", proofs.bounds_are_right, Code(fusion=MissingExcludes)),
    Mistake("f counts only the operators that answered", proofs.silence_narrows_nothing, Code(fusion=OnlyAnswersCount)),
    Mistake("a fallback from the points of maximum overlap", proofs.fallback_is_right, Code(fusion=MaximumOverlap)),
    Mistake("a fallback from the least f'", proofs.fallback_is_greatest, Code(fusion=LeastFallback)),
    Mistake(
        "a fallback from the least latest that any operator gave", proofs.ends_are_ordered, Code(fusion=LeastLatest)
    ),
    Mistake("f + 1 instead of f", proofs.bounds_are_tight, Code(fusion=OneMore)),
    Mistake("f latests before the floor heal it", proofs.true_floor_stays, Code(fusion=HealedByF)),
    Mistake("an end is carried without the error of sleep", proofs.carried_forward, Code(clocks=NoSleepError)),
    Mistake("an end is carried without drift", proofs.carried_forward, Code(clocks=NoDrift)),
    Mistake("sleep that was not counted leaves an upper end", proofs.carried_forward, Code(clocks=LostSleepForgotten)),
    Mistake("a hibernation adds no error", proofs.carried_forward, Code(clocks=HibernationForgotten)),
    Mistake("sleep of unknown length adds no error", proofs.carried_forward, Code(clocks=UnknownIsNone)),
    Mistake(
        "the upper end is carried from where the lower one was learned",
        proofs.carried_forward_upper_first,
        Code(carrying=BothFromOne),
    ),
    Mistake("an end is carried backward as if forward", proofs.carried_backward, Code(clocks=ForwardOnly)),
    Mistake("ends are not carried", proofs.carried_between, Code(carrying=NotCarried)),
    Mistake("votes are compared uncarried", proofs.tightened, Code(carrying=NotCarried)),
    Mistake(
        "an end that is taken on counts as learned where the old one was", proofs.tightened, Code(carrying=DatedAsOld)
    ),
    Mistake("the floor advances by all that was counted", proofs.floor_advances, Code(floors=AllThatWasCounted)),
    Mistake("a floor counts as right before it was learned", proofs.floor_moved_back, Code(floors=RisesOnly)),
    Mistake("the newer floor instead of the later one", proofs.later_floor, Code(floors=Newer)),
    Mistake(
        "after a reboot, the greater of both on any machine", proofs.floor_after_reboot, Code(floors=RebootedByGreater)
    ),
    Mistake("T_boot without the errors of sleeps", proofs.floor_after_reboot, Code(clocks=NoSleepErrorSinceBoot)),
    Mistake("T_boot is what the kernel counts", proofs.floor_after_reboot, Code(clocks=UptimeIsTrue)),
    Mistake("time awake counts beyond time elapsed", proofs.floor_after_reboot, Code(clocks=AwakeBeyondElapsed)),
    Mistake("in the same boot, the greater of both", proofs.floor_in_same_boot, Code(floors=SameByGreater)),
    Mistake("E0 + U in an open question", proofs.floor_in_open_question, Code(floors=OpenByUptime)),
    Mistake("the greater of both in an open question", proofs.floor_in_open_question, Code(floors=OpenByGreater)),
    Mistake(
        "after a contradiction, what the counters say since the saved state",
        proofs.floor_after_contradiction,
        Code(floors=ContradictionBySaved),
    ),
    Mistake(
        "after a contradiction, the greater of both",
        proofs.floor_after_contradiction,
        Code(floors=ContradictionByGreater),
    ),
    Mistake("counters have no tolerance", proofs.counters_are_right, Code(comparison=NoTolerance)),
    Mistake("only adjtime slews Darwin's calendar", proofs.counters_are_right, Code(clocks=SlewedByAdjtimeAlone)),
    Mistake("... so trusted time excludes the same boot", proofs.trust_is_right, Code(clocks=SlewedByAdjtimeAlone)),
    Mistake("... and T_boot overshoots", proofs.floor_after_reboot, Code(clocks=SlewedByAdjtimeAlone)),
    Mistake("two crystals are one", proofs.carried_forward, Code(clocks=OneCrystal)),
    Mistake("clocks that stand still prove that nothing slept", proofs.carried_forward, Code(clocks=WakesNotAsked)),
    Mistake("all sleep that was counted took its time", proofs.floor_after_reboot, Code(clocks=AllSleepIsTime)),
    Mistake("sleep that nobody saw shows in the calendar", proofs.trust_is_right, Code(clocks=NoUnseenSleep)),
    Mistake("the time since boot is never slewed", proofs.counters_are_right, Code(comparison=NeverSlewed)),
    Mistake("trusted time must match the elapsed clock", proofs.trust_is_right, Code(comparison=NoDriftAllowed)),
    Mistake(
        "trusted time is held against what the kernel counts", proofs.trust_is_right, Code(comparison=RebootByUptime)
    ),
    Mistake("T_boot is the elapsed clock, which may run on", proofs.trust_is_right, Code(clocks=ElapsedSinceBoot)),
    Mistake(
        "a boot time that did not move proves the same boot", proofs.proven_is_right, Code(comparison=ProvenByBootTime)
    ),
    Mistake("a missing identity counts as equal", proofs.proven_is_right, Code(comparison=MissingIdentityIsEqual)),
    Mistake("an open question counts as the same boot", proofs.passed_is_right, Code(comparison=OpenIsSame)),
]


# What real machines do, and the code does not allow for. Once it does, the entry must go.
UNKEPT = [
    Premise("two hibernations lie between two states", proofs.carried_forward, {"hibernations at most": 2}),
    Premise("two hibernations lie in a boot", proofs.floor_after_reboot, {"hibernations at most": 2}),
    Premise(
        "another process measures the time asleep to within 1 ms",
        proofs.carried_forward,
        {"time asleep is measured anew to within": MILLISECOND},
    ),
    Premise(
        "... so the floor overtakes the truth",
        proofs.floor_in_same_boot,
        {"time asleep is measured anew to within": MILLISECOND},
    ),
]

PREMISES = [
    Premise(
        "Darwin's kernel notes each wake", proofs.carried_forward, {"the kernel may not note a sleep": True}
    ),
    Premise(
        "the power management unit's crystal is within rho", proofs.carried_forward,
        {"times rho that two crystals come apart": 3},
    ),
    Premise(
        "one sleep is lost, and another is counted",
        proofs.carried_forward_upper_first,
        {"each sleep may be lost on its own": True},
    ),
    Premise(
        "Linux: a sleep adds less than 10 ms, and suspensions are not counted",
        proofs.carried_forward,
        {"a sleep adds": 0},
        cases=["linux"],
    ),
    Premise(
        "a sleep is miscounted by four seconds", proofs.carried_forward, {"a suspension is miscounted by": 4 * SECOND}
    ),
    Premise(
        "a clock's error is rho of the true time, not of the time it counted",
        proofs.carried_forward,
        {"drift is a share of the truth": True},
    ),
    Premise("a kernel repeats its boot identity", proofs.proven_is_right, {"identities repeat": True}),
    Premise("counters stop while the machine is paused", proofs.carried_forward, {"the machine may be paused": True}),
]
