"""The worlds in which promises are made: the truth about time, and what the premises allow the clocks to show of it.

Every quantity is a real term of z3 with a name; `named` holds those that a counter-example shows. All conditions are
linear: the rates are constants, and each bounds a share of what a clock *measured* (as Nanoseconds.swift says), not of
the true time.
"""

import itertools

from proofs.boot import *

# The premises about the kernels.
SUSPENSION = 3 * SECOND  # the most by which Linux miscounts one sleep
NOTICEABLE = 200 * MILLISECOND  # the least that a hibernation adds to the time asleep
UNCOUNTED = 20 * MILLISECOND  # the least that a sleep adds if suspensions are not counted
SLEWED = 36_750_000  # billionths by which Darwin's calendar may run beside its elapsed clock: 31,250 + 5,000 + 500 ppm
CRYSTALS = MILLISECOND  # the ticks of two crystals' clocks, where a wake sets one to the other
READ_APART = 10 * MILLISECOND  # how far apart the clocks of one reading may have been read


class World:
    """Names for what is unknown, and what is known of it."""

    def __init__(self, changes=None):
        self.named, self.plain, self.premises, self.changes, self.sums = {}, set(), [], changes or {}, {}

    def premise(self, name, otherwise):
        """A premise's number, which a promise may be tried without."""
        return self.changes.get(name, otherwise)

    def breaks(self, name):
        """Leaves out a premise, for a promise that does without it."""
        self.changes = {**self.changes, name: True}

    def given(self, *conditions):
        self.premises += conditions

    def sum_of(self, name, value):
        """The sum of all values so far."""
        self.sums[name] = self.sums.get(name, 0) + value
        return self.sums[name]

    def number(self, name, least=None):
        value = self.named[name] = z3().Real(name)
        if least is not None:
            self.given(value >= least)
        return value

    def whole(self, name, least=0):
        """A count."""
        self.plain.add(name)
        value = self.named[name] = z3().ToReal(z3().Int(name))
        self.given(value >= least)
        return value

    def choice(self, name):
        value = self.named[name] = z3().Bool(name)
        return value

    def maybe(self, name, value):
        """A value that may be missing."""
        known = self.choice(f"{name} is known")
        return Maybe(known, value)

    def counts_no_sleep(self):
        """True on a board without a hardware clock: either every sleep is counted or none is."""
        if self.premise("each sleep may be lost on its own", False):
            return z3().FreshBool()
        if "the board counts no sleep" not in self.named:
            self.choice("the board counts no sleep")
        return self.named["the board counts no sleep"]

    def bounds(self, name, truth=None, least_latest=None):
        """An interval, each end of which may be missing; with the truth inside, if one is given. Its latest may be as
        early as another value, if one is given."""
        ends = (
            self.maybe(f"{name} earliest", self.number(f"{name} earliest")),
            self.maybe(f"{name} latest", self.number(f"{name} latest")),
        )
        both = Bounds(*ends)
        self.given(any_of(z3().Not(both.lower.known), z3().Not(both.upper.known), both.lower.value <= both.upper.value))
        if truth is not None:
            self.given(holds(Bounds(both.lower, NOTHING), truth))
            self.given(holds(Bounds(NOTHING, both.upper), truth if least_latest is None else least_latest))
        return both


def holds(bounds, truth):
    """True if a value lies in bounds, of which either end may be missing."""
    lower = any_of(negated(bounds.lower.known), bounds.lower.value <= truth)
    return all_of(lower, any_of(negated(bounds.upper.known), truth <= bounds.upper.value))


def within(value, share, length):
    """-share length <= value <= share length, with the share in billionths."""
    bound = length * z3().Q(share, 1_000_000_000)
    return all_of(value <= bound, -bound <= value)


class Passing:
    """A time within one boot: what truly passed, awake and asleep, and what the clocks counted of it."""

    def __init__(self, world, clocks, name):
        self.awake, self.asleep = world.number(f"{name}: truly awake", 0), world.number(f"{name}: truly asleep", 0)
        self.counted_awake = world.number(f"{name}: counted awake", 0)
        self.counted_asleep = world.number(f"{name}: counted asleep", 0)
        self.truth = self.awake + self.asleep
        self.elapsed = self.counted_awake + self.counted_asleep
        self.suspensions = world.whole(f"{name}: suspensions")
        self.hibernations = world.whole(f"{name}: hibernations")
        measured = self.awake if world.premise("drift is a share of the truth", False) else self.counted_awake
        drift = clocks.drift * world.premise("times rho that the elapsed clock is wrong by", 1)
        world.given(within(self.awake - self.counted_awake, drift, measured))
        may_be_paused = world.premise("the machine may be paused", False)
        self.paused = world.number(f"{name}: paused", 0) if may_be_paused else Nanoseconds(0)
        self.truth = self.truth + self.paused
        self.sleeps(world, clocks)

    def sleeps(self, world, clocks):
        miscounted = self.asleep - self.counted_asleep
        if clocks.account == "counter":
            if not world.premise("the counter may stand still in sleep", False):
                world.given(within(miscounted, clocks.drift, self.counted_asleep))
        elif clocks.account == "counted":
            self.suspends(world, clocks, miscounted)
        else:
            # A process that reads a clock on both sides of a sleep is awake for a moment. The boot bounds the error.
            none = all_of(self.asleep == 0, self.counted_asleep == 0)
            world.given(any_of(none, self.counted_awake > 0))
            if not world.premise("the kernel may not note a sleep", False):
                world.given(z3().Implies(self.suspensions == 0, none))

    def suspends(self, world, clocks, miscounted):
        """Linux: three seconds for each sleep, and the rate of the hardware clock."""
        error = (self.suspensions + self.hibernations) * world.premise("a suspension is miscounted by", SUSPENSION)
        error = error + self.counted_asleep * z3().Q(clocks.drift, 1_000_000_000)
        counted = all_of(miscounted <= error, -error <= miscounted)
        never = all_of(self.suspensions == 0, self.hibernations == 0)
        world.given(
            either(world.counts_no_sleep(), self.counted_asleep == 0, counted),
            # Two states with a suspension in between are some time awake apart.
            z3().Implies(self.suspensions >= 1, self.counted_awake >= MILLISECOND),
            z3().Implies(never, all_of(self.asleep == 0, self.counted_asleep == 0)),
            world.sum_of("hibernations", self.hibernations) <= world.premise("hibernations at most", 1),
            z3().Implies(self.hibernations >= 1, self.counted_asleep >= NOTICEABLE),
        )


class Boot:
    """A boot in which the clocks are read at some moments, one after the other."""

    def __init__(self, world, clocks, name):
        self.world, self.clocks, self.name = world, clocks, name
        self.counts = world.choice(f"{name}: suspensions can be read")
        self.paused = Nanoseconds(0)
        # The miscounted and the counted part of all sleep, at each state so far.
        self.sleeps = [(z3().RealVal(0), z3().RealVal(0))]
        if clocks.account == "counted":
            world.given(any_of(self.counts, world.premise("suspensions may be unreadable", True)))

    def begun(self, truth):
        """The first state, at any moment of the boot."""
        world, name = self.world, self.name
        elapsed, slept = world.number(f"{name}: elapsed clock at first", 0), world.number(f"{name}: slept at first", 0)
        world.given(slept <= elapsed)
        count = world.whole(f"{name}: suspensions at first")
        self.truth, self.state = truth, State(elapsed, slept, self.readable(count))
        if world.premise("the machine may be paused", False):
            self.paused = world.number(f"{name}: paused before the first", 0)
        self.count = count
        self.calendar = world.number(f"{name}: calendar since boot at first", -MILLISECOND)
        return self.state

    def readable(self, count):
        return NOTHING if self.clocks.account == "counter" else Maybe(self.counts, count)

    def later(self, name):
        """The state a while later. What another process measured may be off by `measured anew`."""
        passing = Passing(self.world, self.clocks, name)
        if self.clocks.account == "counted":
            # If suspensions can't be read, a sleep shows by what it adds.
            never = all_of(passing.asleep == 0, passing.counted_asleep == 0)
            seen = any_of(never, passing.counted_asleep >= self.world.premise("a sleep adds", UNCOUNTED))
            self.world.given(any_of(self.counts, seen))
        anew = self.anew(name)
        self.truth = self.truth + passing.truth
        self.paused = self.paused + passing.paused
        self.count = self.count + passing.suspensions
        state = self.state
        self.state = State(
            state.elapsed + passing.elapsed + anew, state.slept + passing.counted_asleep + anew,
            self.readable(self.count),
        )
        self.calendar = self.calendar + self.slewed(passing, name)
        if self.clocks.account == "crystal":
            self.set_by_another_crystal(passing)
        return self.state

    def set_by_another_crystal(self, passing):
        """Each wake sets the elapsed clock to another crystal's time, and takes over what both came apart awake."""
        miscounted, counted = self.sleeps[-1]
        miscounted, counted = miscounted + passing.asleep - passing.counted_asleep, counted + passing.counted_asleep
        rate = self.clocks.drift * self.world.premise("times rho that two crystals come apart", 2)
        apart = self.state.awake * z3().Q(rate, 1_000_000_000) + CRYSTALS
        for earlier, counted_then in self.sleeps:
            asleep = (counted - counted_then) * z3().Q(self.clocks.drift, 1_000_000_000)
            change = miscounted - earlier
            self.world.given(change <= apart + asleep, -apart - asleep <= change)
        self.sleeps.append((miscounted, counted))

    def anew(self, name):
        most = self.world.premise("time asleep is measured anew to within", 0)
        if not most or self.clocks.account != "counted":
            return Nanoseconds(0)
        error = self.world.number(f"{name}: time asleep measured too long by")
        self.world.given(-most <= error, error <= most)
        return error

    def slewed(self, passing, name):
        """The time that the calendar counted: the elapsed clock, slewed."""
        counted = self.world.number(f"{name}: counted by the calendar", 0)
        if self.clocks.platform == "darwin":
            # A sleep is slewed only where the counter itself measures it (by its frequency, which is less).
            slewed = passing.elapsed if self.clocks.account == "counter" else passing.counted_awake
            most = self.world.premise("the calendar is slewed by", SLEWED)
            self.world.given(within(counted - passing.elapsed, most, slewed))
        return counted

    def reading(self, name, step=None):
        """All clocks at the present state."""
        boot_time = self.world.number(f"{name}: boot time by the kernel")
        state = self.state
        apart = self.world.number(f"{name}: clocks read apart by")
        self.world.given(-READ_APART <= apart, apart <= READ_APART)
        return Reading(
            boot_time + self.calendar + apart, state.elapsed, state.elapsed - state.slept, boot_time, state.suspensions
        )


class Moments:
    """Readings 0, 1 and so on, in one boot or with at least one reboot in between, and the truth at each."""

    def __init__(self, world, clocks, *reboots):
        self.world, self.clocks, self.boots = world, clocks, [0]
        self.boot = Boot(world, clocks, "boot 0")
        self.states, self.truths = [self.boot.begun(world.number("true time at reading 0"))], [self.boot.truth]
        self.readings, self.unseen = [self.boot.reading("reading 0")], [self.boot.paused]
        for number, is_reboot in enumerate(reboots, 1):
            if is_reboot:
                self.boot = self.rebooted(world, clocks, number)
            self.boot.later(f"until reading {number}")
            self.boots.append(number if is_reboot else self.boots[-1])
            self.states.append(self.boot.state)
            self.truths.append(self.boot.truth)
            self.readings.append(self.boot.reading(f"reading {number}"))
            self.unseen.append(self.boot.paused)

    @property
    def is_reboot(self):
        return self.boots[1] != self.boots[0]

    def passed(self, start=0, end=1):
        return self.truths[end] - self.truths[start]

    def rebooted(self, world, clocks, number):
        """A boot that began after the last reading; its counters start then, or run on where the machine lets them."""
        old = self.states[-1]
        boot = Boot(world, clocks, f"boot {number}")
        off = world.number(f"from reading {number - 1} to boot {number}", 0)
        zero = Nanoseconds(0)
        boot.truth, boot.count, boot.calendar = self.truths[-1] + off, zero, zero
        counter = zero
        if clocks.may_run_on:
            counter = world.number(f"elapsed clock when boot {number} began", 0)
            # It started at power-on, after that reading; or it ran on from there.
            rate = z3().Q(clocks.drift, 1_000_000_000)
            if clocks.account == "counter":
                ran_on = counter - old.elapsed
                goes_on = all_of(ran_on >= 0, within(off - ran_on, clocks.drift, ran_on))
            else:
                # It stands still while the old boot sleeps on.
                ran_on = counter - old.awake
                goes_on = all_of(ran_on >= 0, ran_on - ran_on * rate <= off)
            world.given(any_of(counter - counter * rate <= off, goes_on))
        boot.state = State(counter, zero, boot.readable(zero))
        return boot

    def floor(self):
        """The least that the true time is at the last reading; it may be missing."""
        place = len(self.truths) - 1
        value = self.world.number(f"floor at reading {place}")
        self.world.given(value <= self.truths[place])
        return Maybe(self.world.choice(f"floor at reading {place} is known"), value)

    def marks(self):
        """All readings with identities, machines and trusted bounds, each of which may be missing."""
        world, count = self.world, len(self.readings)
        identities, machines = (
            [world.whole(f"{what} at reading {place}") for place in range(count)] for what in ("identity", "machine")
        )
        for one, other in itertools.combinations(range(count), 2):
            is_same, equal = self.boots[one] == self.boots[other], identities[one] == identities[other]
            if not world.premise("identities repeat", False):
                world.given(equal if is_same else z3().Not(equal))
            world.given(machines[one] == machines[other])
        marks = []
        for place, reading in enumerate(self.readings):
            truth = self.truths[place] - self.states[place].elapsed
            # What a server said before a pause bounds the time from above as if there had been none.
            bounds = world.bounds(f"offset at reading {place}", truth, truth - self.unseen[place])
            offset = Maybe(world.choice(f"trusted bounds at reading {place}"), bounds)
            marks.append(
                Mark(
                    reading, world.maybe(f"identity at reading {place}", identities[place]),
                    world.maybe(f"machine at reading {place}", machines[place]), offset,
                )
            )
        return marks


def carried(world, name, states, truths):
    """Ends that were true where they were learned."""
    ends = []
    for end, state, truth in zip(("earliest", "latest"), states, truths):
        value = world.maybe(f"{name} {end}", world.number(f"{name} {end}"))
        right = value.value <= truth if end == "earliest" else truth <= value.value
        world.given(any_of(negated(value.known), right))
        ends.append(Learned(value, state))
    return CarriedBounds(*ends)
