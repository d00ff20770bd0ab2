"""Gets qemu, busybox and a kernel from Debian's packages into a folder. Installs nothing."""

import fcntl
import lzma
import os
import platform
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from library.program import Missing

WANTED = ["qemu-system-x86", "qemu-system-common", "qemu-system-data", "seabios", "busybox-static"]
KERNEL = "linux-image-cloud-amd64"
# The modules that a guest needs for a network, in the order of loading. Some kernels have some of them built in.
MODULES = [
    "virtio_ring", "virtio", "virtio_pci_modern_dev", "virtio_pci_legacy_dev", "virtio_pci", "failover",
    "net_failover", "virtio_net",
]  # fmt: skip


class Toolbox:
    """The unpacked packages, with methods that run their programs."""

    def __init__(self, cache):
        self.root = Path(cache).resolve() / "root"
        self.libraries = [self.root / "usr/lib/x86_64-linux-gnu", self.root / "lib/x86_64-linux-gnu"]
        self.qemu = self.root / "usr/bin/qemu-system-x86_64"
        self.busybox = self.root / "bin/busybox"

    @property
    def kernel(self):
        return next(iter(sorted(self.root.glob("boot/vmlinuz-*"))), self.root / "boot/vmlinuz")

    def modules(self):
        """Returns the name and the content of each module, in the order of loading."""
        for name in MODULES:
            for path in self.root.glob(f"**/modules/*/kernel/**/{name}.ko*"):
                data = path.read_bytes()
                yield name, lzma.decompress(data) if path.suffix == ".xz" else data

    @property
    def environment(self):
        path = ":".join(str(folder) for folder in self.libraries)
        return {**os.environ, "LD_LIBRARY_PATH": path, "QEMU_MODULE_DIR": str(self.libraries[0] / "qemu")}

    def version(self):
        """Returns qemu's version. Raises if qemu does not run."""
        for path in (self.qemu, self.busybox, self.kernel):
            if not path.is_file():
                raise Missing(f"{path} is not there after unpacking")
        said = run([self.qemu, "--version"], env=self.environment)
        return said.split("\n")[0].removeprefix("QEMU emulator version ").split(" ")[0]


def fetch(cache, say):
    """Returns the toolbox in `cache`. Downloads it if it is missing."""
    if platform.machine() != "x86_64":
        raise Missing(f"an x86_64 host (this is {platform.machine()})")
    tools = ("mkfs.ext4", "debugfs", "ldd", "unshare", "timeout")
    with filled(cache, tools, "complete-with-modules", say, lambda: names(WANTED) + kernel()) as is_new:
        toolbox = Toolbox(cache)
        if is_new:
            toolbox.version()
    return toolbox


@contextmanager
def filled(cache, tools, mark, say, wanted):
    """Unpacks the packages of `wanted()` into the cache, unless the mark shows that the cache has them. Use it in a
    `with`, whose end makes the mark. The value is true if the packages are new."""
    for tool in ("apt-get", "dpkg", *tools):
        if not shutil.which(tool, path=search_path()):
            raise Missing(f"{tool} is not installed")
    cache = Path(cache)
    cache.mkdir(parents=True, exist_ok=True)
    with open(cache / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if is_new := not (cache / mark).exists():
            shutil.rmtree(cache / "root", ignore_errors=True)
            download(cache / "packages", say, wanted)
            unpack(cache / "packages", cache / "root", say)
        yield is_new
        (cache / mark).touch()


def search_path():
    return os.environ.get("PATH", "") + ":/usr/sbin:/sbin"


def run(command, **options):
    result = subprocess.run(command, capture_output=True, text=True, **options)
    if result.returncode != 0:
        raise Missing(f"`{' '.join(map(str, command))}` failed: {result.stderr.strip()}")
    return result.stdout


def from_pypi(folder, *wanted):
    """Makes packages of the Python Package Index, NAME==VERSION, importable from a folder. Installs them there once."""
    complete = folder / f"complete-{'-'.join(wanted)}"
    if not complete.exists():
        shutil.rmtree(folder, ignore_errors=True)
        run([sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", folder, *wanted])
        complete.touch()
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))


def names(wanted):
    """Returns the wanted packages, and those of their dependencies that this machine lacks."""
    uris = run(["apt-get", "install", "--no-install-recommends", "--print-uris", "-y", "-qq", *wanted])
    lacking = {line.split()[1].split("_")[0] for line in uris.splitlines() if line.startswith("'")}
    return sorted(lacking | set(wanted))


def kernel():
    """Returns the package that contains the kernel itself."""
    depends = run(["apt-cache", "depends", KERNEL]).split()
    kernels = [name for name in depends if name.startswith("linux-image-") and name != KERNEL]
    if not kernels:
        raise Missing(f"the kernel that {KERNEL} depends on")
    return kernels[:1]


def download(folder, say, wanted):
    """Fetches the packages that `wanted()` names. If the package lists are outdated, updates them and tries again."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        run(["apt-get", "download", "-qq", *wanted()], cwd=folder)
    except Missing:
        say("package lists are missing or old: apt-get update")
        run(["apt-get", "update", "-qq"])
        shutil.rmtree(folder)
        folder.mkdir()
        run(["apt-get", "download", "-qq", *wanted()], cwd=folder)
    packages = list(folder.glob("*.deb"))
    say(f"{len(packages)} packages, {sum(p.stat().st_size for p in packages) / 1e6:.0f} MB")


def unpack(folder, root, say):
    root.mkdir(parents=True)
    for package in sorted(folder.glob("*.deb")):
        if package.name.startswith("linux-image-"):
            # (tar fails on a missing name, such as that of a built-in module.)
            listed = run(["sh", "-c", 'dpkg --fsys-tarfile "$0" | tar -t', package]).splitlines()
            members = [path for path in listed if not path.endswith("/") and (
                path.startswith("./boot/vmlinuz") or Path(path).name.split(".ko")[0] in MODULES)]  # fmt: skip
            run(["sh", "-c", 'to=$1; shift; dpkg --fsys-tarfile "$0" | tar -x -C "$to" "$@"', package, root, *members])
        else:
            run(["dpkg", "-x", package, root])
    shutil.rmtree(folder)
