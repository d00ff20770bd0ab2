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

APACHE_MODULES = ["mpm_event", "authz_core", "ssl", "socache_shmcb", "cache", "cache_disk", "proxy", "proxy_http", "dir"]
APACHE = """\
ServerRoot {folder}
ServerName {name}
PidFile {folder}/pid
DefaultRuntimeDir {folder}
ErrorLog {folder}/error.log
User #65534
Group #65534
""" + "".join(
    f"LoadModule {each}_module {{root}}/usr/lib/apache2/modules/mod_{each}.so\n" for each in APACHE_MODULES
) + "{own}"

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

# It must find its user and its folder, which belong to the machine.
OPENNTPD_PLACE = """\
mount -t tmpfs lab /var/lib && mkdir -p /var/lib/openntpd/run /var/lib/openntpd/db &&
{ cat /etc/passwd; echo ntpd:x:65534:65534::/var/lib/openntpd/run:/bin/false; } > users && mount --bind users /etc/passwd &&
{ cat /etc/group; echo ntpd:x:65534:; } > groups && mount --bind groups /etc/group &&
exec setpriv --bounding-set=-sys_time --inh-caps=-sys_time "$0" -d -f configuration
"""

# Of each: the program, its option for the version, its configuration, its words.
PROGRAMS = {
    "apache": ("usr/sbin/apache2", "-v", APACHE, "-f {path} -D FOREGROUND"),
    "caddy": ("usr/bin/caddy", "version", CADDY, "run --adapter caddyfile --config {path}"),
    "haproxy": ("usr/sbin/haproxy", "-v", HAPROXY, "-db -f {path}"),
    "lighttpd": ("usr/sbin/lighttpd", "-v", LIGHTTPD, "-D -f {path} -m {root}/usr/lib/lighttpd"),
    "nghttpx": ("usr/sbin/nghttpx", "-v", NGHTTPX, "--conf={path}"),
    "squid": ("usr/sbin/squid", "-v", SQUID, "-N -f {path}"),
    "varnish": ("usr/sbin/varnishd", "-V", VARNISH,
                "-F -f {path} -a 127.0.0.1:{port} -n {folder}/work -j none -s malloc,8m"),
}  # fmt: skip
# What is special in the configuration of one.
OWN = {
    "apache": APACHE_SERVER, "apache's cache": APACHE_CACHE, "haproxy's cache": HAPROXY_CACHE,
    "haproxy": "ssl crt {folder}/both.pem alpn h2,http/1.1",
    "varnish, silent": "unset resp.http.Age; unset resp.http.Via; unset resp.http.X-Varnish;",
}  # fmt: skip


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
        folder, kind = self.servers.folder(name), name.replace("'s cache", "").split(",")[0]
        known = {**self.known, "folder": folder, "port": PORTS[name], "path": folder / "configuration"}
        if kind == "nginx":
            self.servers.run_nginx(name, None, NGINX_CACHE.format(**known))
        elif kind == "openntpd":
            known["path"].write_text(f"listen on {OPENNTPD}\nserver 127.0.0.1\n")
            command = ["unshare", "-m", "sh", "-c", OPENNTPD_PLACE, self.servers.toolbox.openntpd]
            self.servers.start(name, folder, command, None)
        else:
            program, _, text, words = PROGRAMS[kind]
            if kind == "haproxy":
                both = "".join(Path(f"{known['certificate']}{end}").read_text() for end in (".pem", ".key"))
                (folder / "both.pem").write_text(both)
            if name in NEED_ROOT:
                os.chmod(folder, 0o777)
            known["path"].write_text(text.format(own=OWN.get(name, "").format(**known), **known))
            command = [self.root / program, *(word.format(**known) for word in words.split())]
            self.servers.start(name, folder, command, None)


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
