"""Journals to draw: each as a person would tell it, with clocks that agree with the story."""

import json

SECOND = 1_000_000_000
MINUTE, HOUR, DAY = 60 * SECOND, 3600 * SECOND, 86_400 * SECOND
START = 1_772_355_600 * SECOND  # 2026-03-01 09:00 UTC


class Device:
    """A device whose clocks follow what is done to it; it writes its own journal."""

    def __init__(self, platform="darwin", identity=True, machine="machine", ahead=0):
        self.platform, self.machine, self.knows = platform, machine, identity
        self.true, self.ahead = START, ahead
        self.boots = self.boot = self.slept = 0
        self.lines = []
        self.reboot(0, up=3 * MINUTE)

    def write(self, **line):
        self.lines.append(line)

    def reboot(self, off, up=20 * SECOND):
        """Off so long, then up so long before anything looks; the boots are counted."""
        self.true += off
        self.boot, self.slept = self.true, 0
        self.boots += 1
        self.true += up
        return self

    def wait(self, span):
        self.true += span
        return self

    def sleep(self, span):
        self.true += span
        self.slept += span
        return self

    def set(self, step):
        self.ahead += step
        return self

    @property
    def elapsed(self):
        return self.true - self.boot

    def launch(self):
        self.write(kind="launch", platform=self.platform, machine=self.machine)
        self.read()
        return self

    def read(self):
        self.write(
            kind="reading", wall=self.true + self.ahead, continuous=self.elapsed, suspending=self.elapsed - self.slept,
            kernelBootTime=self.boot + self.ahead, bootIdentity=f"boot {self.boots}" if self.knows else None)
        return self

    def hear(self, source="https://time.example", error=0, half=300_000_000, trip=40_000_000, authenticated=True,
             open_end=False):
        """A server's answer: bounds around what it takes for the truth."""
        sent = self.elapsed
        self.true += trip
        told = self.true + error
        self.write(kind="sample", source=source, authenticated=authenticated, sent=sent, received=self.elapsed,
                   earliest=told - half, latest=None if open_end else told - trip + half)
        return self

    def name(self, *operators):
        """The app says whom it asks: they count, heard or not."""
        self.write(kind="operators", authenticated=operators)
        return self

    def lock(self, state="locked"):
        self.write(kind="protectedData", state=state)
        return self

    @property
    def journal(self):
        return "".join(json.dumps(line) + "\n" for line in self.lines)


def week():
    """A phone in a week: servers, a night asleep, an owner who cheats, a reboot offline, and the truth at last."""
    return (
        Device().launch().wait(2 * SECOND).hear(half=480_000_000).wait(SECOND).hear(half=120_000_000)
        .hear("https://clock.example", half=90_000_000, error=20_000_000).wait(3 * HOUR).lock().sleep(9 * HOUR).read()
        .lock("available").set(DAY).wait(5 * MINUTE).read().wait(HOUR).launch().wait(20 * SECOND).hear(half=60_000_000)
        .wait(2 * HOUR).reboot(4 * MINUTE, up=50 * SECOND).launch().wait(30 * MINUTE).read().set(-3 * DAY).wait(MINUTE)
        .read().wait(6 * HOUR).hear(half=250_000_000).set(2 * DAY).wait(MINUTE).read().journal
    )


def settled():
    """An open question that a server settles days later: the uptime hid a reboot."""
    return (
        Device("linux", identity=False).launch().name("https://time.example").wait(HOUR).hear().wait(MINUTE).read()
        .reboot(20 * HOUR, up=5 * HOUR).launch().name("https://time.example").wait(2 * DAY).read().hear().journal
    )


def liars():
    """The clock is an hour behind. Of three servers, one lies by an hour, and its answer is refused."""
    return (
        Device(ahead=-HOUR).launch().name("https://honest.example", "https://liar.example", "https://other.example")
        .hear("https://honest.example").hear("https://liar.example", error=HOUR).hear("https://other.example")
        .wait(MINUTE).read().hear("ntp.example:123", half=5_000_000, authenticated=False, error=2 * HOUR)
        .hear("ntp.example:124", half=5_000_000, authenticated=False).wait(10 * SECOND)
        .hear("https://liar.example", error=HOUR).hear("https://cache.example", error=-20 * MINUTE, open_end=True)
        .journal
    )


def boots():
    """Ten boots, heard of once: what is known for certain afterwards is only a least."""
    phone = Device().launch().hear()
    for number in range(9):
        phone.wait((number + 1) * HOUR).reboot((number + 1) * 7 * MINUTE)
        if number % 3 == 1:
            phone.lock()
        phone.launch()
        if number % 4 == 3:
            phone.hear()
    return phone.journal


def many():
    """A thousand lines: a kiosk that looks every minute, asks every ten, and is set wrong now and then."""
    kiosk = Device("linux").launch()
    while len(kiosk.lines) < 1000:
        count = len(kiosk.lines)
        kiosk.wait(MINUTE)
        if count % 37 == 0:
            kiosk.set((-1) ** count * (count % 11 + 1) * MINUTE)
        kiosk.read()
        if count % 10 == 0:
            kiosk.hear().hear("https://clock.example")
        if count % 50 == 3:
            kiosk.hear("https://liar.example", error=3 * HOUR)
        if count % 217 == 0:
            kiosk.reboot(2 * MINUTE).launch()
    return "".join(line + "\n" for line in kiosk.journal.splitlines()[:1000])


HOSTILE = [
    "</span></title><script>document.title='owned'</script>", "<img src=x onerror=\"document.title='owned'\">",
    "\" onfocus=\"document.title='owned'\" x=\"", "'><svg/onload=document.title='owned'>", "\u202egnol dna sdrawkcab",
    "line\nfeed\u0000nul\u001b[31m", "]]>&lt;&amp;-->", "x" * 5000, "\U0001f3f4" * 300, "",
]


def hostile():
    """Names that would like to be something else."""
    phone = Device(machine="<b>machine</b>").launch()
    for name in HOSTILE:
        phone.hear(name).hear(name, error=5 * HOUR)
    return phone.journal


def one():
    """A journal of one reading."""
    return Device().read().journal


def stopped():
    """A journal of launches without a reading."""
    return '{"kind":"launch"}\n{"kind":"launch","platform":"darwin"}\n{"kind":"protectedData","state":"locked"}\n'


def ancient():
    """A board without a battery clock: it boots in 1970, and jumps."""
    return (
        Device("linux", ahead=-START).launch().wait(20 * SECOND).read().hear(half=40_000_000, trip=30_000_000)
        .set(START).wait(SECOND).read().wait(DAY).read().journal
    )


JOURNALS = {
    function.__name__: function
    for function in [week, settled, liars, boots, many, hostile, one, stopped, ancient]
}
JOURNALS["empty"] = lambda: ""
