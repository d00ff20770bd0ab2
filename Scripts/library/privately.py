"""Private mounts, a private network, and private names and certificates, only for this process and its children."""

import fcntl
import os
import shutil
import socket
import struct
import subprocess
import sys
from pathlib import Path

from library.packages import run
from library.program import Missing

INSIDE = "SIDEREAL_LAB_INSIDE"
HOSTS, SWITCH = Path("/etc/hosts"), Path("/etc/nsswitch.conf")
BUNDLE = Path("/etc/ssl/certs/ca-certificates.crt")  # the one that Foundation reads on Linux
SIOCSIFFLAGS, UP_AND_RUNNING = 0x8914, 0x41


def enter(network=True):
    """Restarts this script with private mounts and a private network. Returns in the restarted script."""
    own = ["-m", "-n"] if network else ["-m"]
    if os.environ.get(INSIDE):
        return raise_loopback() if network else None
    ways = [["unshare", *own], ["unshare", "-U", "-r", *own]]
    for way in ways[os.geteuid() != 0 :]:
        if subprocess.run([*way, "mount", "-t", "tmpfs", "lab", "/mnt"], capture_output=True).returncode == 0:
            os.environ[INSIDE] = "1"
            sys.stdout.flush()
            os.execvp(way[0], [*way, sys.executable, *sys.argv])
    raise Missing("namespaces of its own: be root, or allow user namespaces")


def raise_loopback():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh", b"lo", UP_AND_RUNNING))


def cover(path, content):
    """Gives a file of the machine other content, only for this process and its children."""
    if not path.exists():
        raise Missing(f"{path} to put another over")
    run(["mount", "--bind", content, path])


def furnish(work, names, authority, more=()):
    """Resolves only these names, to loopback, and `more` lines of /etc/hosts. Trusts only the one authority."""
    hosts, switch = work / "hosts", work / "nsswitch.conf"
    hosts.write_text("127.0.0.1 localhost\n" + "".join(f"127.0.0.1 {name}\n" for name in names) + "".join(more))
    switch.write_text("passwd: files\ngroup: files\nhosts: files\n")
    cover(HOSTS, hosts)
    cover(SWITCH, switch)
    if not BUNDLE.exists() and BUNDLE.parent.is_dir():
        run(["mount", "-t", "tmpfs", "lab", BUNDLE.parent])
        shutil.copy(authority, BUNDLE)
    else:
        cover(BUNDLE, authority)
