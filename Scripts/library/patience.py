"""The limits of the checks and labs that depend on the speed of the machine or on its other work, with their reasons.

Other limits are elsewhere. A case itself contains its subject: the timeout of the program, the length of a sleep, a
random moment, the allowed width of bounds, and the allowed error of a guest's clock. `.ci/run`, `nightly`,
`sanitizer-check` and `freed-memory-check` contain the time limits that end a hanging step.
"""

# MARK: Spans, in seconds. No span decides a result. Each span is many times as long as its step takes on a busy
# machine, so only a hanging step reaches it.

COMMAND = 300  # a run of the program that asks no server, also in a guest: some milliseconds
ASKING = 300  # a run that asks servers: up to 15 s by its own timeout
GUEST = 300  # one answer of an emulated machine: seconds
BOOT = 900  # until an emulated machine has booted: half a minute; five minutes did not suffice beside fifteen processes
IN_GUEST = 240  # until something has happened in a guest; less than GUEST, so that the guest can say what it saw
# The time after which systemd in the guest kills and restarts a silent service. The service sends a keep-alive message
# after half of this time, also in a guest that is emulated on a busy machine.
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

# MARK: Judges. Each limit is wide enough for a busy machine, and narrow enough to catch the mistake that it tests.

# Seconds by which a run may exceed its timeout. This is less than the difference between the default timeout, 15 s, and
# 3 s, so a test finds an ignored timeout.
LATE = 10
# Seconds until the watch reports a change of the clock. Without the kernel's notification, the watch would report it at
# the next reading, after up to a minute.
AT_ONCE = 20
# The number of runs of a case that needs tight bounds, or in which another program sets the clock. A busy machine makes
# bounds wide, so the best run counts.
TRIES = 10
# The number of answers. A busy machine answers late, so the bounds of a guest's clock are wide. The fastest counts.
CLOCK_TRIES = 8
NEAR = 0.02  # seconds by which a server of NTP may be off its time by the look that the lab repeats until it is so near
HELD_UP = 0.25  # seconds that a request is late, and the next one not; without a gap they are milliseconds apart
WIDE = 2.5  # seconds of error of the clock by one web server on loopback: one for its Date, the rest for a busy machine
# The least number of rounds for a judgment: only enough random kills hit the important moments.
MANY_ROUNDS = 200
ROUNDS_UNHEARD = 50  # one kill in so many rounds falls between a commit and its acknowledgement
ROUNDS_ALIVE = 2  # one process in so many rounds is killed alive, of two in each
STORES_ALIVE = 0.9  # of two writers in each round, so many are killed before they have written all they can
CLOCK_SET = 2  # seconds by which a guest's clock may be off once the host has set it: hundredths, unless it is busy
# The seconds by which a guest may count more since its boot than passed, and the number of plays of a story whose guest
# counted more. An emulated kernel on a busy machine may mistake the rate of its counter until it has measured it well:
# 13 s too many were seen once. It may also miscount a sleep by 3 s.
AHEAD = 4
PLAYS = 3
CLOCK_APART = 0.02  # seconds by which a guest's clock and its metrics may differ: they are read one after the other
# The most runs of a test until it notices a break. A break that needs parallel threads needs two free cores, and some
# tests check one of many states, beginning at a random one.
BREAK_RUNS = 5
