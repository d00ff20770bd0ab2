"""A guest with Debian's systemd, our units and the program as Scripts/install lays them out, and what is done to it."""

import shutil
import time
from pathlib import Path

from kernels.systemd import root as debianroot
from library import patience
from kernels.guest import HOST, NETWORK, Obeying, machine
from library.packages import run
from library.program import REPOSITORY
from servers.timeservers import NAMES
from kernels.trust.servers import NTP, WEB

HERE = Path(__file__).resolve().parent
CONFIGURATION = f"server = {WEB}\nntp = {NTP}\ninterval = 5\nown-servers = yes\n"
# Sooner than after half a minute, so that nobody waits.
TIMER = "[Timer]\nOnBootSec=\nOnBootSec=2s\nOnUnitActiveSec=1h\nRandomizedDelaySec=0\n"
# Before our units, which do not wait for a network: whether they found one was a race.
CARD = """[Unit]
Before=lab.service siderealctl-watch.service siderealctl-check.service
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/sh -c 'for module in /lab/modules/*.ko; do insmod $$module; done'
ExecStart=/bin/ip link set lo up
ExecStart=/bin/ip address add 10.0.2.15/24 dev eth0
ExecStart=/bin/ip link set eth0 up
[Install]
WantedBy=multi-user.target
"""
# Not by fstab, which waits for udev.
DISK = """[Unit]
DefaultDependencies=no
Before=local-fs.target
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/mount -t ext4 /dev/nvme1n1 /var/lib/private
[Install]
WantedBy=local-fs.target
"""
WATCHDOG = "[Service]\nWatchdogSec=10\nRestartSec=1\n"
CONSOLE = "[Service]\nExecStart=/lab/console\n[Install]\nWantedBy=multi-user.target\n"
PACKAGES = ("systemd-sysv", "libcurl4", "kmod", "iproute2")


def image(toolbox, binary, authority, work, say):
    """The disk, with the units enabled."""
    root = work / "root"
    debianroot.bare(root, say)
    debianroot.install(root, *PACKAGES)
    run([REPOSITORY / "Scripts/install", "--prefix", "/usr", "--root", root, "--binary", binary])
    lab = root / "lab"
    (lab / "modules").mkdir(parents=True)
    for number, (name, data) in enumerate(toolbox.modules()):
        (lab / f"modules/{number}-{name}.ko").write_bytes(data)
    shutil.copy(HERE / "console", lab / "console")
    (lab / "console").chmod(0o755)
    (root / "etc/hosts").write_text("127.0.0.1 localhost\n" + "".join(f"{HOST} {name}\n" for name in NAMES))
    (root / "etc/resolv.conf").unlink()
    (root / "etc/hostname").write_text("guest\n")
    certificates = root / "etc/ssl/certs"
    certificates.mkdir(parents=True, exist_ok=True)
    shutil.copy(authority, certificates / "ca-certificates.crt")
    (root / "etc/sidereal/siderealctl.conf").write_text(CONFIGURATION)
    (root / "var/lib/private").mkdir(mode=0o700)
    units = root / "etc/systemd/system"
    (units / "lab.service").write_text(CONSOLE)
    (units / "lab-disk.service").write_text(DISK)
    (units / "lab-card.service").write_text(CARD)
    (lab / "watchdog.conf").write_text(WATCHDOG)
    (units / "siderealctl-check.timer.d").mkdir()
    (units / "siderealctl-check.timer.d/lab.conf").write_text(TIMER)
    enabled = ("lab.service", "lab-disk.service", "lab-card.service", "siderealctl-watch.service", "siderealctl-check.timer")
    run(["systemctl", f"--root={root}", "enable", *enabled])
    run(["systemctl", f"--root={root}", "mask", "getty.target", "systemd-timesyncd.service"])
    disk = work / "disk.img"
    with open(disk, "wb") as file:
        file.truncate(700 << 20)
    run(["mkfs.ext4", "-q", "-F", "-d", root, disk])
    shutil.rmtree(root)
    return disk


def state_disk(work):
    """A small disk of its own for what services keep, so that it can be full while systemd has room."""
    (work / "state").mkdir(mode=0o700)
    disk = work / "state.img"
    with open(disk, "wb") as file:
        file.truncate(16 << 20)
    run(["mkfs.ext4", "-q", "-F", "-d", work / "state", disk])
    return disk


class Guest(Obeying):
    """The guest; to be used with `with`."""

    def __init__(self, toolbox, disk, work):
        self.work, self.disk, self.notes = work, disk, {}
        drives = [
            f"-drive file={path},format=raw,if=none,id=d{number},cache=unsafe -device nvme,drive=d{number},serial=s{number}"
            for number, path in enumerate((disk, state_disk(work)))
        ]
        super().__init__(toolbox, work, machine(
            toolbox, "pc", 512, patience.STORY, "base=utc,clock=host",
            "root=/dev/nvme0n1 rootfstype=ext4 rw init=/lib/systemd/systemd systemd.show_status=0",
            *" ".join(drives).split(), *NETWORK,
        ))  # fmt: skip

    def note_clock(self, name):
        """Notes by how much the guest's clock differs from the host's: at least, at most, in seconds."""
        probe = self.probe()
        self.notes[name] = f"{(probe.wall - probe.came) / 1e9} {(probe.wall - probe.sent) / 1e9}"

    def set_right(self):
        self.do(f"date -s @{time.time():.6f}")

    def keep(self):
        """Puts what was noted on the disk."""
        self.do("mkdir -p /lab/out && cp $out/* /lab/out/ && sync")

    def reboot(self):
        self.keep()
        self.send("systemctl reboot")
        self.answer("ready")

    def leave(self):
        """Switches the guest off; returns all that was noted."""
        self.keep()
        self.end("systemctl poweroff")
        run(["debugfs", "-R", f"rdump /lab/out {self.work}", self.disk])
        for path in sorted((self.work / "out").iterdir()):
            self.notes[path.name] = path.read_text()
        return self.notes


def tell(guest):
    """All that happens to the guest. The names of the notes are those that the judge knows."""
    guest.do("await is_active && await knows_the_time && describe begun")
    guest.note_clock("begun.probe")
    guest.do("note begun.owner stat -c %u /proc/$(systemctl show $watch -p MainPID --value) /var/lib/private/sidereal")
    guest.do("await says siderealctl-check 'Finished'")
    guest.do("note check.journal journalctl -u siderealctl-check -o cat --no-pager")
    guest.do("note check.timer systemctl show siderealctl-check.timer -p ActiveState,SubState")

    guest.do("ip link set eth0 down && systemctl start siderealctl-check && ip link set eth0 up")
    guest.do("note offline.journal journalctl -u siderealctl-check -o cat --no-pager")

    guest.do("date -s '+1 hour' && await says $watch 'clock set' && describe set")
    guest.set_right()

    guest.do("echo 'tolerance = 5' >>$configuration && systemctl reload $watch && await knows_the_time && describe reread")
    guest.do("echo 'no-such-option = 1' >>$configuration && systemctl reload $watch")
    guest.do("await says $watch 'nothing is changed' && describe kept")
    guest.do("systemctl restart $watch; await has_failed && describe refused")
    guest.do("sed -i '/no-such-option/d' $configuration && systemctl reset-failed $watch && systemctl start $watch")

    guest.do("mkdir -p /run/systemd/system/$watch.d && cd /run/systemd/system/$watch.d && cp /lab/watchdog.conf .")
    guest.do("systemctl daemon-reload && systemctl restart $watch && await is_active")
    guest.do("systemctl kill --kill-whom=main -s STOP $watch && await has_restarted 1 && await is_active")
    guest.do("await knows_the_time && describe stopped")

    guest.do("note full.space fill_disk; await polled $(($(polls) + 2)) && describe full")
    guest.do("systemctl restart $watch; await is_active && await knows_the_time && describe restarted")
    guest.do("systemctl stop $watch && rm -r /var/lib/private/sidereal/* && systemctl start $watch && await saves 0")
    guest.do("describe lost && rm /var/lib/private/fill && sync && await saves 1 && describe freed")
    guest.reboot()

    guest.do("await is_active && await knows_the_time && describe again")
