"""Gets servers, libfaketime and libraries of Python into a folder. Installs nothing."""

import os
import re
import shutil
import sys
from pathlib import Path

from library.packages import filled, names, run, search_path
from library.program import Missing
from servers import others

WANTED = ["chrony", "nginx", "libfaketime", "openssl", "ntpsec-ntpdig", "htpdate", "curl", *others.PACKAGES]
# Debian installs one or the other; unpacked, they bear each other.
BESIDE = ["ntpsec"]


class Toolbox:
    """The unpacked packages, and how to start what is in them."""

    def __init__(self, cache):
        self.root = Path(cache).resolve() / "root"
        self.python = Path(cache).resolve() / "python"
        self.chronyd = self.root / "usr/sbin/chronyd"
        self.ntpsec = self.root / "usr/sbin/ntpd"
        self.openntpd = Path(cache).resolve() / "openntpd/root/usr/sbin/ntpd"
        self.nginx = self.root / "usr/sbin/nginx"
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
        # (Some print it as an error.)
        said = ["sh", "-c", '"$0" "$1" 2>&1']
        programs = {"chrony": (self.chronyd, "-v"), "ntpsec": (self.ntpsec, "-V"), "nginx": (self.nginx, "-v")}
        programs |= {name: (self.root / path, flag) for name, (path, flag, *_) in others.PROGRAMS.items()}
        found = []
        for name, words in programs.items():
            version = re.search(r"\d+\.[\d.]*\d", run([*said, *words], env=self.environment))
            if version is None:
                raise Missing(f"a version of {name}")
            found.append(f"{name} {version[0]}")
        return ", ".join(found)


def fetch(cache, say):
    """The toolbox in `cache`, downloaded if it is not there yet."""
    wanted = lambda: sorted({*names(WANTED), *names(BESIDE)})  # noqa: E731
    # (It names its program as ntpsec does.)
    with filled(Path(cache) / "openntpd", (), "complete", say, lambda: names(["openntpd"])):
        pass
    with filled(cache, ("unshare", "mount", "setpriv"), "complete-with-others", say, wanted) as is_new:
        toolbox = Toolbox(cache)
        if is_new:
            toolbox.versions()
            # TLS that exports keys, from the Python Package Index.
            shutil.rmtree(toolbox.python, ignore_errors=True)
            libraries = ["cryptography", "pyOpenSSL"]
            run([sys.executable, "-m", "pip", "install", "-q", "--target", toolbox.python, *libraries])
    return toolbox
