"""Gets chrony, nginx, libfaketime, htpdate and ntplib into a folder. Installs nothing."""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

from packages import download, names, run, search_path, unpack
from program import Missing

WANTED = ["chrony", "nginx", "libfaketime", "htpdate", "openssl"]


class Toolbox:
    """The unpacked packages, and how to start what is in them."""

    def __init__(self, cache):
        self.root = Path(cache).resolve() / "root"
        self.python = Path(cache).resolve() / "python"
        self.chronyd = self.root / "usr/sbin/chronyd"
        self.nginx = self.root / "usr/sbin/nginx"
        self.htpdate = self.root / "usr/sbin/htpdate"
        self.openssl = shutil.which("openssl", path=search_path()) or self.root / "usr/bin/openssl"

    @property
    def environment(self):
        folders = [folder for each in ("usr/lib", "lib") for folder in self.root.glob(f"{each}/*-linux-gnu*")]
        return {**os.environ, "LD_LIBRARY_PATH": ":".join(map(str, folders))}

    def environment_at(self, shift):
        """Of a process whose wall clock is off by so much (libfaketime's words: +1d, -0.3s); None for a true one."""
        if shift is None:
            return self.environment
        library = next(iter(sorted(self.root.glob("usr/lib/*/faketime/libfaketime.so.1"))), None)
        if library is None:
            raise Missing("libfaketime.so.1 after unpacking")
        fake = {"LD_PRELOAD": str(library), "FAKETIME": shift, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        return {**self.environment, **fake}

    def versions(self):
        """Of what was unpacked; raises if it does not run."""
        found = []
        for path, flag in ((self.chronyd, "-v"), (self.nginx, "-v")):
            try:
                result = subprocess.run([path, flag], env=self.environment, capture_output=True, text=True)
            except OSError as error:
                raise Missing(f"{path.name} after unpacking: {error}") from None
            if result.returncode != 0:
                raise Missing(f"{path.name} that runs: {result.stderr.strip()}")
            found.append((result.stdout + result.stderr).split("\n")[0])
        chrony, nginx = found
        return f"chrony {chrony.split('version ')[1].split(' ')[0]}, nginx {nginx.split('/')[-1].split(' ')[0]}"


def fetch(cache, say):
    """The toolbox in `cache`, downloaded if it is not there yet."""
    for tool in ("apt-get", "dpkg", "unshare", "mount", "setpriv"):
        if not shutil.which(tool, path=search_path()):
            raise Missing(f"{tool} is not installed")
    cache = Path(cache)
    cache.mkdir(parents=True, exist_ok=True)
    toolbox = Toolbox(cache)
    with open(cache / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        complete = cache / "complete"
        if not complete.exists():
            shutil.rmtree(toolbox.root, ignore_errors=True)
            download(cache / "packages", say, lambda: names(WANTED))
            unpack(cache / "packages", toolbox.root, say)
            toolbox.versions()
            fetch_ntplib(toolbox.python, say)
            complete.touch()
    return toolbox


def fetch_ntplib(folder, say):
    """A Python client to compare with, from the Python Package Index; the lab can do without."""
    shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", folder, "ntplib"]
    try:
        run(command)
    except Missing as error:
        say(f"no ntplib to compare with: {error}")
