"""The servers of each case, and the expected outcomes and times.

A source's expected outcome is `used`, `rejected: REASON`, `unreachable: REASON` or `untrusted: tls`; where libraries
differ, a few of them with `|` between. The kind is that of the trusted time. One server alone is believed even if it
lies: nothing else is known. Such a case says `believed`, and the answer must say that nobody corroborates it. Of two
that disagree either may be right: the bounds hold both.
"""

from dataclasses import dataclass

import servers.bad.http
import servers.bad.ntp
import servers.bad.nts
import servers.bad.roughtime
from servers import bad, others, timeservers

NO_ANSWER = "unreachable: connectionLost|unreachable: network"
# Libraries call it a bad answer, too, where something else than HTTP or nothing at all came.
NO_HTTP = f"rejected: badAnswer|{NO_ANSWER}"
TIGHT = ("--lag", "0.02")
OTHER_AUTHORITY = ("--ca-file", "{certificates}/unknown.pem")
BRIEFLY = ("--timeout", "3")  # where no answer comes, or none of use
AMPLY = ("--timeout", "8")  # where one comes, and perhaps not the next
TIMED_OUT = "unreachable: timedOut"
NO_NAME = "unreachable: nameResolution"
CONTRADICTS_ITSELF = "rejected: contradictsItself"
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
    proxy: str | None = None  # a URL that the environment names
    configured: bool = False  # the sources stand in the state directory's sources.conf
    half_width: float | None = None  # seconds, of the trusted bounds: less than this
    offline: bool = False  # is asked again without servers, and what was proven is still known, and nothing else

    @property
    def ports(self):
        return {int(source.port) for source in self.sources if source.port.isdigit()}

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
    return Source("--nts", f"{host}:{bad.nts.PORTS[behaviour]}", honest)


def roughtime(behaviour="honest", honest=True, operator="two", host=None, key=None):
    place = host or f"ntp.{operator}.test:{bad.roughtime.PORTS[behaviour]}"
    return Source("--roughtime", f"{place},{key or bad.roughtime.PUBLIC[operator]}", honest)


def own_http(behaviour, honest=False, operator="two", scheme="http"):
    return Source("--server", f"{scheme}://time.{operator}.test:{bad.http.PORTS[behaviour]}/", honest)


def own_ntp(behaviour, honest=False, host="ntp.two.test"):
    return Source("--ntp", f"{host}:{bad.ntp.PORTS[behaviour]}", honest)


def case(name, sources, expected, kind="bounded", **rest):
    sources = sources if isinstance(sources, tuple) else (sources,)
    return Case(name, sources, expected if isinstance(expected, tuple) else (expected,), kind, **rest)


def nothing(name, source, expected, **rest):
    """A source that gives no usable answer."""
    return case(name, source, expected, "unknown", **rest)


def each(name, source, expected, behaviours, **rest):
    """Such a source for each of these behaviours."""
    return [nothing(f"{name}: {behaviour}", source(behaviour, False), expected, **rest) for behaviour in behaviours]


# What is expected of the trusted time.
SURE = {"authenticated": True, "corroborated": True}
LONE = {"authenticated": True, "corroborated": False}
BELIEVED = {"believed": True, "corroborated": False}

LIAR_HTTPS = [https(operator, "https, a day ahead", honest=False) for operator in ("six", "seven")]
FIVE = tuple(https(operator) for operator in timeservers.OPERATORS[:5])

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
    case("http: an answer as the body after HEAD", own_http("an answer as the body after HEAD", True), "used"),
    case("http: early hints", own_http("early hints", True), "used"),
    *(case(f"http: {name}", own_http(name, True), "used") for name in ("two equal Dates", "two Dates, 5 s apart")),
    *(case(f"http: {name}", own_http(name, True), "used", "bounded|atLeast") for name in ("HEAD hangs", "HEAD closes")),
    # One Date may stand still.
    case("http: dies after one answer", own_http("dying", True), "used", "atLeast"),
    case("http: manners", own_http("honest", honest=True), "used", authenticated=False),
    case("now", (https(), chrony("two")), "used", authenticated=True, command="now"),
    case("sources.conf", (https(), chrony("two"), nts("three"), roughtime(operator="four")), "used", **SURE,
         configured=True),
    case("ntp", chrony(), "used", authenticated=False, corroborated=False),
    case("ntp: two operators", (chrony("one"), chrony("two")), "used", authenticated=False, corroborated=True),
    case("ntp: admits 0.4 s, off by 0.3", own_ntp("uncertain", True), "used"),
    case("ntp: root dispersion 10 s", own_ntp("root dispersion 10 s", True), "used", authenticated=False),
    case("ntp: slow there", own_ntp("slow there", True), "used"),
    case("ntp: slow back", own_ntp("slow back", True), "used"),
    case("ntp: version 3", own_ntp("version 3", True), "used"),
    case("ntp: flood of forgeries", own_ntp("flood of forgeries", True), "used"),
    case("ntp: silent after two answers", own_ntp("two answers", True), "used", options=AMPLY),
    case("http: 30 ms each way, tight", own_http("30 ms each way", True), "used", options=TIGHT, half_width=0.1),
    case("ntp: 30 ms each way, tight", own_ntp("30 ms each way", True), "used", half_width=0.035),
    case("ntp: tight", chrony(), "used", half_width=0.002),
    case("nts: tight", nts(), "used", half_width=0.002),
    case("nts: chrony", nts(), "used", **LONE),
    case("nts: ntpsec", nts(port="ntpsec's keys"), "used", **LONE),
    case("nts: its authority by --ca-file", own_nts("of no known authority", True), "used", authenticated=True,
         options=OTHER_AUTHORITY),
    *(case(f"nts: {name}", own_nts(name, True), "used", authenticated=True, options=AMPLY) for name in bad.nts.HONEST),
    *(case(f"roughtime: {name}", roughtime(name), "used", **LONE, options=AMPLY) for name in bad.roughtime.HONEST),
]  # fmt: skip
OTHERS = [
    *(case(name, https(port=name), "used", **LONE) for name in ("apache", "caddy", "haproxy", "nghttpx")),
    case("lighttpd", http(port="lighttpd"), "used"),
    *(case(name, http(port=name), "used") for name in ("apache's cache", "haproxy's cache", "squid")),
    # It gives everybody what it keeps, and says for how long it has.
    case("varnish", http(port="varnish"), "used", "atLeast"),
    # It does not say so, and forwards what nobody has asked before.
    case("varnish, silent", http(port="varnish, silent"), "used"),
    # It does neither. A Date that stands still bounds from below alone.
    case("nginx's cache, by path", http(port="nginx's cache, by path"), "used", "atLeast"),
    nothing("openntpd, unsynchronized", Source("--ntp", f"{others.OPENNTPD}:123", False), "rejected: unsynchronized"),
]  # fmt: skip
IPV6 = [case("ntp: IPv6", own_ntp("honest", True, host="[::1]"), "used", authenticated=False)]

LIARS = [
    case("https: a day ahead, alone", LIAR_HTTPS[0], "used", **BELIEVED),
    nothing("http: 1970, alone", own_http("1970"), "rejected: badDate"),
    # A Date that stands still bounds from below alone.
    case("http: a clock that stopped", own_http("stopped", True), "used", "atLeast"),
    *(case(f"http: {name}", own_http(behaviour), CONTRADICTS_ITSELF, "atLeast")
      for name, behaviour in (
          ("an hour back each time", "jumping"), ("another node per connection", "another node per connection"),
          ("another node per connection, the wrong one first", "another node per connection, the wrong one first"))),
    case("http: half speed", own_http("half speed"), CONTRADICTS_ITSELF, "atLeast", options=TIGHT),
    # Neither answer is excluded.
    *(case(f"ntp: 2080 in answer {number}", own_ntp(f"2080 in answer {number}"), CONTRADICTS_ITSELF)
      for number in range(1, 5)),
    case("ntp: a day behind, alone", chrony(port="chrony, a day behind", honest=False), "used", **BELIEVED),
    case("ntp: 2036, alone", own_ntp("2036, era 1"), "used|rejected: impossible", "bounded|unknown", **BELIEVED),
    case("https and http a day behind", (https(), own_http("a day behind")), ("used", OUTSIDE), authenticated=True),
    case("https and three lying http",
         (https(), *(http(operator, "http, a day ahead", honest=False) for operator in ("five", "six", "seven"))),
         ("used", *[OUTSIDE] * 3), authenticated=True),
    case("nts: a day ahead, alone", own_nts("a day ahead"), "used", **BELIEVED),
    case("nts: chrony a day behind, alone", nts(port="chrony's keys, a day behind", honest=False), "used", **BELIEVED),
    case("two honest https and nts, one lying nts", (*FIVE[2:4], nts("one"), own_nts("a day ahead")),
         ("used", "used", "used", OUTVOTED), **SURE),
    case("https and ntp in 2036", (https(), own_ntp("2036, era 1")), ("used", OUTSIDE), authenticated=True),
    case("two https that disagree", (https(), LIAR_HTTPS[0]), "used", **SURE),
    case("two ntp that disagree", (chrony(), chrony("two", "chrony, a day behind", False)), "used", authenticated=False,
         corroborated=True),
    case("three ntp that all disagree",
         (chrony(), chrony("two", "chrony, a day behind", False), own_ntp("2079, era 1", host="ntp.three.test")),
         DISPUTED, "unknown"),
    case("an answer of three", (https(), https("two", "nobody"), https("three", "nobody")),
         ("used", *["unreachable: refused"] * 2), **LONE),
    case("two lying https, five honest", (*LIAR_HTTPS, *FIVE), (OUTVOTED, OUTVOTED, *["used"] * 5), **SURE),
    case("three honest ntp, one lying",
         (chrony("one"), chrony("two"), chrony("three"), chrony("four", "chrony, a day behind", False)),
         ("used", "used", "used", OUTVOTED), authenticated=False, corroborated=True),
    case("three ntp of one operator, one lying",
         (chrony("one", "chrony, a day behind", False), chrony("one"), own_ntp("honest", True, host="ntp.one.test")),
         (OUTVOTED, "used", "used"), authenticated=False, corroborated=False),
    case("an honest operator's two votes", (https("one"), https("one", path="/empty"), LIAR_HTTPS[0]), "used",
         corroborated=True),
    case("a lying operator's two votes",
         (https("six", "https, a day ahead", "/empty", honest=False), LIAR_HTTPS[0], https("one")), "used",
         corroborated=True),
    *(case(f"roughtime: {name}, alone", roughtime(name, False), "used", **BELIEVED) for name in bad.roughtime.LYING),
    case("three honest roughtime, one lying",
         (*(roughtime(operator=each) for each in ("one", "two", "three")), roughtime("a day ahead", False, "four")),
         ("used", "used", "used", OUTVOTED), **SURE),
]  # fmt: skip

# A forged NTP answer inside of what HTTPS allows must not touch what is proven.
FORGED = [
    case(f"https and ntp {way}", (https(), own_ntp(way)), ("used", f"used|{OUTSIDE}"), authenticated=True, offline=True)
    for way in ("0.3 s ahead", "0.3 s behind")
]

CLOCK = r"(?i)clock|date|time"  # a certificate's dates are checked against the device's clock: it says so
NO_CLOCK = r"(?is)^(?!.*\b(clock|date)\b)"  # where dates are not the cause, the hint would mislead

# The machine's clock is 20 years off, as the servers see it: certificates are of no use, and Roughtime needs none.
FAR = [
    case(f"the clock {years}: {len(operators)} of roughtime",
         (https("one", f"https, {world}"), own_nts(world), *(roughtime(world, operator=each) for each in operators)),
         ("untrusted: tls", "untrusted: tls", *["used"] * len(operators)), authenticated=True,
         corroborated=len(operators) > 1, world=timeservers.WORLDS[world] * timeservers.DAY, messages=(CLOCK, CLOCK))
    for years, world in (("20 years behind", "20 years ahead"),)
    for operators in (("one",), ("one", "two", "three"))
]  # fmt: skip

UNREACHABLE = [
    nothing("http: reset at once", own_http("reset at once"), NO_ANSWER),
    *each("http", own_http, NO_HTTP, ("reset in the header", "close without answer", "garbage", "another protocol")),
    nothing("http: endless header", own_http("endless header"), NO_HTTP, options=BRIEFLY),
    *each("http", own_http, TIMED_OUT, ("silent", "trickle"), options=BRIEFLY),
    nothing("https spoken to http", https(port="http"), "untrusted: tls", messages=(NO_CLOCK,)),
    nothing("roughtime: 20 years behind", roughtime("20 years behind"), "rejected: badAnswer",
            messages=(r"\b20\d\d\b",)),
    nothing("https: expired", https(port="expired"), "untrusted: tls", messages=(CLOCK,)),
    nothing("https: not yet valid", https(port="not yet valid"), "untrusted: tls", messages=(CLOCK,)),
    nothing("https: for another name", https(port="for another name"), "untrusted: tls", messages=(NO_CLOCK,)),
    nothing("https: of no known authority", https(port="of no known authority"), "untrusted: tls",
            messages=(NO_CLOCK,)),
    nothing("https: of an authority that --ca-file does not name", https(), "untrusted: tls", options=OTHER_AUTHORITY,
            messages=(NO_CLOCK,)),
    # A library that reads as long as something comes would never look at the clock.
    nothing("https: greetings without end", own_http("greetings without end", scheme="https"), TIMED_OUT,
            options=BRIEFLY),
    nothing("nts: greetings without end", own_nts("greetings without end"), "rejected: badAnswer",
            messages=("bytes",)),
    nothing("https: refused", https(port="nobody"), "unreachable: refused"),
    nothing("https: nothing listens at the proxy", https(), "unreachable: refused", messages=("proxy.*18999",),
            proxy=f"http://127.0.0.1:{timeservers.PORTS['nobody']}"),
    nothing("https: the proxy's name does not exist", https(), NO_NAME, messages=(r"proxy.*nowhere\.invalid",),
            proxy="http://nowhere.invalid:3128"),
    nothing("https: the proxy refuses CONNECT", https(), NO_ANSWER, messages=("proxy.*403",),
            proxy=f"http://127.0.0.1:{bad.http.PORTS['refuses CONNECT']}"),
    nothing("ntp: refused", chrony(port="nobody"), "unreachable: refused"),
    nothing("nts: refused", nts(port="nobody"), "unreachable: refused"),
    nothing("roughtime: refused", roughtime(host="ntp.one.test:18999"), "unreachable: refused"),
    nothing("https: no such name", Source("--server", "https://something.invalid/", False), NO_NAME),
    nothing("ntp: no such name", Source("--ntp", "something.invalid", False), NO_NAME),
    nothing("nts: no such name", Source("--nts", "something.invalid", False), NO_NAME),
    nothing("roughtime: no such name", roughtime(host="something.invalid:2002"), NO_NAME),
    # What anybody may have sent is not listened to.
    *each("ntp", own_ntp, TIMED_OUT, bad.ntp.UNHEARD, options=BRIEFLY),
    *each("nts", own_nts, TIMED_OUT, (*bad.nts.UNPROVEN, "accepts and is silent"), options=BRIEFLY),
    *each("roughtime", roughtime, TIMED_OUT, bad.roughtime.UNHEARD, options=BRIEFLY),
    # The first question gets no answer; the next one tells why.
    nothing("roughtime: another server's key", roughtime("one key", key=bad.roughtime.UNKNOWN), "rejected: badAnswer",
            options=BRIEFLY, messages=("another public key",)),
    nothing("roughtime: draft 11 alone", roughtime("draft 11 alone"), "rejected: badAnswer", options=BRIEFLY,
            messages=("draft 11",)),
    *each("nts", own_nts, "untrusted: tls", ("expired", "not yet valid"), messages=(CLOCK,)),
    *each("nts", own_nts, "untrusted: tls", ("for another name", "of no known authority", "no TLS"),
          messages=(NO_CLOCK,)),
    nothing("nts: of an authority that --ca-file does not name", nts(), "untrusted: tls", options=OTHER_AUTHORITY,
            messages=(NO_CLOCK,)),
    nothing("nts: names a server without an address", own_nts(bad.nts.NOWHERE), NO_NAME,
            messages=(r"nowhere\.invalid.*key exchange|key exchange.*nowhere\.invalid",)),
    nothing("nts: wants a certificate", own_nts(bad.nts.WANTS_CERTIFICATE), "untrusted: tls",
            messages=(r"(?i)certificate",)),
    nothing("nts: no OpenSSL", nts(), "rejected: unsupported", bare=True, messages=("libssl3",)),
    nothing("roughtime: no OpenSSL", roughtime(), "rejected: unsupported", bare=True, messages=("libssl3",)),
    nothing("nts: breaks the handshake", own_nts("breaks the handshake"), "unreachable: connectionLost"),
    case("unreachable beside https", (https(), own_http("silent"), own_ntp("silent")), ("used", TIMED_OUT, TIMED_OUT),
         options=AMPLY),
]  # fmt: skip

REJECTED = [
    nothing("http: 9999", own_http("9999"), "rejected: badDate"),
    nothing("http: no Date", own_http("no Date"), "rejected: noDate", messages=("no Date.*200",)),
    nothing("http: 503 without a Date", own_http("503"), "rejected: noDate", messages=("no Date.*503",)),
    nothing("http: 503 with Retry-After", own_http("503 with Retry-After"), "rejected: declined",
            messages=(r"fewer requests.*503.*\b(99|100) s",)),
    *each("http", own_http, "rejected: badDate|rejected: badAnswer", ("two Dates", "two Dates, other order")),
    # (A field without a value is none, to some libraries.)
    *each("http", own_http, "rejected: badDate|rejected: noDate", [f"Date {name}" for name in bad.http.MALFORMED]),
    nothing("ntp: unsynchronized", chrony(port="chrony, unsynchronized", honest=False), "rejected: unsynchronized"),
    *each("ntp", own_ntp, "rejected: unsynchronized", ("leap 3",)),
    *each("ntp", own_ntp, "rejected: unsynchronized|rejected: badAnswer", ("stratum 16", "root dispersion 17 s")),
    *each("ntp", own_ntp, "rejected: declined", ("RATE", "DENY")),
    *each("ntp", own_ntp, "rejected: badAnswer", bad.ntp.UNUSABLE),
    *each("nts", own_nts, "rejected: declined", ("RATE",)),
    *each("nts", own_nts, "rejected: unsynchronized", ("leap 3",)),
    *each("nts", own_nts, "rejected: badAnswer", ("keys never known", "storm of refusals"), messages=("does not know",)),
    *each("nts", own_nts, "rejected: badAnswer", bad.nts.BAD_KEYS),
    *each("nts", own_nts, "rejected: badAnswer|untrusted: tls", ("another protocol",)),
    *each("nts", own_nts, "unreachable: connectionLost", ("no end",)),
    *each("nts", own_nts, f"rejected: badAnswer|{NO_ANSWER}", ("garbage",)),
    *each("roughtime", roughtime, "rejected: badAnswer", bad.roughtime.UNSYNCHRONIZED, options=BRIEFLY,
          messages=("may not be synchronized",)),
    # Something came that is none of its answers.
    *each("roughtime", roughtime, "rejected: badAnswer", bad.roughtime.UNUSABLE, options=BRIEFLY),
]  # fmt: skip

CASES = HONEST + OTHERS + IPV6 + LIARS + FAR + FORGED + UNREACHABLE + REJECTED
# For the gate: all kinds of servers, true bounds, liars of NTP and of Roughtime that are outvoted, one unheard.
DECISIVE = [
    "now", "nts: chrony", "three honest ntp, one lying", "three honest roughtime, one lying", "nts: not proven", "caddy",
    "varnish, silent",
]  # fmt: skip
