"""Every span of real time in the checks and labs that rests on the speed of the machine: seconds, each with its reason.

None of them decides what is right. Each is many times as long as the step takes on a busy machine, and is reached only
if something hangs. The subject of a case stands with the case: a timeout that the program is given, a sleep's length.
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
# Until a change of the clock is reported. Without the kernel's notice it would be when the clocks are next read, after
# up to a minute.
AT_ONCE = 20
PROOF = 300  # one question to the solver: a second, and ten for the hardest; on a busy machine ten times that
INPUT = 25  # one input of the fuzzer: less than a millisecond
FUZZER = 300  # by how much a run of the fuzzer, which ends by itself, may outlast the time that it was given
PLANTED = 600  # until the fuzzer finds the planted mistake: seconds, and a minute on a busy machine
VECTORS = 600  # the tests on thousands of vectors: seconds
# A busy machine answers late, and then the answer tells little of a guest's clock: the quickest of so many is used.
CLOCK_TRIES = 8
# Runs of a case (a count): a busy machine makes one answer wide, and another program may set the clock; one counts.
TRIES = 10
LOOKS = 20  # at a server of which the lab must know that it is as it should be: a busy machine answers late
HELD_UP = 0.25  # a request on its way, and the next one not; a client that keeps no gap asks within milliseconds
WIDE = 2.5  # of the error of the clock by one web server on loopback: a second for its Date, the rest for a busy machine
# Kills at random moments mean something if enough of them fall where it matters, which the machine's speed decides. So
# it is judged of many rounds alone.
MANY_ROUNDS = 200
ROUNDS_UNHEARD = 50  # one kill in so many rounds falls between a commit and its acknowledgement
ROUNDS_ALIVE = 2  # one process in so many rounds is killed alive, of two in each
ANSWER = 1  # of one of our servers to the lab itself: at once; asked again until SERVER_START is over
PAUSE = 0.1  # between two looks at something that is waited for
