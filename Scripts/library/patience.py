"""Everything in the checks and labs that rests on the speed of the machine, or on what runs beside it, with its reason.

The subject of a case stands with the case: a timeout that the program is given, a sleep's length, a random moment, how
wide bounds may be and how far a guest's clock may be off. The end of a step that hangs stands in `.ci/run`, `nightly` and
`sanitizer-check`.
"""

# MARK: Spans, in seconds. None decides what is right: each is many times as long as the step takes on a busy machine,
# and is reached only if something hangs.

COMMAND = 300  # a run of the program that asks no server, also in a guest: some milliseconds
ASKING = 300  # a run that asks servers: up to 15 s by its own timeout
GUEST = 300  # one answer of an emulated machine: seconds
BOOT = 900  # until an emulated machine has booted: half a minute; five minutes did not suffice beside fifteen processes
IN_GUEST = 240  # until something has happened in a guest; less than GUEST, so that the guest can say what it saw
# The longest that the service may be silent in the guest under systemd, until it is killed and started again: it sends
# a sign of life after half of this, also in a guest that is emulated on a busy machine.
WATCHDOG = 30
STORY = 1_800  # all that happens to an emulated machine, its boots included: some minutes
SERVER_START = 180  # until a server listens and knows the time: a few seconds
SERVER_STOP = 60  # until a server that was told to end has ended
ANSWER = 1  # an answer of one of our servers to the lab itself, which asks again until SERVER_START is over
PAUSE = 0.1  # between two looks at something that is waited for
BROWSER = 600  # one command to a browser, the first of which starts it
OTHERS = 60  # an answer of another program: Prometheus, zsh
PROOF = 300  # one question to the solver: a second, and ten for the hardest; on a busy machine ten times that
VECTORS = 600  # the tests on thousands of vectors: seconds
INPUT = 25  # one input of the fuzzer: less than a millisecond
FUZZER = 300  # by how much a run of the fuzzer, which ends by itself, may outlast the time that it was given
PLANTED = 600  # until the fuzzer finds the planted mistake: seconds, and a minute on a busy machine

# MARK: Judges. Each has so much room that a busy machine passes, and a mistake of the kind that it looks for does not.

# Seconds by which a run may outlast the timeout that it was given: less than what its own timeout, 15 s, is longer than
# 3 s, so that a timeout that is ignored shows.
LATE = 10
# Seconds until a change of the clock is reported. Without the kernel's notice it would be when the clocks are next
# read, after up to a minute.
AT_ONCE = 20
# Runs of a case whose bounds must be tight, or in which another program set the clock: a busy machine makes an answer
# wide, and one of so many counts.
TRIES = 10
# A busy machine answers late, and then the answer tells little of a guest's clock: the quickest of so many is used.
CLOCK_TRIES = 8
NEAR = 0.02  # seconds by which a server of NTP may be off its time by the look that the lab repeats until it is so near
HELD_UP = 0.25  # seconds that a request is late, and the next one not; without a gap they are milliseconds apart
WIDE = 2.5  # seconds of error of the clock by one web server on loopback: one for its Date, the rest for a busy machine
# Kills at random moments mean something if enough of them fall where it matters: judged of so many rounds or more.
MANY_ROUNDS = 200
ROUNDS_UNHEARD = 50  # one kill in so many rounds falls between a commit and its acknowledgement
ROUNDS_ALIVE = 2  # one process in so many rounds is killed alive, of two in each
STORES_ALIVE = 0.9  # of two writers in each round, so many are killed before they have written all they can
CLOCK_SET = 2  # seconds by which a guest's clock may be off once the host has set it: hundredths, unless it is busy
CLOCK_APART = 0.02  # seconds by which a guest's clock and its metrics may differ: they are read one after the other
# Runs of a stress test that must notice a break: what only threads at once can show needs two free cores.
RACES = 5
