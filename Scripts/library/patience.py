"""Every span of real time in the checks and labs that rests on the speed of the machine: seconds, each with its reason.

None of them decides what is right. Each is many times as long as the step takes on a busy machine, and is reached only
where something hangs. The subject of a case (a timeout that the program is given, the length of a sleep) stands with the
case.
"""

COMMAND = 300  # a run of the program that asks no server: some milliseconds
ASKING = 300  # a run that asks servers: up to 15 s by its own timeout
# By how much a run may outlast the timeout that it was given: less than what its own timeout, 15 s, is longer than 3 s,
# so that a timeout that is ignored shows.
LATE = 10
GUEST = 300  # one answer of an emulated machine: seconds
BOOT = 900  # until an emulated machine has booted: half a minute; five minutes did not suffice beside fifteen processes
IN_GUEST = 240  # until something has happened in a guest; less than GUEST, so that the guest can say what it saw
# The longest that the service may be silent in the guest under systemd, until it is killed and started again: it sends
# a sign of life after half of this, also in a guest that is emulated on a busy machine.
WATCHDOG = 30
STORY = 1_800  # all that happens to an emulated machine, its boots included: some minutes
SERVER_START = 180  # until a server listens and knows the time: a few seconds
SERVER_STOP = 60  # until a server that was told to end has ended
BROWSER = 600  # one command to a browser, the first of which starts it
OTHERS = 60  # an answer of another program that is only compared with
# Until a change of the clock is reported. Without the kernel's notice it would be when the clocks are next read, after up
# to a minute.
AT_ONCE = 20
PROOF = 300  # one question to the solver: a second, and ten for the hardest; on a busy machine ten times that
VECTORS = 600  # the tests on thousands of vectors: seconds
WIDTH_TRIES = 10  # a busy machine makes one answer wide; the tightest of so many counts (this one is a count)
# A busy machine answers late, and then the answer tells little of a guest's clock: the quickest of so many is used.
CLOCK_TRIES = 8
CLOCK_SET = 2  # seconds by which a guest's clock may be off once the host has set it: hundredths, unless it is busy
CLOCK_APART = 0.02  # seconds by which a guest's clock and its metrics may differ: they are read one after the other
