"""The fusion of votes of SiderealCore, written down once more, as in transcript.py."""

from typing import NamedTuple

from proofs.transcript import *

# MARK: - Trust/Judgement.swift


class Judged(NamedTuple):
    """A judgement of votes. All else counts only if a point is possible."""

    is_possible: object
    bounds: Bounds
    lower_withstands: object
    upper_withstands: object


class Fusion:
    """The answers of several operators on one offset, some of which may be wrong."""

    def __init__(self, may_be_paused=False):
        self.may_be_paused = may_be_paused

    def tolerated(self, known):
        """f: how many of so many operators may say anything false."""
        return known // 2

    def tolerated_sources(self, count):
        """Returns the greatest number of wrong sources that an operator can have without being wrong."""
        return (count - 1) // 2

    def allows(self, words, point, tolerated):
        """True if at most so many votes exclude a point; a missing end excludes nothing."""
        return at_most(tolerated, (self.excludes(word, point) for word in words))

    def excludes(self, word, point):
        return any_of(
            all_of(word.lower.known, word.lower.value > point), all_of(word.upper.known, word.upper.value < point)
        )

    def hull(self, words, tolerated):
        """The least interval that holds all points which at most so many votes exclude; known unless there is none."""
        has_lower = negated(at_most(tolerated, (word.lower.known for word in words)))
        has_upper = negated(at_most(tolerated, (word.upper.known for word in words)))
        lower, upper = self.ends(words, tolerated, has_lower, has_upper)
        # Without a point, neither end that must be there is there.
        is_possible = all_of(any_of(lower.known, negated(has_lower)), any_of(upper.known, negated(has_upper)))
        if self.may_be_paused:
            lower, _ = self.ends(list(map(self.from_below, words)), tolerated, has_lower, False)
        return Maybe(is_possible, Bounds(lower, upper))

    def from_below(self, word):
        """What a pause leaves true of a word."""
        return Bounds(word.lower, ANYTHING.upper)

    def ends(self, words, tolerated, has_lower, has_upper):
        lower, upper = Maybe(False, Nanoseconds(MIN)), Maybe(False, Nanoseconds(MAX))
        for word in words:
            low, high = word
            low = Maybe(all_of(has_lower, low.known, self.allows(words, low.value, tolerated)), low.value)
            high = Maybe(all_of(has_upper, high.known, self.allows(words, high.value, tolerated)), high.value)
            lower = either(all_of(low.known, any_of(negated(lower.known), low.value < lower.value)), low, lower)
            upper = either(all_of(high.known, any_of(negated(upper.known), high.value > upper.value)), high, upper)
        return lower, upper

    def judged(self, words, known):
        tolerated = self.tolerated(known)
        hull = self.hull(words, tolerated)
        bounds, withstands = hull.value, [Nanoseconds(tolerated)] * 2
        # An end that is not given comes from the greatest lesser number that gives one.
        for fewer in self.fallbacks(tolerated):
            other = self.hull(words, fewer)
            are_possible = any_of(self.may_be_paused, other.known), other.known
            ends = zip(bounds, are_possible, other.value)
            takes = [all_of(negated(end.known), is_possible, new.known) for end, is_possible, new in ends]
            withstands = [either(take, Nanoseconds(fewer), old) for take, old in zip(takes, withstands)]
            bounds = Bounds(*(either(take, new, end) for take, new, end in zip(takes, other.value, bounds)))
        return Judged(hull.known, bounds, *withstands)

    def fallbacks(self, tolerated):
        return range(tolerated - 1, -1, -1)

    def denies(self, latest, floor, known):
        """True if more than f latests lie before a floor; only then is it replaced."""
        return negated(at_most(self.tolerated(known), (all_of(end.known, end.value < floor) for end in latest)))
