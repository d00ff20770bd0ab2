"""Real servers of time on loopback: chrony, ntpsec, nginx, honest, lying (libfaketime), unsynchronized, and others.

No ntpsec lies: it takes the kernel's stamps of packets, which libfaketime does not shift, so under libfaketime it says
that it received a question now and sent the answer a day ago, which no client believes.
"""

import shutil
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path

from servers import others
from servers.bad import ntp, nts, roughtime
from library import patience
from library.packages import run
from library.program import REPOSITORY, Missing

DAY = 86_400

OPERATORS = ["one", "two", "three", "four", "five", "six", "seven"]
NAMES = [f"{host}.{operator}.test" for operator in OPERATORS for host in ("time", "ntp")]
# Its first address takes connections and says nothing, its second one is as those of all names.
STALLING = "ntp.stalling.test"

# (The network is the lab's own: nobody else is at these ports.)
NGINX = "nginx"
PORTS = {
    "https": 18443, "https, HTTP/1.1 alone": 18444, "http": 18080, "expired": 18445, "not yet valid": 18446,
    "for another name": 18447, "of no known authority": 18448, "https, a day ahead": 18449, "http, a day ahead": 18081,
    "chrony": 11123, "chrony, a day behind": 11124, "chrony, unsynchronized": 11127, "chrony's keys": 14460,
    "chrony's keys, a day behind": 14461, "ntpsec's keys": 4460, "nobody": 18999,
    "https, 20 years ahead": 18450, "https, 20 years behind": 18451, **others.PORTS,
}  # fmt: skip
# How many days from now the certificates of another world are valid.
WORLDS = {"20 years ahead": roughtime.TWENTY_YEARS // DAY, "20 years behind": -roughtime.TWENTY_YEARS // DAY}

CHRONY = """\
port {port}
bindaddress 127.0.0.1
cmdport 0
bindcmdaddress /
allow 127.0.0.1
pidfile {folder}/pid
driftfile {folder}/drift
{lines}
"""

WITH_NTS = """
ntsserverkey {{certificates}}/good.key
ntsservercert {{certificates}}/good.pem
ntsport {port}
ntsprocesses 0
ntsdumpdir {{folder}}
"""

# It tells the time that the machine has, and has no right to set it. (It believes its own clock sooner where it prefers
# it, and admits less error after a dozen readings. `unrestrict` lets us ask often.)
NTPSEC = """\
driftfile {folder}/drift
tos minclock 1 minsane 1
refclock local stratum 1 minpoll 0 maxpoll 0 prefer
unrestrict default limited
interface ignore wildcard
nts enable
nts cert {certificates}/good.pem
nts key {certificates}/good.key
nts cookie {folder}/keys
"""


def keys_of(chrony):
    """The name of the port where its keys are."""
    return chrony.replace("chrony", "chrony's keys", 1)


def chrony_with_keys(name):
    return "local stratum 1" + WITH_NTS.format(port=PORTS[keys_of(name)])


CHRONIES = {  # libfaketime's shift, and what its configuration adds
    "chrony": (None, chrony_with_keys("chrony")),
    "chrony, a day behind": ("-1d", chrony_with_keys("chrony, a day behind")),
    "chrony, unsynchronized": (None, ""),
}

NGINX_CONFIGURATION = """\
daemon off;
master_process off;
user root root;
env LD_PRELOAD;
env FAKETIME;
env FAKETIME_DONT_FAKE_MONOTONIC;
pid {folder}/pid;
error_log {folder}/error.log;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/t1;
    proxy_temp_path {folder}/t2;
    fastcgi_temp_path {folder}/t3;
    uwsgi_temp_path {folder}/t4;
    scgi_temp_path {folder}/t5;
    ssl_protocols TLSv1.2 TLSv1.3;
{servers}
}}
"""

NGINX_SERVER = """\
    server {{
        listen 127.0.0.1:{port}{flags};
        {certificate}
        location / {{ return 200 "the time\\n"; }}
        location /age {{ add_header Age 3600; return 200 "the time\\n"; }}
        location /redirect {{ return 302 {elsewhere}; }}
        location /empty {{ return 204; }}
    }}
"""

# port: the certificate that it shows (None: plain http), and what else `listen` says
LISTENERS = {
    "https": ("good", " ssl http2"),
    "https, HTTP/1.1 alone": ("good", " ssl"),
    "http": (None, ""),
    "expired": ("expired", " ssl http2"),
    "not yet valid": ("not-yet-valid", " ssl http2"),
    "for another name": ("elsewhere", " ssl http2"),
    "of no known authority": ("unknown", " ssl http2"),
    **{f"https, {world}": (world.replace(" ", "-"), " ssl http2") for world in WORLDS},
}


class Authority:
    """A private authority and the certificates that the lab's servers show."""

    def __init__(self, toolbox, folder):
        self.toolbox, self.folder = toolbox, folder
        folder.mkdir()
        # (It is as old as the oldest world, and outlives the last.)
        birth = f"{min(WORLDS.values()) - 365:+d}d"
        self.certificate = self.sign_itself("authority", "CA:TRUE", shift=birth, days=50 * 365)
        self.issue("good", [*NAMES, STALLING], 0)
        self.issue("expired", NAMES, -10)
        self.issue("not-yet-valid", NAMES, 10)
        self.issue("elsewhere", ["time.elsewhere.test"], 0)
        for world, days in WORLDS.items():
            self.issue(world.replace(" ", "-"), NAMES, days)
        self.sign_itself("unknown", "CA:FALSE", names=NAMES)

    def openssl(self, *words, shift=None):
        # (In a world that is shifted, only openssl itself is told so.)
        return run([self.toolbox.openssl, *words], env=self.toolbox.environment_at(shift), cwd=self.folder)

    def sign_itself(self, name, constraint, names=(), shift=None, days=30):
        extensions = ["-addext", f"basicConstraints=critical,{constraint}"]
        if names:
            extensions += ["-addext", "subjectAltName=" + ",".join(f"DNS:{each}" for each in names)]
        self.openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", str(days),
            "-subj", f"/CN=Sidereal server lab {name}", "-keyout", f"{name}.key", "-out", f"{name}.pem", *extensions,
            shift=shift,
        )  # fmt: skip
        return self.folder / f"{name}.pem"

    def issue(self, name, names, days, shift=None, lasting=2):
        """A certificate for two days, from so many days from now, or since a shift of libfaketime's for longer."""
        own = "subjectAltName=" + ",".join(f"DNS:{each}" for each in names)
        (self.folder / f"{name}.ext").write_text(f"basicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\n{own}")
        self.openssl(
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", f"/CN={names[0]}",
            "-keyout", f"{name}.key", "-out", f"{name}.csr",
        )  # fmt: skip
        self.openssl(
            "x509", "-req", "-in", f"{name}.csr", "-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial",
            "-days", str(lasting), "-extfile", f"{name}.ext", "-out", f"{name}.pem",
            shift=shift or (f"{days:+d}d" if days else None),
        )  # fmt: skip
        then = int(time.time()) + days * DAY + 3_600
        self.openssl("verify", "-CAfile", "authority.pem", "-attime", str(then), f"{name}.pem")


class TimeServers:
    """Those at the ports that are asked. To be used with `with`, and entered from the main thread: they end with it."""

    def __init__(self, toolbox, authority, elsewhere, work, asked):
        self.toolbox, self.authority, self.elsewhere, self.work = toolbox, authority, elsewhere, work
        self.names = [name for name, port in PORTS.items() if port in asked]
        self.processes = []

    def __enter__(self):
        try:
            self.start_all()
        except BaseException:
            self.__exit__()
            raise
        return self

    def start_all(self):
        chronies = [name for name in CHRONIES if {name, keys_of(name)} & set(self.names)]
        for name in chronies:
            self.start_chrony(name)
        if "ntpsec's keys" in self.names:
            self.start_ntpsec()
        self.start_own(nts, self.authority.folder)
        self.start_own(roughtime)
        self.start_nginx(NGINX, None, LISTENERS, PORTS)
        if any("a day ahead" in name for name in self.names):
            liars = {name: PORTS[f"{name}, a day ahead"] for name in ("https", "http")}
            self.start_nginx("nginx, a day ahead", "+1d", {name: LISTENERS[name] for name in liars}, liars)
        foreign = others.Others(self, PORTS["http"])
        for name in others.PORTS:
            if name in self.names:
                foreign.start(name)
        for name in chronies:
            self.wait(name, lambda: is_as_told(name))
        if "ntpsec's keys" in self.names:
            self.wait("ntpsec", lambda: ntp_shift(123, synchronized=True) is not None)
        if "openntpd" in self.names:
            self.wait("openntpd", lambda: ntp_shift(123, address=others.OPENNTPD) is not None)
        for name in self.names:
            if any(word in name for word in ("keys", "a day ahead")) or name in LISTENERS or name in others.WEB:
                self.wait(name, lambda: accepts(PORTS[name]))
        others.fill(set(self.names))

    def __exit__(self, *_):
        self.stop({name for name, _, _ in self.processes})

    def stop(self, names):
        ended = [process for name, process, _ in self.processes if name in names]
        self.processes = [each for each in self.processes if each[0] not in names]
        for process in ended:
            process.terminate()
        for process in ended:
            try:
                process.wait(timeout=patience.SERVER_STOP)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def start(self, name, folder, command, shift):
        log = folder / "log"
        with open(log, "wb") as output:
            streams = {"stdin": subprocess.DEVNULL, "stdout": output, "stderr": subprocess.STDOUT}
            command = ["setpriv", "--pdeathsig", "KILL", *command]
            process = subprocess.Popen(command, env=self.toolbox.environment_at(shift), cwd=folder, **streams)
        self.processes.append((name, process, log))

    def start_chrony(self, name):
        self.run_chrony(name, PORTS[name], *CHRONIES[name])

    def run_chrony(self, name, port, shift, lines):
        folder = self.folder(name)
        configuration = folder / "chrony.conf"
        lines = lines.format(folder=folder, certificates=self.authority.folder)
        configuration.write_text(CHRONY.format(port=port, folder=folder, lines=lines))
        # -x: leaves the machine's clock alone. (Here everybody is root, if only in a namespace.)
        command = [self.toolbox.chronyd, "-4", "-x", "-d", "-U", "-u", "root", "-f", configuration]
        self.start(name, folder, command, shift)

    def start_ntpsec(self):
        folder = self.folder("ntpsec")
        (folder / "ntp.conf").write_text(NTPSEC.format(folder=folder, certificates=self.authority.folder))
        rights = ["setpriv", "--bounding-set=-sys_time", "--inh-caps=-sys_time"]
        options = ["-n", "-g", "-c", folder / "ntp.conf", "-p", folder / "pid"]
        self.start("ntpsec", folder, [*rights, self.toolbox.ntpsec, *options], None)

    def start_own(self, module, *words):
        """Servers of our own that need libraries, and so are a program of their own."""
        name = Path(module.__file__).stem
        folder = self.folder(name)
        path = f"PYTHONPATH={self.toolbox.python}:{REPOSITORY / 'Scripts'}"
        self.start(name, folder, ["env", path, sys.executable, "-B", "-m", module.__name__, *words], None)
        self.wait(name, lambda: "ready" in self.log(module))

    def log(self, module):
        """Returns the output of a program."""
        return (self.work / Path(module.__file__).stem / "log").read_text()

    def start_nginx(self, name, shift, listeners, ports):
        servers = ""
        for listener, (shown, flags) in listeners.items():
            stem = self.authority.folder / str(shown)
            certificate = f"ssl_certificate {stem}.pem; ssl_certificate_key {stem}.key;" if shown else ""
            servers += NGINX_SERVER.format(
                port=ports[listener], flags=flags, certificate=certificate, elsewhere=self.elsewhere)
        self.run_nginx(name, shift, servers)

    def run_nginx(self, name, shift, servers):
        folder = self.folder(name)
        (folder / "nginx.conf").write_text(NGINX_CONFIGURATION.format(folder=folder, servers=servers))
        own = ["-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log"]
        self.start(name, folder, [self.toolbox.nginx, *own], shift)

    def folder(self, name):
        folder = self.work / name.replace(", ", "-").replace(" ", "-")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return folder

    def wait(self, name, ready):
        deadline = time.monotonic() + patience.SERVER_START
        while not ready():
            for each, process, log in self.processes:
                if process.poll() is not None:
                    raise Missing(f"a server that starts: {each}\n{log.read_text(errors='replace')}")
            if time.monotonic() > deadline:
                raise Missing(f"a server that starts: {name}, no answer in {patience.SERVER_START} s")
            time.sleep(patience.PAUSE)


def is_as_told(name):
    """Returns whether a chrony answers with the offset that it should have."""
    if name == "chrony, unsynchronized":
        return ntp_shift(PORTS[name]) is not None
    shift = ntp_shift(PORTS[name], synchronized=True)
    return shift is not None and abs(shift - (-DAY if "a day behind" in name else 0)) < patience.NEAR


def ntp_shift(port, synchronized=False, address="127.0.0.1"):
    """Returns a server's offset in seconds, or None if the server does not answer or is not synchronized."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        client.settimeout(patience.ANSWER)
        client.connect((address, port))
        try:
            client.send(b"\x23" + bytes(39) + b"server-l")
            answer = client.recv(512)
        except OSError:
            return None
    if len(answer) < 48:
        return None
    dispersion, stamp = struct.unpack("!I28xQ", answer[8:48])
    knows = answer[0] >> 6 != ntp.LEAP_UNKNOWN and 1 <= answer[1] <= 15 and dispersion < 0.5 * 2**16
    if synchronized and not knows:
        return None
    # (The seconds begin anew in 2036.)
    return (stamp / 2**32 - ntp.ERA - time.time() + 2**31) % 2**32 - 2**31


def accepts(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=patience.ANSWER).close()
        return True
    except OSError:
        return False
