#!/usr/bin/env python3
"""A bare Debian of this machine's release in a folder of its own, made once, and copied from then on.

usage: python3 -m kernels.systemd.root FOLDER
"""

import fcntl
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from library.packages import run
from library.program import REPOSITORY, Missing

CACHE = REPOSITORY / ".build/debian-root"


def bare(folder, say=print):
    """Puts one into a folder that does not exist yet."""
    if not shutil.which("debootstrap"):
        raise Missing("debootstrap is not installed")
    CACHE.mkdir(parents=True, exist_ok=True)
    with open(CACHE / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (CACHE / "complete").exists():
            shutil.rmtree(CACHE / "root", ignore_errors=True)
            say("debootstrap")
            run(["debootstrap", "--variant=minbase", codename(), CACHE / "root", *mirror()])
            shutil.copy("/etc/resolv.conf", CACHE / "root/etc/resolv.conf")
            (CACHE / "complete").touch()
    run(["cp", "-a", "--reflink=auto", CACHE / "root", folder])


def codename():
    return platform.freedesktop_os_release()["VERSION_CODENAME"]


def mirror():
    """The mirror that this machine uses."""
    asked = ["apt-get", "indextargets", "--format", "$(REPO_URI)", f"Codename: {codename()}"]
    return subprocess.run(asked, capture_output=True, text=True).stdout.split()[:1]


def install(root, *packages):
    """Installs packages there, and what they need."""
    run(["chroot", root, "apt-get", "update", "-qq"])
    run(["chroot", root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq",
         "--no-install-recommends", *packages])  # fmt: skip


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        bare(Path(sys.argv[1]))
    except Missing as error:
        print(f"a bare Debian: missing: {error}", file=sys.stderr)
        sys.exit(2)
