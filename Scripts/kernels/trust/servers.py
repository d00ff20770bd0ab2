"""chrony and nginx for guests: certificates that hold since before 2001, and one that is younger."""

from library import patience
from servers.timeservers import (
    LISTENERS, NAMES, NGINX, PORTS, Authority, TimeServers, accepts, is_as_told, ntp_shift,
)  # fmt: skip

# A clock that was never set may stand anywhere from here on.
LONG_AGO, DAYS = "@2000-01-01 00:00:00", 18_262

WEB = f"https://time.one.test:{PORTS['https']}"
YOUNG = f"https://time.one.test:{PORTS['expired']}"
NTP = f"ntp.one.test:{PORTS['chrony']}"
ASKED = ("--server", WEB, "--ntp", NTP)
ASKED_YOUNG = ("--server", YOUNG)
# Those of a guest that is paused: when it goes on, they tell a later time.
LATER, LATER_PORTS = ("nginx, later", "chrony, later"), (18_460, 11_130)
ASKED_LATER = (
    "--server", f"https://time.one.test:{LATER_PORTS[0]}", "--ntp", f"ntp.one.test:{LATER_PORTS[1]}",
)  # fmt: skip


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
    """One chrony and one nginx, both right, and those of a guest that is paused."""

    def __init__(self, toolbox, authority, work):
        super().__init__(toolbox, authority, f"http://{NAMES[0]}/", work, asked=())

    def start_all(self):
        self.start_chrony("chrony")
        self.start_nginx(NGINX, None, {name: LISTENERS[name] for name in ("https", "expired")}, PORTS)
        self.wait("nginx", lambda: all(accepts(PORTS[name]) for name in ("https", "expired")))
        self.wait("chrony", lambda: is_as_told("chrony"))

    def start_later(self, seconds=0):
        """Starts those of a guest that is paused anew; they tell a time so many seconds later than the host's."""
        self.stop(LATER)
        shift = f"+{seconds}s" if seconds else None
        web, ntp = LATER_PORTS
        self.start_nginx(LATER[0], shift, {"https": LISTENERS["https"]}, {"https": web})
        self.run_chrony(LATER[1], ntp, shift, "local stratum 1")
        self.wait(LATER[0], lambda: accepts(web))
        self.wait(LATER[1], lambda: abs((ntp_shift(ntp, synchronized=True) or 0) - seconds) < patience.NEAR)

    def has_strayed(self):
        return not any(is_as_told("chrony") for _ in range(patience.CLOCK_TRIES))
