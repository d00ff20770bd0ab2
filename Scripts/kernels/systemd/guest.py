"""A guest with Debian's systemd and the package of the program, and what is done to it."""

import shutil
import time

from kernels.guest import HERE, NETWORK, Obeying, disk, drive, machine
from kernels.systemd.root import bare, install
from kernels.trust.guest import network
from kernels.trust.servers import NTP, WEB
from library import patience
from library.packages import run
from library.program import REPOSITORY

CONFIGURATION = f"server = {WEB}\nntp = {NTP}\ninterval = 5\nown-servers = yes\n"
# Sooner than after half a minute, so that the lab does not wait.
TIMER = "[Timer]\nOnBootSec=\nOnBootSec=2s\nOnUnitActiveSec=1h\nRandomizedDelaySec=0\n"
# Before our units, which do not wait for a network, and may find none.
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
WATCHDOG = f"[Service]\nWatchdogSec={patience.WATCHDOG}\nRestartSec=1\n"
# As Operations/README.md says.
AS_SERVICE = "systemd-run --wait --pipe -p DynamicUser=yes -p User=sidereal -p StateDirectory=sidereal"
CONSOLE = f"""[Service]
Environment=patience={patience.IN_GUEST}
ExecStart=/lab/console
[Install]
WantedBy=multi-user.target
"""
# (systemd-run waits for a unit by way of dbus.)
PACKAGES = ("systemd-sysv", "libcurl4", "kmod", "iproute2", "dbus")
OLDER, NEWER = "0.0.1", "0.0.2"


def package(binary, version, work, place):
    """Builds a package with this version, and puts it there."""
    run([REPOSITORY / "Scripts/package", "--binary", binary, "--version", version, "--output", work / "package",
         "--maintainer", "Sidereal <sidereal@example.com>"])  # fmt: skip
    shutil.move(next((work / "package").glob("*.deb")), place)


def image(toolbox, binary, authority, work, say):
    """The disk, with the older package installed, and its units enabled."""
    root = work / "root"
    bare(root, say)
    lab, units = root / "lab", root / "etc/systemd/system"
    lab.mkdir()
    package(binary, OLDER, work, lab / "older.deb")
    package(binary, NEWER, work, lab / "newer.deb")
    install(root, *PACKAGES, "/lab/older.deb")
    network(toolbox, authority, root, lab / "modules")
    shutil.copy(HERE / "systemd/console", lab / "console")
    (lab / "console").chmod(0o755)
    (lab / "watchdog.conf").write_text(WATCHDOG)
    (root / "etc/resolv.conf").unlink()
    (root / "etc/hostname").write_text("guest\n")
    (root / "etc/sidereal/siderealctl.conf").write_text(CONFIGURATION)
    (root / "var/lib/private").mkdir(mode=0o700)
    (units / "siderealctl-check.timer.d").mkdir()
    (units / "siderealctl-check.timer.d/lab.conf").write_text(TIMER)
    own = {"lab.service": CONSOLE, "lab-disk.service": DISK, "lab-card.service": CARD}
    for name, text in own.items():
        (units / name).write_text(text)
    run(["systemctl", f"--root={root}", "enable", *own, "siderealctl-watch.service", "siderealctl-check.timer"])
    run(["systemctl", f"--root={root}", "mask", "getty.target", "systemd-timesyncd.service"])
    return disk(root, work / "disk.img", 700)


class Guest(Obeying):
    """The guest; to be used with `with`."""

    def __init__(self, toolbox, image, work):
        self.work, self.image, self.notes = work, image, {}
        # A small disk of its own for what services keep, so that it can be full while systemd has room.
        (work / "state").mkdir(mode=0o700)
        state = disk(work / "state", work / "state.img", 16)
        super().__init__(toolbox, work, machine(
            toolbox, "pc", 512, patience.STORY, "base=utc,clock=host",
            "root=/dev/nvme0n1 rootfstype=ext4 rw init=/lib/systemd/systemd systemd.show_status=0",
            *drive(0, image), *drive(1, state), *NETWORK,
        ))  # fmt: skip

    def note_clock(self, name):
        """Notes the least and the most difference of the guest's clock to the host's, in seconds."""
        probe = self.probe()
        self.notes[name] = f"{(probe.wall - probe.came) / 1e9} {(probe.wall - probe.sent) / 1e9}"

    def set_right(self):
        self.do(f"date -s @{time.time():.6f}")

    def keep(self):
        """Puts the notes on the disk."""
        self.do("mkdir -p /lab/out && cp $out/* /lab/out/ && sync")

    def reboot(self):
        self.keep()
        self.send("systemctl reboot")
        self.begin()

    def leave(self):
        """Switches the guest off; returns all notes."""
        self.keep()
        self.end("systemctl poweroff")
        run(["debugfs", "-R", f"rdump /lab/out {self.work}", self.image])
        for path in sorted((self.work / "out").iterdir()):
            self.notes[path.name] = path.read_text()
        return self.notes


def tell(guest):
    """All that happens to the guest. The judge reads the notes by their names."""
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

    guest.do("echo 'tolerance = 5' >>$configuration && systemctl reload $watch")
    guest.do("await knows_the_time && describe reread")
    # Refused by the reload and, where nobody checks, by the watch itself.
    guest.do("echo 'no-such-option = 1' >>$configuration && ! systemctl reload $watch")
    guest.do("systemctl kill --kill-whom=main -s HUP $watch")
    guest.do("await says $watch 'the reload changed nothing' && describe kept")
    guest.do("systemctl restart $watch; await has_failed && describe refused")
    guest.do("sed -i '/no-such-option/d' $configuration && systemctl reset-failed $watch && systemctl start $watch")

    guest.do("make_page && systemctl restart $watch && await is_active")
    guest.do("note page.maps cat /proc/$(systemctl show $watch -p MainPID --value)/maps; rm /dev/vmclock0")
    guest.do("mkdir -p /run/systemd/system/$watch.d && cd /run/systemd/system/$watch.d && cp /lab/watchdog.conf .")
    guest.do("systemctl daemon-reload && systemctl restart $watch && await is_active")
    guest.do("systemctl kill --kill-whom=main -s STOP $watch && await has_restarted 1 && await is_active")
    guest.do("await knows_the_time && describe stopped")

    guest.do("note full.space fill_disk; await polled $(($(polls) + 2)) && describe full")
    guest.do("systemctl restart $watch; await is_active && await knows_the_time && describe restarted")
    guest.do("systemctl stop $watch && rm -r /var/lib/private/sidereal/* && systemctl start $watch && await saves 0")
    guest.do("describe lost && rm /var/lib/private/fill && sync && await saves 1 && describe freed")

    guest.do("await knows_the_time && note root.status siderealctl status --state /var/lib/sidereal")
    guest.do(f"note root.reset {AS_SERVICE} siderealctl reset --state /var/lib/sidereal")
    guest.do("await polled $(($(polls) + 2)) && describe reset")
    guest.reboot()

    guest.do("await is_active && await knows_the_time && describe again")
    guest.do("note upgrade.output dpkg --install /lab/newer.deb")
    guest.do("await is_active && await knows_the_time && describe upgraded")
    guest.do("note upgrade.timer systemctl show siderealctl-check.timer -p ActiveState")
    guest.do("note purge.output dpkg --purge siderealctl; note purge.left left")
