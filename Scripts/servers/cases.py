"""Which servers are asked, and what may be said of them and of the time.

A source's expected outcome is `used`, `rejected: REASON`, `unreachable: REASON` or `untrusted: tls`; where libraries
differ, a few of them with `|` between. The kind is that of the trusted time. One server alone is believed even if it
lies: nothing else is known. Such a case says `believed`, and the answer must say that nobody corroborates it. Of two
that disagree either may be right: the bounds hold both.
"""

from dataclasses import dataclass

from servers import badhttp
from servers import badntp
from servers import badnts
from servers import badroughtime
from servers import timeservers

NO_ANSWER = "unreachable: connectionLost|unreachable: network"
# Libraries call it a bad answer, too, where something else than HTTP or nothing at all came.
NO_HTTP = f"rejected: badAnswer|{NO_ANSWER}"
TIGHT = ("--lag", "0.02")
OTHER_AUTHORITY = ("--ca-file", "{certificates}/unknown.pem")
BRIEFLY = ("--timeout", "3")
TIMED_OUT = "unreachable: timedOut"
OUTVOTED = "rejected: outvoted"
OUTSIDE = "rejected: outsideAuthenticated"
DISPUTED = "rejected: disputed"  # of three that all disagree, none is believed


@dataclass(frozen=True)
class Source:
    flag: str
    address: str
    honest: bool

    @property
    def port(self):
        return self.address.split(",")[0].rstrip("/").rpartition(":")[2]

    @property
    def is_authenticated(self):
        return self.flag in ("--nts", "--roughtime") or self.address.startswith("https:")


@dataclass(frozen=True)
class Case:
    name: str
    sources: tuple
    expected: tuple  # one for each source, or one for all
    kind: str = "bounded"
    authenticated: bool | None = None  # what the trusted time must say of itself
    corroborated: bool | None = None
    believed: bool = False
    options: tuple = ()
    messages: tuple = ()  # patterns that the sources' messages must match, in their order
    world: int = 0  # by how many seconds the servers are ahead of this machine: then it is its clock that is wrong
    command: str = "check"
    bare: bool = False  # the command finds no OpenSSL on the machine
    configured: bool = False  # the sources stand in the state directory's sources.conf

    def expected_of(self, number):
        return self.expected[number] if len(self.expected) > 1 else self.expected[0]


def https(operator="one", port="https", path="/", honest=True):
    return Source("--server", f"https://time.{operator}.test:{timeservers.PORTS[port]}{path}", honest)


def http(operator="one", port="http", path="/", honest=True):
    return Source("--server", f"http://time.{operator}.test:{timeservers.PORTS[port]}{path}", honest)


def chrony(operator="one", port="chrony", honest=True):
    return Source("--ntp", f"ntp.{operator}.test:{timeservers.PORTS[port]}", honest)


def nts(operator="one", port="chrony's keys", honest=True):
    return Source("--nts", f"ntp.{operator}.test:{timeservers.PORTS[port]}", honest)


def own_nts(behaviour, honest=False, operator="two"):
    host = timeservers.STALLING if behaviour.endswith("stalls") else f"ntp.{operator}.test"
    return Source("--nts", f"{host}:{badnts.PORTS[behaviour]}", honest)


def roughtime(behaviour="honest", honest=True, operator="two", host=None, key=None):
    place = host or f"ntp.{operator}.test:{badroughtime.PORTS[behaviour]}"
    return Source("--roughtime", f"{place},{key or badroughtime.PUBLIC[operator]}", honest)


def own_http(behaviour, honest=False, operator="two"):
    return Source("--server", f"http://time.{operator}.test:{badhttp.PORTS[behaviour]}/", honest)


def own_ntp(behaviour, honest=False, host="ntp.two.test"):
    return Source("--ntp", f"{host}:{badntp.PORTS[behaviour]}", honest)


def case(name, sources, expected, kind="bounded", **rest):
    sources = sources if isinstance(sources, tuple) else (sources,)
    return Case(name, sources, expected if isinstance(expected, tuple) else (expected,), kind, **rest)


def nothing(name, source, expected, **rest):
    """A source that gives no usable answer."""
    return case(name, source, expected, "unknown", **rest)


# What is expected of the trusted time.
SURE = {"authenticated": True, "corroborated": True}
LONE = {"authenticated": True, "corroborated": False}
BELIEVED = {"believed": True, "corroborated": False}

LIAR_HTTPS = [https(operator, "https, a day ahead", honest=False) for operator in ("six", "seven")]
FIVE = tuple(https(operator) for operator in timeservers.OPERATORS[:5])
RATE_LIMITED = case("ntp: rate-limited", chrony(port="chrony, rate-limited"), "used", options=("--timeout", "6"))
MANNERS = case("manners of a client", own_http("honest", honest=True), "used", authenticated=False)

HONEST = [
    case("https", https(), "used", **LONE),
    case("https, HTTP/1.1", https(port="https, HTTP/1.1 alone"), "used", authenticated=True),
    case("https, two operators", (https("one"), https("two")), "used", **SURE),
    case("https, its authority by --ca-file", https(port="of no known authority"), "used", authenticated=True,
         options=OTHER_AUTHORITY),
    case("http", http(), "used", authenticated=False),
    case("https, Age", https(path="/age"), "used", "atLeast", authenticated=True),
    case("https, redirect", Source("--server", https(path="/redirect").address, True), "used", authenticated=True),
    case("https, 204", https(path="/empty"), "used", authenticated=True),
    case("http: slow there", own_http("slow there", True), "used", options=TIGHT),
    case("http: slow back", own_http("slow back", True), "used", options=TIGHT),
    case("http: second from a cache", own_http("cached second", True), "used"),
    case("http: closes each connection", own_http("closing", True), "used"),
    case("http: body after HEAD", own_http("body after HEAD", True), "used"),
    case("http: early hints", own_http("early hints", True), "used"),
    case("http: dies after one answer", own_http("dying", True), "used"),
    MANNERS,
    case("now", (https(), chrony("two")), "used", authenticated=True, command="now"),
    case("sources.conf", (https(), chrony("two")), "used", authenticated=True, configured=True),
    case("ntp", chrony(), "used", authenticated=False, corroborated=False),
    case("ntp: two operators", (chrony("one"), chrony("two")), "used", authenticated=False, corroborated=True),
    case("ntp: admits 0.4 s, off by 0.3", own_ntp("uncertain", True), "used"),
    case("ntp: slow there", own_ntp("slow there", True), "used"),
    case("ntp: slow back", own_ntp("slow back", True), "used"),
    case("ntp: version 3", own_ntp("version 3", True), "used"),
    case("ntp: flood of forgeries", own_ntp("flood of forgeries", True), "used"),
    RATE_LIMITED,
    case("nts: chrony", nts(), "used", **LONE),
    case("nts: ntpsec", nts(port="ntpsec's keys"), "used", **LONE),
    case("nts: two operators", (nts("one"), nts("two", "ntpsec's keys")), "used", **SURE),
    case("nts: now", (nts(), https("two")), "used", **SURE, command="now"),
    case("nts: sources.conf", nts(), "used", authenticated=True, configured=True),
    case("nts: its authority by --ca-file", own_nts("of no known authority", True), "used", authenticated=True,
         options=OTHER_AUTHORITY),
    *(case(f"nts: {name}", own_nts(name, True), "used", authenticated=True, options=BRIEFLY) for name in badnts.HONEST),
    *(case(f"roughtime: {name}", roughtime(name), "used", **LONE, options=BRIEFLY) for name in badroughtime.HONEST),
    case("roughtime: three operators", tuple(roughtime(operator=each) for each in ("one", "two", "three")), "used",
         **SURE),
    case("roughtime: now", (roughtime(), https("one")), "used", **SURE, command="now"),
    case("roughtime: sources.conf", roughtime(), "used", authenticated=True, configured=True),
]  # fmt: skip
IPV6 = [case("ntp: IPv6", own_ntp("honest", True, host="[::1]"), "used", authenticated=False)]

LIARS = [
    case("https: a day ahead, alone", LIAR_HTTPS[0], "used", **BELIEVED),
    nothing("http: 1970, alone", own_http("1970"), "rejected: badDate"),
    case("http: a clock that stopped", own_http("stopped"), "used|rejected: contradictsItself",
         "bounded|atLeast|unknown", believed=True),
    case("http: an hour back each time", own_http("jumping"), "used|rejected: contradictsItself",
         "bounded|atLeast|unknown", believed=True),
    case("ntp: a day behind, alone", chrony(port="chrony, a day behind", honest=False), "used", **BELIEVED),
    case("ntp: 2036, alone", own_ntp("2036, era 1"), "used|rejected: impossible", "bounded|unknown", **BELIEVED),
    case("https and http 1970", (https(), own_http("1970")), ("used", "rejected: badDate"), authenticated=True),
    case("https and http a day behind", (https(), own_http("a day behind")), ("used", OUTSIDE), authenticated=True),
    case("https and three lying http",
         (https(), *(http(operator, "http, a day ahead", honest=False) for operator in ("five", "six", "seven"))),
         ("used", *[OUTSIDE] * 3), authenticated=True),
    case("nts: a day ahead, alone", own_nts("a day ahead"), "used", **BELIEVED),
    case("nts: chrony a day behind, alone", nts(port="chrony's keys, a day behind", honest=False), "used", **BELIEVED),
    case("nts and ntp a day behind", (nts(), chrony("two", "chrony, a day behind", False)), ("used", OUTSIDE),
         authenticated=True),
    case("two honest nts, chrony a day behind",
         (nts(), nts("two", "ntpsec's keys"), nts("three", "chrony's keys, a day behind", False)),
         ("used", "used", OUTVOTED), **SURE),
    case("nts and https that disagree", (nts(), LIAR_HTTPS[0]), "used", **SURE),
    case("two honest https and nts, one lying nts", (*FIVE[2:4], nts("one"), own_nts("a day ahead")),
         ("used", "used", "used", OUTVOTED), **SURE),
    case("https and ntp a day behind", (https(), chrony("two", "chrony, a day behind", False)), ("used", OUTSIDE),
         authenticated=True),
    case("https and ntp in 2036", (https(), own_ntp("2036, era 1")), ("used", OUTSIDE), authenticated=True),
    case("https and ntp in 2079", (https(), own_ntp("2079, era 1")), ("used", OUTSIDE), authenticated=True),
    case("two https that disagree", (https(), LIAR_HTTPS[0]), "used", **SURE),
    case("two ntp that disagree", (chrony(), chrony("two", "chrony, a day behind", False)), "used", authenticated=False,
         corroborated=True),
    case("three ntp that all disagree",
         (chrony(), chrony("two", "chrony, a day behind", False), own_ntp("2079, era 1", host="ntp.three.test")),
         DISPUTED, "unknown"),
    case("an answer of three", (https(), https("two", "nobody"), https("three", "nobody")),
         ("used", *["unreachable: refused"] * 2), **LONE),
    case("three honest https, one lying", (*FIVE[:3], LIAR_HTTPS[0]), ("used", "used", "used", OUTVOTED), **SURE),
    case("five honest https, two lying", (*FIVE, *LIAR_HTTPS), (*["used"] * 5, OUTVOTED, OUTVOTED), **SURE),
    case("two lying https, five honest", (*LIAR_HTTPS, *FIVE), (OUTVOTED, OUTVOTED, *["used"] * 5), **SURE),
    case("three honest ntp, one lying",
         (chrony("one"), chrony("two"), chrony("three"), chrony("four", "chrony, a day behind", False)),
         ("used", "used", "used", OUTVOTED), authenticated=False, corroborated=True),
    case("an honest operator's two votes", (https("one"), https("one", path="/empty"), LIAR_HTTPS[0]), "used",
         corroborated=True),
    case("a lying operator's two votes",
         (https("six", "https, a day ahead", "/empty", honest=False), LIAR_HTTPS[0], https("one")), "used",
         corroborated=True),
    *(case(f"roughtime: {name}, alone", roughtime(name, False), "used", **BELIEVED) for name in badroughtime.LYING),
    case("three honest roughtime, one lying",
         (*(roughtime(operator=each) for each in ("one", "two", "three")), roughtime("a day ahead", False, "four")),
         ("used", "used", "used", OUTVOTED), **SURE),
    case("roughtime and https that disagree", (roughtime(operator="one"), LIAR_HTTPS[0]), "used", **SURE),
    case("roughtime and ntp a day behind", (roughtime(operator="one"), chrony("two", "chrony, a day behind", False)),
         ("used", OUTSIDE), authenticated=True),
]  # fmt: skip

# A forged NTP answer inside of what HTTPS allows must not touch what is proven; `forged` in serverjudge plays each.
FORGED = [
    case(f"https and ntp 0.3 s {way}, {by}", (https(), source), ("used", f"used|{OUTSIDE}"), authenticated=True)
    for way in ("ahead", "behind")
    for by, source in (
        ("chrony", chrony("two", f"chrony, 0.3 s {way}", False)),
        ("own server", own_ntp(f"0.3 s {way}", host="ntp.three.test")),
    )
]

CLOCK = r"(?i)clock|date|time"  # a certificate's dates are checked against the device's clock: it says so
NO_ROUGHTIME = "rejected: badAnswer"  # something came that is none of its answers

# The machine's clock is 20 years off, as the servers see it: certificates are of no use, and Roughtime needs none.
FAR = [
    case(
        f"the clock {years}: {named}",
        (
            https("one", f"https, {world}"), nts("one", f"chrony's keys, {world}"),
            *(roughtime(world, operator=each) for each in operators),
        ),
        ("untrusted: tls", "untrusted: tls", *["used"] * len(operators)), authenticated=True,
        corroborated=len(operators) > 1, world=timeservers.WORLDS[world] * timeservers.DAY, messages=(CLOCK, CLOCK),
    )
    for years, world in (("20 years behind", "20 years ahead"), ("20 years ahead", "20 years behind"))
    for named, operators in (("one operator", ("one",)), ("three operators", ("one", "two", "three")))
]  # fmt: skip

UNREACHABLE = [
    nothing("http: reset at once", own_http("reset at once"), NO_ANSWER),
    nothing("http: reset in the header", own_http("reset in the header"), NO_HTTP),
    nothing("http: close without answer", own_http("close without answer"), NO_HTTP),
    nothing("http: silent", own_http("silent"), TIMED_OUT, options=BRIEFLY),
    nothing("http: trickle", own_http("trickle"), TIMED_OUT, options=BRIEFLY),
    nothing("http: endless header", own_http("endless header"), NO_HTTP, options=BRIEFLY),
    nothing("http: garbage", own_http("garbage"), NO_HTTP, options=BRIEFLY),
    nothing("http: another protocol", own_http("another protocol"), NO_HTTP, options=BRIEFLY),
    nothing("https spoken to http", https(port="http"), "untrusted: tls"),
    nothing("https: expired", https(port="expired"), "untrusted: tls", messages=(CLOCK,)),
    nothing("https: not yet valid", https(port="not yet valid"), "untrusted: tls", messages=(CLOCK,)),
    nothing("https: for another name", https(port="for another name"), "untrusted: tls"),
    nothing("https: of no known authority", https(port="of no known authority"), "untrusted: tls"),
    nothing("https: of an authority that --ca-file does not name", https(), "untrusted: tls", options=OTHER_AUTHORITY),
    # A library that reads as long as something comes would never look at the clock.
    nothing(
        "https: greetings without end", Source("--server", f"https://time.two.test:{badhttp.PORTS['greetings without end']}/", False),
        TIMED_OUT, options=BRIEFLY,
    ),
    nothing("https: refused", https(port="nobody"), "unreachable: refused"),
    nothing("ntp: refused", chrony(port="nobody"), "unreachable: refused"),
    nothing("https: no such name", Source("--server", "https://something.invalid/", False),
            "unreachable: nameResolution"),
    nothing("ntp: no such name", Source("--ntp", "something.invalid", False), "unreachable: nameResolution"),
    nothing("ntp: silent", own_ntp("silent"), TIMED_OUT, options=BRIEFLY),
    # What anybody may have sent is not listened to.
    nothing("ntp: wrong origin", own_ntp("wrong origin"), TIMED_OUT, options=BRIEFLY),
    nothing("ntp: zero origin", own_ntp("zero origin"), TIMED_OUT, options=BRIEFLY),
    nothing("ntp: short", own_ntp("short"), TIMED_OUT, options=BRIEFLY),
    nothing("ntp: odd length", own_ntp("odd length"), TIMED_OUT, options=BRIEFLY),
    nothing("ntp: from another port", own_ntp("from another port"), TIMED_OUT, options=BRIEFLY),
    nothing("ntp: mirrored", own_ntp("mirrored"), TIMED_OUT, options=BRIEFLY),
    nothing("nts: refused", nts(port="nobody"), "unreachable: refused"),
    nothing("nts: no such name", Source("--nts", "something.invalid", False), "unreachable: nameResolution"),
    nothing("nts: expired", own_nts("expired"), "untrusted: tls", messages=(CLOCK,)),
    nothing("nts: not yet valid", own_nts("not yet valid"), "untrusted: tls", messages=(CLOCK,)),
    nothing("nts: for another name", own_nts("for another name"), "untrusted: tls"),
    nothing("nts: of no known authority", own_nts("of no known authority"), "untrusted: tls"),
    nothing("nts: of an authority that --ca-file does not name", nts(), "untrusted: tls", options=OTHER_AUTHORITY),
    nothing("nts: no TLS", own_nts("no TLS"), "untrusted: tls"),
    nothing("nts: no OpenSSL", nts(), "rejected: unsupported", bare=True, messages=("libssl3",)),
    nothing("roughtime: no OpenSSL", roughtime(), "rejected: unsupported", bare=True, messages=("libssl3",)),
    nothing("nts: breaks the handshake", own_nts("breaks the handshake"), "unreachable: connectionLost"),
    # A library that reads as long as something comes would never look at the clock.
    nothing("nts: greetings without end", own_nts("greetings without end"), "rejected: badAnswer",
            messages=("without end",)),
    nothing("nts: accepts and is silent", own_nts("accepts and is silent"), TIMED_OUT, options=BRIEFLY),
    # What nobody proves to be the server's is not listened to.
    *(nothing(f"nts: {name}", own_nts(name), TIMED_OUT, options=BRIEFLY) for name in badnts.UNPROVEN),
    *(
        nothing(f"roughtime: {name}", roughtime(name, False), TIMED_OUT, options=BRIEFLY)
        for name in badroughtime.UNHEARD
    ),
    nothing("roughtime: another server's key", roughtime(key=badroughtime.UNKNOWN), TIMED_OUT, options=BRIEFLY),
    nothing("roughtime: refused", roughtime(host="ntp.one.test:18999"), "unreachable: refused"),
    nothing("roughtime: no such name", roughtime(host="something.invalid:2002"), "unreachable: nameResolution"),
    case("unreachable beside https", (https(), own_http("silent"), own_ntp("silent")), ("used", TIMED_OUT, TIMED_OUT),
         options=("--timeout", "6")),
]  # fmt: skip

REJECTED = [
    nothing("http: 9999", own_http("9999"), "rejected: badDate"),
    nothing("http: no Date", own_http("no Date"), "rejected: noDate"),
    nothing("http: two Dates", own_http("two Dates"), "rejected: badDate|rejected: badAnswer"),
    nothing("http: two Dates, other order", own_http("two Dates, other order"),
            "rejected: badDate|rejected: badAnswer"),
    # (A field without a value is none, to some libraries.)
    nothing("http: Date empty", own_http("Date empty"), "rejected: badDate|rejected: noDate"),
    *(nothing(f"http: Date {name}", own_http(f"Date {name}"), "rejected: badDate")
      for name in badhttp.MALFORMED if name != "empty"),
    nothing("ntp: unsynchronised", chrony(port="chrony, unsynchronised", honest=False), "rejected: unsynchronized"),
    nothing("nts: RATE", own_nts("RATE"), "rejected: kissOfDeath"),
    nothing("nts: leap 3", own_nts("leap 3"), "rejected: unsynchronized"),
    nothing("nts: keys never known", own_nts("keys never known"), "rejected: badAnswer", messages=("not known",)),
    nothing("nts: storm of refusals", own_nts("storm of refusals"), "rejected: badAnswer", messages=("not known",)),
    *(nothing(f"nts: {name}", own_nts(name), "rejected: badAnswer") for name in badnts.BAD_KEYS),
    nothing("nts: another protocol", own_nts("another protocol"), "rejected: badAnswer|untrusted: tls"),
    nothing("nts: no end", own_nts("no end"), "unreachable: connectionLost"),
    nothing("nts: garbage", own_nts("garbage"), f"rejected: badAnswer|{NO_ANSWER}"),
    *(
        nothing(f"roughtime: {name}", roughtime(name, False), NO_ROUGHTIME, options=BRIEFLY)
        for name in badroughtime.UNUSABLE
    ),
    nothing("ntp: leap 3", own_ntp("leap 3"), "rejected: unsynchronized"),
    nothing("ntp: stratum 16", own_ntp("stratum 16"), "rejected: unsynchronized|rejected: badAnswer"),
    nothing("ntp: RATE", own_ntp("RATE"), "rejected: kissOfDeath"),
    nothing("ntp: DENY", own_ntp("DENY"), "rejected: kissOfDeath"),
    nothing("ntp: root dispersion 1.6 s", own_ntp("root dispersion 1.6 s"),
            "rejected: unsynchronized|rejected: badAnswer"),
    *(nothing(f"ntp: {name}", own_ntp(name), "rejected: badAnswer")
      for name in ("wrong mode", "version 1", "zero transmit", "zero receive", "sent before received",
                   "negative root delay")),
]  # fmt: skip

CASES = HONEST + IPV6 + LIARS + FAR + FORGED + UNREACHABLE + REJECTED
