"""Every span of real time in the checks and labs that rests on the speed of the machine: seconds, each with its reason.

None of them decides what is right. Each ends what would otherwise never end, so each is many times as long as what it waits for takes
on a machine that others load; only a machine that hangs reaches it. What a case itself is about (a timeout that the program is
given, the length of a sleep) stands with the case.
"""

COMMAND = 300  # a run of the program that asks no server: some milliseconds
ASKING = 300  # a run that asks servers: up to 15 s by its own timeout
LATE = 60  # by how much a question may outlast the timeout that the program was given; a hang has no end
GUEST = 300  # one answer of an emulated machine: seconds
STORY = 1_800  # all that happens to an emulated machine, its boots included: some minutes
SERVER_START = 180  # until a server listens and knows the time: a few seconds
SERVER_STOP = 60  # until a server that was told to end has ended
BROWSER = 600  # one command to a browser, the first of which starts it
OTHERS = 60  # an answer of another program that is only compared with
AT_ONCE = 20  # until a change of the clock is reported; without the kernel's notice it would be when the clocks are next read, in a minute
WIDTH_TRIES = 10  # a busy machine makes one answer wide; the tightest of so many counts (this one is a count)
