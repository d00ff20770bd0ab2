"""Web servers, caches and a time server of other projects, each with the few lines that make it serve here.

A cache keeps the answers of an nginx. It is filled before the cases begin, so the Date of its answers is old. Most caches
tell their clients so, by Age; nginx and the Varnish that hides its headers do not.
"""

import os
import time
import urllib.request
from pathlib import Path

from library import patience
from library.program import Missing

# Debian's packages.
PACKAGES = ["apache2-bin", "caddy", "haproxy", "lighttpd", "nghttp2-proxy", "squid", "varnish"]
PROGRAMS = {
    "apache": ("usr/sbin/apache2", "-v"), "caddy": ("usr/bin/caddy", "version"), "haproxy": ("usr/sbin/haproxy", "-v"),
    "lighttpd": ("usr/sbin/lighttpd", "-v"), "nghttpx": ("usr/sbin/nghttpx", "-v"), "squid": ("usr/sbin/squid", "-v"),
    "varnish": ("usr/sbin/varnishd", "-V"),
}  # fmt: skip
SERVERS = {"apache": 18460, "caddy": 18461, "haproxy": 18462, "lighttpd": 18463, "nghttpx": 18464}
CACHES = {
    "apache's cache": 18471, "haproxy's cache": 18472, "nginx's cache, by path": 18473, "squid": 18474, "varnish": 18475,
    "varnish, silent": 18476,
}  # fmt: skip
WEB = SERVERS | CACHES
PORTS = WEB | {"openntpd": 123}
# It has no option for its port, and 127.0.0.1 has another server at 123.
OPENNTPD = "127.0.0.3"
# They give up root for another user. Who is root in a namespace of users alone has no other.
NEED_ROOT = ["apache", "apache's cache", "squid", "openntpd"]
AGE = 3  # seconds that an answer lies in a cache before the cases begin

APACHE = """\
ServerRoot {folder}
ServerName {name}
PidFile {folder}/pid
DefaultRuntimeDir {folder}
ErrorLog {folder}/error.log
User #65534
Group #65534
{own}
"""
APACHE_MODULES = ["mpm_event", "authz_core", "ssl", "socache_shmcb", "cache", "cache_disk", "proxy", "proxy_http", "dir"]

APACHE_SERVER = """\
Listen 127.0.0.1:{port}
DocumentRoot {folder}
SSLEngine on
SSLCertificateFile {certificate}.pem
SSLCertificateKeyFile {certificate}.key
"""

APACHE_CACHE = """\
Listen 127.0.0.1:{port}
CacheRoot {folder}
CacheEnable disk /
CacheIgnoreNoLastMod On
CacheDefaultExpire 3600
ProxyPass / http://127.0.0.1:{origin}/
"""

CADDY = """\
{{
    admin off
    auto_https off
}}
https://{name}:{port} {{
    bind 127.0.0.1
    tls {certificate}.pem {certificate}.key
    respond "the time"
}}
"""

LIGHTTPD = """\
server.document-root = "{folder}"
server.bind = "127.0.0.1"
server.port = {port}
"""

HAPROXY = """\
defaults
    mode http
    timeout connect 5s
    timeout client 60s
    timeout server 60s
cache kept
    total-max-size 4
    max-age 3600
frontend here
    bind 127.0.0.1:{port} {own}
    default_backend origin
backend origin
    server origin 127.0.0.1:{origin}
"""

HAPROXY_CACHE = """
    http-request cache-use kept
    http-response set-header Cache-Control max-age=3600
    http-response cache-store kept"""

NGHTTPX = """\
frontend=127.0.0.1,{port}
backend=127.0.0.1,{origin}
private-key-file={certificate}.key
certificate-file={certificate}.pem
workers=1
single-process=yes
"""

NGINX_CACHE = """\
    proxy_cache_path {folder}/kept keys_zone=kept:1m;
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://127.0.0.1:{origin};
            proxy_cache kept;
            proxy_cache_key $uri;
            proxy_cache_valid 200 1h;
            proxy_pass_header Date;
        }}
    }}
"""

SQUID = """\
http_port 127.0.0.1:{port} accel defaultsite={name}
cache_peer 127.0.0.1 parent {origin} 0 no-query originserver
http_access allow all
refresh_pattern . 60 100% 60
cache_mem 8 MB
cache_effective_user nobody
access_log none
cache_log {folder}/cache.log
coredump_dir {folder}
pid_filename none
mime_table {root}/usr/share/squid/mime.conf
icon_directory {root}/usr/share/squid/icons
error_directory {root}/usr/share/squid/errors/templates
visible_hostname {name}
unlinkd_program {root}/usr/lib/squid/unlinkd
pinger_enable off
shutdown_lifetime 0 seconds
"""

VARNISH = """\
vcl 4.0;
backend origin {{ .host = "127.0.0.1"; .port = "{origin}"; }}
sub vcl_backend_response {{ set beresp.ttl = 1h; }}
sub vcl_deliver {{ {own} }}
"""

OPENNTPD_LINES = f"""\
listen on {OPENNTPD}
server 127.0.0.1
"""
# It must find its user and its folder, which belong to the machine.
OPENNTPD_PLACE = """\
mount -t tmpfs lab /var/lib && mkdir -p /var/lib/openntpd/run /var/lib/openntpd/db &&
{ cat /etc/passwd; echo ntpd:x:65534:65534::/var/lib/openntpd/run:/bin/false; } > users && mount --bind users /etc/passwd &&
{ cat /etc/group; echo ntpd:x:65534:; } > groups && mount --bind groups /etc/group &&
exec setpriv --bounding-set=-sys_time --inh-caps=-sys_time "$0" -d -f configuration
"""
SILENT = "unset resp.http.Age; unset resp.http.Via; unset resp.http.X-Varnish;"


def kind(name):
    """Returns the program's name."""
    return name.replace("'s cache", "").split(",")[0]


class Others:
    """Starts the servers in the lab's `TimeServers`, those at the ports that are asked."""

    def __init__(self, servers, origin):
        self.servers, self.root = servers, servers.toolbox.root
        self.known = {
            "name": "time.one.test", "origin": origin, "root": self.root,
            "certificate": servers.authority.folder / "good",
        }  # fmt: skip

    def start(self, name):
        """Starts a server. A name in CACHES starts a cache."""
        folder = self.servers.folder(name)
        getattr(self, kind(name))(name, folder, name in CACHES)

    def write(self, folder, name, text, own=""):
        """Writes a configuration, and returns its path."""
        words = {**self.known, "folder": folder, "port": PORTS.get(name)}
        path = folder / "configuration"
        path.write_text(text.format(own=own.format(**words), **words))
        return path

    def run(self, name, folder, *words):
        self.servers.start(name, folder, [self.root / PROGRAMS[kind(name)][0], *words], None)

    def apache(self, name, folder, is_cache):
        os.chmod(folder, 0o777)
        modules = self.root / "usr/lib/apache2/modules"
        lines = [f"LoadModule {each}_module {modules}/mod_{each}.so\n" for each in APACHE_MODULES]
        own = "".join(lines) + (APACHE_CACHE if is_cache else APACHE_SERVER)
        path = self.write(folder, name, APACHE, own)
        self.run(name, folder, "-f", path, "-D", "FOREGROUND")

    def caddy(self, name, folder, _):
        path = self.write(folder, name, CADDY)
        self.run(name, folder, "run", "--adapter", "caddyfile", "--config", path)

    def lighttpd(self, name, folder, _):
        path = self.write(folder, name, LIGHTTPD)
        self.run(name, folder, "-D", "-f", path, "-m", self.root / "usr/lib/lighttpd")

    def haproxy(self, name, folder, is_cache):
        stem = self.known["certificate"]
        both = folder / "both.pem"
        both.write_text("".join((stem.parent / f"{stem.name}{end}").read_text() for end in (".pem", ".key")))
        own = HAPROXY_CACHE if is_cache else "ssl crt {folder}/both.pem alpn h2,http/1.1"
        self.run(name, folder, "-db", "-f", self.write(folder, name, HAPROXY, own))

    def nghttpx(self, name, folder, _):
        self.run(name, folder, f"--conf={self.write(folder, name, NGHTTPX)}")

    def nginx(self, name, folder, _):
        self.servers.run_nginx(name, None, NGINX_CACHE.format(folder=folder, port=PORTS[name], **self.known))

    def squid(self, name, folder, _):
        os.chmod(folder, 0o777)
        self.run(name, folder, "-N", "-f", self.write(folder, name, SQUID))

    def varnish(self, name, folder, _):
        path = self.write(folder, name, VARNISH, SILENT if "silent" in name else "")
        self.run(
            name, folder, "-F", "-f", path, "-a", f"127.0.0.1:{PORTS[name]}", "-n", folder / "work",
            "-j", "none", "-s", "malloc,8m",
        )  # fmt: skip

    def openntpd(self, name, folder, _):
        self.write(folder, name, OPENNTPD_LINES)
        program = self.servers.toolbox.openntpd
        self.servers.start(name, folder, ["unshare", "-m", "sh", "-c", OPENNTPD_PLACE, program], None)


def has_users():
    """Returns whether there are users other than root, as there are unless this is a namespace of one user."""
    return any(int(line.split()[2]) > 1 for line in Path("/proc/self/uid_map").read_text().splitlines())


def fill(names):
    """Lets each of these caches keep an answer, which grows old."""
    for name in names & CACHES.keys():
        for method in ("GET", "HEAD"):
            address = f"http://127.0.0.1:{PORTS[name]}/"
            request = urllib.request.Request(address, method=method, headers={"Host": f"time.one.test:{PORTS[name]}"})
            with urllib.request.urlopen(request, timeout=patience.ANSWER) as answer:
                if answer.status != 200:
                    raise Missing(f"a cache that answers: {name} says {answer.status}")
    if names & CACHES.keys():
        time.sleep(AGE)
