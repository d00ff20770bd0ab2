"""chrony and nginx for guests: certificates that hold since before 2001, and one that is younger."""

from library import patience
from servers.timeservers import LISTENERS, NAMES, NGINX, PORTS, Authority, TimeServers, accepts, is_as_told

# A clock that was never set may stand anywhere from here on.
LONG_AGO, DAYS = "@2000-01-01 00:00:00", 18_262

WEB = f"https://time.one.test:{PORTS['https']}"
YOUNG = f"https://time.one.test:{PORTS['expired']}"
NTP = f"ntp.one.test:{PORTS['chrony']}"
ASKED = ("--server", WEB, "--ntp", NTP)
ASKED_YOUNG = ("--server", YOUNG)


class LongLivedAuthority(Authority):
    """Shows a certificate since 2000 at the good port, and one of today at the expired one's."""

    def __init__(self, toolbox, folder):
        self.toolbox, self.folder, self.certificate = toolbox, folder, folder / "authority.pem"
        if folder.exists():
            return
        folder.mkdir()
        self.certificate = self.sign_itself("authority", "CA:TRUE", shift=LONG_AGO, days=DAYS)
        self.issue("good", NAMES, 0, shift=LONG_AGO, lasting=DAYS)
        self.issue("expired", NAMES, 0)


class GuestServers(TimeServers):
    """One chrony and one nginx, both right."""

    def __init__(self, toolbox, authority, work):
        super().__init__(toolbox, authority, f"http://{NAMES[0]}/", work, asked=())

    def start_all(self):
        self.start_chrony("chrony")
        self.start_nginx(NGINX, None, {name: LISTENERS[name] for name in ("https", "expired")}, PORTS)
        self.wait("nginx", lambda: all(accepts(PORTS[name]) for name in ("https", "expired")))
        self.wait("chrony", lambda: is_as_told("chrony"))

    def has_strayed(self):
        return not any(is_as_told("chrony") for _ in range(patience.CLOCK_TRIES))
