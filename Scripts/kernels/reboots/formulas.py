"""Two published answers to "did the device reboot?", to be set beside ours on the same pairs of readings.

Readings are `check --json`'s: nanoseconds. The uptime that these formulas save is CLOCK_MONOTONIC, which on Linux does not count sleep.
"""

SECOND = 1_000_000_000


def boot_time_equal(old, new):
    """A reboot unless the kernel's boot time, in whole seconds, is the saved one."""
    same = old["kernelBootTimeNanoseconds"] // SECOND == new["kernelBootTimeNanoseconds"] // SECOND
    return "sameBoot" if same else "rebooted"


def three_clocks(old, new):
    """Correlates boot time, wall clock and uptime: what is left of each change once the others are taken off."""

    def change(key):
        return (new[key] - old[key]) / SECOND

    uptime, wall, boot = (change(k) for k in ("awakeNanoseconds", "wallNanoseconds", "kernelBootTimeNanoseconds"))
    if uptime < 0:
        return "rebooted"
    return "sameBoot" if abs(boot - (wall - uptime)) < 5 else "rebooted"


FORMULAS = {"bootTimeEqual": boot_time_equal, "threeClocks": three_clocks}
