"""The promises, as claims that hold in every world of the premises.

A promise is a function from the code to be proved, an empty world and a case to a claim. It is kept if no world
contradicts the claim.
"""

from dataclasses import dataclass
from functools import partial

from proofs.boot import *
from proofs.fusion import Fusion
from proofs.world import Boot, Moments, carried, holds


@dataclass
class Code:
    """The parts of the transcription; a planted mistake replaces one."""

    clocks: type = Clocks
    carrying: type = Carrying
    floors: type = Floors
    comparison: type = Comparison
    between: type = Between
    fusion: type = Fusion


@dataclass
class Promise:
    words: str
    claim: object
    cases: list


PROMISES = {}


def promise(words, cases):
    def note(claim):
        PROMISES[claim] = Promise(words, claim, cases)
        return claim

    return note


MODELS = list(Clocks.MODELS)
OPERATORS = range(1, 9)
BOOTS = [(model, is_reboot) for model in MODELS for is_reboot in (False, True)]
BOOTS_AFTER_BOOTS = [(*case, is_reboot) for case in BOOTS for is_reboot in (False, True)]
VIRTUAL_BOOTS, VIRTUAL_AFTER_BOOTS = (
    [case for case in cases if Clocks(case[0]).may_be_paused] for cases in (BOOTS, BOOTS_AFTER_BOOTS)
)
# (Three comparisons take the solver long. What one of them says is proved for all models.)
SOME_AFTER_BOOTS = [case for case in BOOTS_AFTER_BOOTS if case[0] == "linux"]
# Numbers of operators, each with the numbers of them that may be wrong.
WRONG = [(known, wrong) for known in OPERATORS for wrong in range(known // 2 + 1)]


def unless(missing, claim):
    """A claim about a value that may be missing."""
    return any_of(negated(missing), claim)


# MARK: - The fusion of votes


def words_of(world, count, truth=None, wrong=0):
    """The words of so many operators, of which no more than so many exclude the truth.

    The rule does not ask which operator says what. So they come in the order of their earliest, those without one last.
    """
    words = [world.bounds(f"operator {place + 1}") for place in range(count)]
    for one, other in zip(words, words[1:]):
        world.given(unless(other.lower.known, all_of(one.lower.known, one.lower.value <= other.lower.value)))
    if truth is not None:
        world.given(at_most(wrong, (negated(holds(word, truth)) for word in words)))
    return words


@promise(
    "while no more than f' <= f operators are wrong, a point is possible, and the ends that withstand f' are right",
    WRONG,
)
def bounds_are_right(code, world, case):
    known, wrong = case
    truth = world.number("truth")
    judged = code.fusion().judged(words_of(world, known, truth, wrong), known)
    low, high = judged.bounds
    return all_of(
        judged.is_possible,
        unless(all_of(low.known, judged.lower_withstands >= wrong), low.value <= truth),
        unless(all_of(high.known, judged.upper_withstands >= wrong), truth <= high.value),
    )


@promise("an end comes from f, or else from the greatest f' that gives one", WRONG)
def fallback_is_greatest(code, world, case):
    known, fewer = case
    words = words_of(world, known)
    judged, given = code.fusion().judged(words, known), Fusion().hull(words, fewer)
    ends = zip(given.value, judged.bounds, (judged.lower_withstands, judged.upper_withstands))
    return all_of(
        *(
            unless(all_of(given.known, there.known), all_of(end.known, withstands >= fewer))
            for there, end, withstands in ends
        )
    )


@promise("the ends are in order, whichever operators are wrong and whichever ends are fallbacks", OPERATORS)
def ends_are_ordered(code, world, known):
    words = words_of(world, known)
    judged = code.fusion().judged(words, known)
    return unless(judged.is_possible, is_ordered(*judged.bounds))


@promise(
    "no right rule says more: at a corroborated end, and beyond a missing one, no more than f are wrong", OPERATORS
)
def bounds_are_tight(code, world, known):
    rule, tolerated = Fusion(), known // 2
    words = words_of(world, known)
    judged = code.fusion().judged(words, known)
    claims = []
    for place, withstands in enumerate((judged.lower_withstands, judged.upper_withstands)):
        end, given = judged.bounds[place], [word[place].known for word in words]
        claims.append(unless(all_of(end.known, withstands == tolerated), rule.allows(words, end.value, tolerated)))
        claims.append(any_of(all_of(end.known, withstands == tolerated), at_most(tolerated, given)))
    return unless(judged.is_possible, all_of(*claims))


@promise("one more known operator that says nothing excludes no point, and narrows no corroborated end", range(1, 8))
def silence_narrows_nothing(code, world, known):
    words = words_of(world, known)
    before, after = code.fusion().judged(words, known), code.fusion().judged(words, known + 1)
    more = (known + 1) // 2
    low, high = after.bounds
    was = before.bounds
    lower = unless(
        all_of(low.known, after.lower_withstands == more), all_of(was.lower.known, low.value <= was.lower.value)
    )
    upper = unless(
        all_of(high.known, after.upper_withstands == more), all_of(was.upper.known, high.value >= was.upper.value)
    )
    return unless(before.is_possible, all_of(after.is_possible, lower, upper))


@promise(
    "while fewer than half of an operator's sources are wrong, its vote allows the truth, and its firm ends are right",
    OPERATORS,
)
def vote_is_right(code, world, count):
    fusion, truth = code.fusion(), world.number("truth")
    words = words_of(world, count, truth, (count - 1) // 2)
    vote = fusion.hull(words, fusion.tolerated_sources(count))
    low, high = vote.value
    return all_of(
        vote.known, unless(low.known, low.value <= truth), unless(high.known, truth <= high.value),
    )


@promise("a true floor is never denied while no more than f are wrong", OPERATORS)
def true_floor_stays(code, world, known):
    truth, floor = world.number("truth"), world.number("floor")
    words = words_of(world, known, truth, known // 2)
    world.given(floor <= truth)
    return negated(code.fusion().denies([word.upper for word in words], floor, known))


# MARK: - The carrying of ends


def three_states(code, world, model):
    """The clocks, three states of a boot, one after the other, and the true offset at each."""
    clocks = code.clocks(model)
    boot = Boot(world, clocks, "boot")
    states, truths = [boot.begun(world.number("true time at first"))], [boot.truth]
    for name in ("first to second", "second to third"):
        states.append(boot.later(name))
        truths.append(boot.truth)
    return clocks, states, [truth - state.elapsed for truth, state in zip(truths, states)]


def carried_from(code, world, model, lower, upper, to):
    """Bounds carried to one of three states, whose ends were learned at two others."""
    clocks, states, offsets = three_states(code, world, model)
    learned = carried(world, "learned", (states[lower], states[upper]), (offsets[lower], offsets[upper]))
    bounds = code.carrying(clocks).bounds(learned, states[to])
    return all_of(bounds.known, holds(bounds.value, offsets[to]))


carried_forward = promise(
    "bounds hold the truth when carried forward, each end from where it was learned", MODELS
)(partial(carried_from, lower=0, upper=1, to=2))
carried_forward_upper_first = promise("... also where the upper end was learned first", MODELS)(
    partial(carried_from, lower=1, upper=0, to=2)
)
carried_backward = promise("... and backward, as to a launch's first reading", MODELS)(
    partial(carried_from, lower=1, upper=2, to=0)
)
carried_between = promise("... and to a state in between", MODELS)(partial(carried_from, lower=0, upper=2, to=1))


@promise("two true votes never contradict each other, and the tighter ends of both hold the truth", MODELS)
def tightened(code, world, model):
    clocks, states, offsets = three_states(code, world, model)
    carrying = code.carrying(clocks)
    one = carried(world, "one", [states[0]] * 2, [offsets[0]] * 2)
    other = carried(world, "other", [states[1]] * 2, [offsets[1]] * 2)
    claims = []
    for both in (carrying.tightened(one, other, states[1]), carrying.tightened(other, one, states[1])):
        bounds = carrying.bounds(both.value, states[2])
        claims += [both.known, bounds.known, holds(bounds.value, offsets[2])]
    return all_of(*claims)


# MARK: - The floor


def right_floor(world, name, state, offset):
    floor = Floor(world.number(name), state)
    world.given(floor.earliest <= offset + state.elapsed)
    return floor


@promise("step by step, the floor is no later than the truth, and never falls", MODELS)
def floor_advances(code, world, model):
    clocks, states, offsets = three_states(code, world, model)
    floors = code.floors(clocks)
    first = right_floor(world, "floor", states[0], offsets[0])
    second = floors.moved(first, states[1]).value
    # It rises to a binding value that is right.
    value = world.number("binding value of the votes")
    world.given(value <= offsets[1] + states[1].elapsed)
    risen = floors.later(second, Floor(value, states[1]))
    third = floors.moved(risen, states[2]).value
    never_falls = all_of(first.earliest <= risen.earliest, value <= risen.earliest, risen.earliest <= third.earliest)
    return all_of(
        risen.earliest <= offsets[1] + states[1].elapsed, third.earliest <= offsets[2] + states[2].elapsed, never_falls
    )


@promise("at an earlier state, the floor is no later than the truth was", MODELS)
def floor_moved_back(code, world, model):
    clocks, states, offsets = three_states(code, world, model)
    back = code.floors(clocks).moved(right_floor(world, "floor", states[2], offsets[2]), states[1])
    return unless(back.known, back.value.earliest <= offsets[1] + states[1].elapsed)


@promise("the later of two processes' floors is right, and no earlier than either", MODELS)
def later_floor(code, world, model):
    clocks, states, offsets = three_states(code, world, model)
    one, other = right_floor(world, "one floor", states[0], offsets[0]), right_floor(
        world, "other floor", states[2], offsets[2]
    )
    claims = []
    for later in (code.floors(clocks).later(one, other), code.floors(clocks).later(other, one)):
        claims += [
            later.earliest <= offsets[2] + states[2].elapsed, one.earliest <= later.earliest,
            other.earliest <= later.earliest,
        ]
    return all_of(*claims)


@promise("the higher of both floors is right; while it counts as corroborated, a lone operator may be wrong", MODELS)
def highest_floor_is_right(code, world, model):
    clocks, states, offsets = three_states(code, world, model)
    floors, is_right = both_floors(world, states, offsets)
    rule, truth = code.floors(clocks), offsets[1] + states[1].elapsed
    highest, is_corroborated = rule.highest(*floors, states[1])
    admitted, _ = rule.highest(*floors, states[1], admits_lone=False)
    shown = [rule.shown(floor, states[1]) for floor in floors]
    return all_of(
        unless(all_of(highest.known, any_of(is_right, is_corroborated)), highest.value.earliest <= truth),
        unless(admitted.known, admitted.value.earliest <= truth),
        *(unless(each.known, all_of(highest.known, each.value.earliest <= highest.value.earliest)) for each in shown),
    )


@promise("a mark's bounds are right; while they count as corroborated, a lone operator may be wrong", MODELS)
def binding_is_right(code, world, model):
    clocks, states, offsets = three_states(code, world, model)
    floors, is_right = both_floors(world, states, offsets)
    are_corroborated = world.choice("the votes are corroborated")
    votes = Maybe(world.choice("there are votes"), world.bounds("votes"))
    world.given(any_of(negated(any_of(is_right, are_corroborated)), holds(votes.value, offsets[1])))
    bounds, is_corroborated = code.floors(clocks).binding(votes, are_corroborated, floors, states[1])
    return unless(all_of(bounds.known, any_of(is_right, is_corroborated)), holds(bounds.value, offsets[1]))


def both_floors(world, states, offsets):
    """A corroborated floor that is right, and a lone one that is right if the lone operator is; each may be missing."""
    is_right = world.choice("the lone operator is right")
    lone = Floor(world.number("lone floor"), states[2])
    world.given(unless(is_right, lone.earliest <= offsets[2] + states[2].elapsed))
    corroborated = right_floor(world, "corroborated floor", states[0], offsets[0])
    names = ("there is a corroborated floor", "there is a lone floor")
    return [Maybe(world.choice(name), floor) for name, floor in zip(names, (corroborated, lone))], is_right


def floor_over(code, world, case, kind):
    """A right floor, carried over what was or was not a reboot, by what is known of that."""
    model, is_reboot = case
    clocks = code.clocks(model)
    moments = Moments(world, clocks, is_reboot)
    (saved, loaded), (_, reading) = moments.states, moments.readings
    if kind == "contradiction":
        moments.boot.later("since the launch")
        reading = moments.boot.reading("reading 2")
    earliest = world.number("saved floor")
    world.given(earliest <= moments.truths[0])
    passed = code.floors(clocks).certain_passed(saved, loaded, reading, kind)
    return all_of(passed >= 0, earliest + passed <= moments.boot.truth)


reboots, same_boots = ([case for case in BOOTS if case[1] == is_reboot] for is_reboot in (True, False))
floor_after_reboot = promise("over a proven reboot, the floor is right and never falls", reboots)(
    partial(floor_over, kind="rebooted")
)
floor_in_same_boot = promise("... and in a proven same boot", same_boots)(partial(floor_over, kind="sameBoot"))
floor_in_open_question = promise("... and while the question is open, whichever it was", BOOTS)(
    partial(floor_over, kind="open")
)
floor_after_contradiction = promise("... and after a contradiction, whichever it was", BOOTS)(
    partial(floor_over, kind="contradiction")
)


# MARK: - The boot decision


def compared(code, world, case, with_floor=False):
    clocks = code.clocks(case[0])
    moments = Moments(world, clocks, case[1])
    floor = moments.floor() if with_floor else NOTHING
    return code.comparison(clocks, *moments.marks(), floor), moments


def leaves_truth(possible, moments):
    return possible.reboot if moments.is_reboot else possible.same_boot


@promise("counters never exclude what happened", BOOTS)
def counters_are_right(code, world, case):
    comparison, moments = compared(code, world, case)
    return leaves_truth(comparison.by_counters, moments)


@promise("true bounds of trusted time never exclude what happened", BOOTS)
def trust_is_right(code, world, case):
    comparison, moments = compared(code, world, case)
    return leaves_truth(comparison.by_trust, moments)


@promise("a proven verdict is right, and the witnesses never contradict each other", BOOTS)
def proven_is_right(code, world, case):
    comparison, moments = compared(code, world, case)
    said = comparison.verdict
    right = said.is_answer("rebooted" if moments.is_reboot else "sameBoot")
    return all_of(unless(said.is_proven, right), negated(said.rests_on("contradiction")))


@promise("`truePassed` holds the true time that passed, the least of the later reading included", BOOTS)
def passed_is_right(code, world, case):
    comparison, moments = compared(code, world, case, with_floor=True)
    return holds(comparison.true_passed, moments.passed())


@promise("`elapsed(from:to:)` holds the true time between two marks, seen from a later reading", SOME_AFTER_BOOTS)
def between_is_right(code, world, case):
    between, moments = between_marks(code, world, case)
    return holds(between.true_passed, moments.passed())


def between_marks(code, world, case):
    model, *reboots = case
    clocks = code.clocks(model)
    moments = Moments(world, clocks, *reboots)
    return code.between(code.comparison, clocks, *moments.marks(), moments.floor()), moments


# MARK: - Machines that may be paused


@promise("where a machine may be paused, a proven verdict is right, however long it stood still", VIRTUAL_BOOTS)
def paused_proven_is_right(code, world, case):
    world.breaks("the machine may be paused")
    return proven_is_right(code, world, case)


@promise("... and at least what `truePassed` says passed, if the earlier reading's latest is right", VIRTUAL_BOOTS)
def paused_passed_is_right(code, world, case):
    world.breaks("the machine may be paused")
    comparison, moments = compared(code, world, case, with_floor=True)
    latest_is_right(world, moments, comparison.before)
    return holds(Bounds(comparison.true_passed.lower, NOTHING), moments.passed())


@promise("... and what `elapsed(from:to:)` says, if that of the first mark is right", VIRTUAL_AFTER_BOOTS)
def paused_between_is_right(code, world, case):
    world.breaks("the machine may be paused")
    between, moments = between_marks(code, world, case)
    latest_is_right(world, moments, between.start)
    return holds(Bounds(between.true_passed.lower, NOTHING), moments.passed())


def latest_is_right(world, moments, mark):
    """The machine was not paused between a server's answer and the mark."""
    latest = Bounds(NOTHING, mark.offset.value.upper)
    world.given(unless(mark.offset.known, holds(latest, moments.truths[0] - mark.reading.elapsed)))


@promise("... and no latest time of before a pause lets the wrong ones raise the earliest", WRONG)
def paused_earliest_is_right(code, world, case):
    known, wrong = case
    truth, fusion = world.number("truth"), code.fusion(may_be_paused=True)
    words = words_of(world, known)
    world.given(at_most(wrong, (negated(holds(Bounds(word.lower, NOTHING), truth)) for word in words)))
    judged = fusion.judged(words, known)
    low = judged.bounds.lower
    return unless(all_of(judged.is_possible, low.known, judged.lower_withstands >= wrong), low.value <= truth)
