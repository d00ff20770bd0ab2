"""A transcription of SiderealCore: to be proved, and to be compared with the Swift code.

Each part names the Swift file that it copies. An argument is a number or a term of z3 (see arithmetic.py), but for the
model of the clocks and the number of operators, which are plain values. The code is in classes, so that a planted
mistake is a subclass. All names of the transcription and of its arithmetic come by `import *`: they are one language.
"""

from typing import NamedTuple

from proofs.arithmetic import *

# MARK: - Time/Bounds.swift


class Bounds(NamedTuple):
    """An interval. Each end may be missing; in Swift the ends of `Int64` say so."""

    lower: Maybe
    upper: Maybe


def lower_end(value, known=True):
    """In numbers, a lower end at the least of all is a missing one, however it came about."""
    if is_term(value) or is_term(known):
        return Maybe(known, value)
    return Maybe(known and value != MIN, Nanoseconds(value if known else MIN))


def upper_end(value, known=True):
    if is_term(value) or is_term(known):
        return Maybe(known, value)
    return Maybe(known and value != MAX, Nanoseconds(value if known else MAX))


ANYTHING = Bounds(lower_end(MIN), upper_end(MAX))


def exactly(value):
    return Bounds(lower_end(value), upper_end(value))


def plus_or_minus(radius):
    if not is_term(radius) and abs(radius) >= MAX:
        return ANYTHING
    return Bounds(lower_end(-radius), upper_end(radius))


def total(left, right):
    """All sums of a value of the one and a value of the other."""
    return Bounds(
        lower_end(left.lower.value + right.lower.value, all_of(left.lower.known, right.lower.known)),
        upper_end(left.upper.value + right.upper.value, all_of(left.upper.known, right.upper.known)),
    )


def opposite(bounds):
    return Bounds(
        lower_end(-bounds.upper.value, bounds.upper.known), upper_end(-bounds.lower.value, bounds.lower.known)
    )


def is_ordered(lower, upper):
    return any_of(negated(lower.known), negated(upper.known), lower.value <= upper.value)


def meets(one, other):
    return all_of(is_ordered(one.lower, other.upper), is_ordered(other.lower, one.upper))


def is_later_lower(one, other):
    """True if a lower end is greater than another; a missing one is less than any."""
    return all_of(one.known, any_of(negated(other.known), one.value > other.value))


def is_earlier_upper(one, other):
    return all_of(one.known, any_of(negated(other.known), one.value < other.value))


def later_lower(one, other):
    return either(is_later_lower(other, one), other, one)


def earlier_upper(one, other):
    return either(is_earlier_upper(other, one), other, one)


def intersection(one, other):
    """The values that both allow; known unless they contradict each other."""
    both = Bounds(later_lower(one.lower, other.lower), earlier_upper(one.upper, other.upper))
    return Maybe(is_ordered(*both), both)


def no_less_than(bounds, value):
    """The interval without the values below this one; known unless nothing is left."""
    both = Bounds(later_lower(bounds.lower, lower_end(value)), bounds.upper)
    return Maybe(is_ordered(*both), both)


def raised(bounds, value):
    """The same, or unchanged where nothing would be left."""
    cut = no_less_than(bounds, value)
    return either(cut.known, cut.value, bounds)


# MARK: - Boot/ClockReading.swift


class State(NamedTuple):
    """The elapsed clock, and the sleep in it."""

    elapsed: object
    slept: object
    suspensions: Maybe

    @property
    def awake(self):
        return self.elapsed - self.slept


class Reading(NamedTuple):
    """All clocks at one moment."""

    wall: object
    elapsed: object
    awake: object
    boot_time: object
    suspensions: Maybe

    @property
    def slept(self):
        return self.elapsed - self.awake

    @property
    def state(self):
        return State(self.elapsed, self.slept, self.suspensions)


# MARK: - Boot/ClockModel.swift


class Clocks:
    """A model of a machine's clocks, and what it lets conclude."""

    MODELS = {
        "linux": ("linux", 500_000, "counted"), "linuxWithoutClock": ("linux", 500_000, "counted"),
        "linuxVirtual": ("linux", 500_000, "counted"), "darwin": ("darwin", 100_000, "counter"),
        "darwinPowerManagement": ("darwin", 100_000, "crystal"), "darwinIntel": ("darwin", 100_000, "calendar"),
    }
    SLEW = 36_750_000
    TICK = 300
    SUSPENSION = 3 * SECOND
    LONGEST_SLEEP = 366 * 86_400 * SECOND

    def __init__(self, name):
        self.name = name
        self.platform, self.drift, self.account = self.MODELS[name]
        self.has_hardware_clock = name != "linuxWithoutClock"
        self.may_be_paused = name == "linuxVirtual"

    @property
    def slewed(self):
        """slewedRate"""
        return self.SLEW + self.drift

    def error(self, length):
        """Rate.error(over:)"""
        return share(self.drift, magnitude(length))

    def least_over(self, length, billionths=None):
        """Rate.leastTrueTime(over:)"""
        length = or_zero(length)
        return length - share(self.drift if billionths is None else billionths, length)

    def longest_sleep(self, times):
        """What so many suspensions, one at least, can have taken."""
        times = least(greatest(times, Nanoseconds(1)), Nanoseconds(10))
        return times * self.LONGEST_SLEEP if is_term(times) else Nanoseconds(int(times) * self.LONGEST_SLEEP)

    def suspension_error(self, times):
        return times * self.SUSPENSION if is_term(times) else Nanoseconds(int(times) * self.SUSPENSION)

    @property
    def may_run_on(self):
        """True if the counter may run on through a reboot."""
        return self.account in ("counter", "crystal")

    def sleep_error(self, earlier, later):
        """The change of the offset that sleep can have caused."""
        grown = later.slept - earlier.slept
        if self.account == "counter":
            return exactly(Nanoseconds(0))
        if self.account == "counted":
            return self.counted_sleep_error(earlier, later, grown)
        most = self.crystals_apart(later) if self.account == "crystal" else None
        added = or_zero(grown)
        over = added if most is None else least(added, most)
        unseen = ANYTHING.upper if most is None else upper_end(most)
        known = self.is_known_awake(earlier, later, grown)
        return Bounds(lower_end(-over), either(known, upper_end(Nanoseconds(0)), unseen))

    def is_known_awake(self, earlier, later, grown):
        before, after = earlier.suspensions, later.suspensions
        is_equal = all_of(before.known, after.known, before.value == after.value)
        return all_of(is_equal, magnitude(grown) <= 10 * MILLISECOND)

    def crystals_apart(self, state):
        """The most by which all sleeps of a boot are miscounted, if each wake sets the clock to another crystal's."""
        drifted = self.error(or_zero(state.awake))
        return drifted + drifted + MILLISECOND

    def counted_sleep_error(self, earlier, later, grown):
        before, after = earlier.suspensions, later.suspensions
        counted = all_of(before.known, after.known, before.value >= 0, after.value >= 0)
        suspensions = self.suspension_error(or_zero(after.value - before.value))
        hibernation = self.suspension_error(Nanoseconds(1))
        zero = exactly(Nanoseconds(0))
        lost = Bounds(plus_or_minus(suspensions).lower, ANYTHING.upper)
        error = plus_or_minus(suspensions + hibernation)
        unbelievable = Bounds(ANYTHING.lower, error.upper)
        by_count = either(
            self.grew_noticeably(grown),
            either(grown > self.longest_sleep(after.value - before.value), unbelievable, error),
            either(after.value > before.value, lost, zero),
        )
        # A machine that loses the time that it sleeps shows none: its kernel would have counted suspensions.
        keeps_none = all_of(negated(before.known), negated(after.known))
        lost = either(any_of(self.has_hardware_clock, keeps_none), zero, Bounds(zero.lower, ANYTHING.upper))
        return either(counted, by_count, either(grown > 10 * MILLISECOND, ANYTHING, lost))

    def unseen_sleep(self, earlier, later):
        """The time that may have passed without being counted."""
        upper = self.sleep_error(earlier, later).upper
        return Bounds(lower_end(Nanoseconds(0)), upper_end(or_zero(upper.value), upper.known))

    def grew_noticeably(self, grown):
        return grown > 100 * MILLISECOND

    def offset_change(self, start, end):
        """By how much true time less elapsed clock can have changed from one state to another, in either direction."""
        return either(
            end.elapsed < start.elapsed, opposite(self.offset_change_forward(end, start)),
            self.offset_change_forward(start, end),
        )

    def offset_change_forward(self, start, end):
        drifted = self.error(end.elapsed - start.elapsed)
        awake = -self.error(end.awake - start.awake) - or_zero(end.slept - start.slept)
        return raised(total(plus_or_minus(drifted), self.sleep_error(start, end)), awake)

    def least_true_time(self, earlier, later):
        """The least true time from one state of a boot to a later one."""
        counted = self.least_over(later.elapsed - earlier.elapsed)
        awake = self.least_over(least(later.awake - earlier.awake, later.elapsed - earlier.elapsed))
        sleep = self.sleep_error(earlier, later)
        return either(sleep.lower.known, greatest(counted + sleep.lower.value, awake), awake)

    def time_since_boot(self, reading):
        by_calendar = reading.wall - reading.boot_time
        return by_calendar if self.platform == "linux" else least(reading.elapsed, by_calendar)

    def least_since_boot(self, reading):
        """T_boot: the least true time since the boot of a reading began."""
        if self.platform == "darwin":
            since_boot = self.time_since_boot(reading) - self.most_overcounted(reading.state)
            return or_zero(self.least_over(since_boot, self.slewed) - 510 * MILLISECOND)
        reported = all_of(reading.suspensions.known, reading.suspensions.value >= 0)
        is_counted = any_of(reported, reading.slept <= 0)
        times = either(reported, reading.suspensions.value, Nanoseconds(0))
        longest = self.longest_sleep(times)
        times = times + either(self.grew_noticeably(reading.slept), Nanoseconds(1), Nanoseconds(0))
        by_count = self.least_over(reading.elapsed) - self.error_since_boot(times, or_zero(reading.slept), longest)
        awake = self.least_over(reading.state.awake)
        by_awake = least(awake, self.least_over(reading.elapsed) - SECOND)
        return or_zero(either(is_counted, by_count, by_awake) - 10 * MILLISECOND)

    def most_overcounted(self, state):
        """The most sleep of a boot that is in the elapsed clock and took no time."""
        if self.account == "counter":
            return Nanoseconds(0)
        slept = or_zero(state.slept)
        if self.account == "calendar":
            return slept
        return least(slept, self.crystals_apart(state) + self.error(state.slept))

    def error_since_boot(self, times, slept, longest):
        believed = least(self.suspension_error(times), slept)
        return greatest(either(slept > longest, slept, believed), Nanoseconds(SECOND))


# MARK: - Time/Bounds.swift: CarriedBounds


class Learned(NamedTuple):
    """An end of the bounds of the offset, and the clock state at which it was learned."""

    offset: Maybe
    at: State


class CarriedBounds(NamedTuple):
    lower: Learned
    upper: Learned


class Carrying:
    """The carrying of bounds, and the ends that are taken on."""

    def __init__(self, clocks):
        self.clocks = clocks

    def bounds(self, carried, state):
        """The bounds at a state; known unless the ends contradict each other there."""
        low = self.end(carried.lower, state).lower
        high = self.end(carried.upper, state).upper
        low = lower_end(low.value, all_of(carried.lower.offset.known, low.known))
        high = upper_end(high.value, all_of(carried.upper.offset.known, high.known))
        return Maybe(is_ordered(low, high), Bounds(low, high))

    def end(self, learned, state):
        return total(exactly(learned.offset.value), self.clocks.offset_change(learned.at, state))

    def tightened(self, carried, other, state):
        """The bounds with whichever ends of the other are tighter; unchanged and not known if nothing would be left."""
        here, there = self.bounds(carried, state), self.bounds(other, state)
        agrees = all_of(here.known, there.known, meets(here.value, there.value))
        here, there = here.value, there.value
        takes_lower = all_of(agrees, is_later_lower(there.lower, here.lower))
        takes_upper = all_of(agrees, is_earlier_upper(there.upper, here.upper))
        lower = either(takes_lower, self.taken(other.lower, carried.lower), carried.lower)
        upper = either(takes_upper, self.taken(other.upper, carried.upper), carried.upper)
        return Maybe(agrees, CarriedBounds(lower, upper))

    def taken(self, end, instead_of):
        return end


# MARK: - Trust/Floor.swift


class Floor(NamedTuple):
    earliest: object
    at: State


class Floors:
    """The floor, within one boot and over what may be a reboot."""

    def __init__(self, clocks):
        self.clocks = clocks

    def moved(self, floor, state):
        """The floor at a state of the same boot: later by the least time that passed, or earlier by the most."""
        forward = Maybe(True, Floor(floor.earliest + self.passed(floor.at, state), state))
        growth = exactly(state.elapsed - floor.at.elapsed)
        change = total(self.clocks.offset_change(floor.at, state), growth)
        back = total(exactly(floor.earliest), change).lower
        return either(state.elapsed >= floor.at.elapsed, forward, Maybe(back.known, Floor(back.value, state)))

    def passed(self, earlier, later):
        return self.clocks.least_true_time(earlier, later)

    def later(self, one, other):
        """The later of two floors of one boot, at the later of their states."""
        state = either(one.at.elapsed >= other.at.elapsed, one.at, other.at)
        first, second = self.moved(one, state).value, self.moved(other, state).value
        return either(first.earliest >= second.earliest, first, second)

    def highest(self, corroborated, lone, state, admits_lone=True):
        """Floors.highest: the later of both floors, if there is any, and whether it is the corroborated one."""
        first, second = (self.shown(floor, state) for floor in (corroborated, lone))
        is_later = any_of(negated(first.known), second.value.earliest > first.value.earliest)
        takes_lone = all_of(admits_lone, second.known, is_later)
        return either(takes_lone, second, first), negated(takes_lone)

    def shown(self, floor, state):
        moved = self.moved(floor.value, state)
        return Maybe(all_of(floor.known, moved.known), moved.value)

    def binding(self, votes, are_corroborated, floors, state):
        """TrustView.binding: the bounds of a mark, and whether no end comes from a lone operator."""
        floor, is_corroborated = self.highest(*floors, state)
        least = floor.value.earliest - state.elapsed
        risen = no_less_than(votes.value, least)
        takes = all_of(votes.known, risen.known)
        bounds = either(takes, risen.value, Bounds(lower_end(least), ANYTHING.upper))
        lower = votes.value.lower
        is_unchanged = all_of(lower.known, lower.value >= least)
        are_risen = either(takes, self.are_both(are_corroborated, is_corroborated, is_unchanged), is_corroborated)
        known = any_of(votes.known, floor.known)
        return Maybe(known, either(floor.known, bounds, votes.value)), either(floor.known, are_risen, are_corroborated)

    def are_both(self, votes, floor, is_unchanged):
        return all_of(votes, any_of(is_unchanged, floor))

    def certain_passed(self, saved, loaded, reading, kind):
        """The time that certainly passed since the floor was saved. `kind` names what is known about the boot."""
        if_same = self.clocks.least_true_time(saved, reading.state)
        if_rebooted = self.clocks.least_since_boot(reading)
        runs_on = self.clocks.account == "counter"
        match kind:
            case "rebooted":
                return greatest(if_same, if_rebooted) if runs_on else if_rebooted
            case "sameBoot":
                return if_same
            case "open":
                return if_same if runs_on else least(if_same, if_rebooted)
            case "contradiction":
                return self.clocks.least_true_time(loaded, reading.state)
        raise ValueError(kind)
