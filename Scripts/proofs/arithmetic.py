"""Arithmetic in which one formula both computes an answer from numbers and states a promise about all numbers.

A quantity is a `Nanoseconds` (a whole number that saturates at the ends of 64 bits, as in Swift) or a real term of z3.
A condition is a `bool` or a term of z3. The functions here take either, and mixtures.
"""

from typing import NamedTuple

MIN, MAX = -(2**63), 2**63 - 1
BILLION = 1_000_000_000
SECOND, MILLISECOND = BILLION, 1_000_000


class Nanoseconds(int):
    """A whole number whose sums and differences saturate, as those of Swift's `Nanoseconds`."""

    def __new__(cls, count):
        return super().__new__(cls, min(max(count, MIN), MAX))

    def __add__(self, other):
        return Nanoseconds(int(self) + int(other)) if isinstance(other, int) else NotImplemented

    def __sub__(self, other):
        return Nanoseconds(int(self) - int(other)) if isinstance(other, int) else NotImplemented

    def __neg__(self):
        return Nanoseconds(-int(self))

    __radd__ = __add__

    def __rsub__(self, other):
        return Nanoseconds(int(other) - int(self)) if isinstance(other, int) else NotImplemented


# MARK: - Conditions


def negated(condition):
    return (not condition) if isinstance(condition, bool) else z3().Not(condition)


def all_of(*conditions):
    if any(each is False for each in conditions):
        return False
    terms = [each for each in conditions if each is not True]
    return z3().And(*terms) if terms else True


def any_of(*conditions):
    return negated(all_of(*map(negated, conditions)))


def at_most(count, conditions):
    """True if no more than so many of the conditions hold."""
    conditions = list(conditions)
    certain = sum(each is True for each in conditions)
    open_ones = [each for each in conditions if not isinstance(each, bool)]
    if not open_ones or certain > count:
        return certain <= count
    return z3().PbLe([(each, 1) for each in open_ones], count - certain)


def either(condition, first, second):
    """`first` where the condition holds, else `second`; records are chosen part by part."""
    if isinstance(condition, bool):
        return first if condition else second
    if first is second:
        return first
    if isinstance(first, tuple):
        return type(first)(*(either(condition, *parts) for parts in zip(first, second)))
    return z3().If(condition, as_term(first), as_term(second))


# MARK: - Quantities


def greatest(first, *others):
    for each in others:
        first = either(first >= each, first, each)
    return first


def least(first, *others):
    for each in others:
        first = either(first <= each, first, each)
    return first


def magnitude(value):
    return either(value < 0, -value, value)


def or_zero(value):
    return either(value < 0, Nanoseconds(0), value)


class Rounding:
    """The rounded quantities of one proof. Each is any number from the exact one to one nanosecond more.

    A term is a real number, and so may lie between two nanoseconds. What holds for all of these holds for whole ones.
    """

    made = {}

    @classmethod
    def forget(cls):
        cls.made = {}

    @classmethod
    def share(cls, billionths, length):
        """So many billionths of a length, rounded up; the same for the same length."""
        length = z3().simplify(length)
        key = (billionths, length.get_id())
        if key not in cls.made:
            cls.made[key] = (billionths, length, z3().Real(f"rounded{len(cls.made)}"))
        return cls.made[key][2]

    @classmethod
    def conditions(cls):
        """The truths of whole numbers: the share of a longer length is greater, but by no more than the length is."""
        made = [(0, z3().RealVal(0), z3().RealVal(0)), *cls.made.values()]
        for billionths, length, rounded in made:
            exact = length * z3().Q(billionths, BILLION)
            yield z3().And(rounded >= exact, rounded < exact + 1)
            for other_billionths, other, other_rounded in made:
                if billionths == other_billionths or not other_billionths:
                    grows = z3().And(other_rounded <= rounded, rounded - other_rounded <= length - other)
                    yield z3().Implies(other <= length, grows)


def share(billionths, length):
    """So many billionths of a length, rounded up to a whole nanosecond."""
    if is_term(length):
        return Rounding.share(billionths, length)
    return Nanoseconds(-(-int(length) * billionths // BILLION))


# MARK: - Values that may be missing


class Maybe(NamedTuple):
    """A value that counts only where it is known."""

    known: object
    value: object


NOTHING = Maybe(False, Nanoseconds(0))


# MARK: - z3, which is installed only when something is proved


def is_term(value):
    return not isinstance(value, (bool, int))


def as_term(value):
    """A number as a real term; anything else as it is."""
    return z3().RealVal(int(value)) if isinstance(value, int) and not isinstance(value, bool) else value


def z3():
    import z3 as module

    return module
