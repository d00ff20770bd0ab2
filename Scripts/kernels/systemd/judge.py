"""Judges the notes of a guest under systemd: texts by name."""

import json
import re
from dataclasses import dataclass, field

from library import labs, patience

TOLERANCE = 2  # seconds by which a clock may be off that the check calls right
WARNING, ERROR = "4", "3"
# The users that systemd makes for a service, see systemd.exec(5), DynamicUser.
DYNAMIC = range(61184, 65520)


@dataclass
class Row:
    name: str
    shown: str
    problems: list = field(default_factory=list)


class Notes:
    """The notes, taken apart."""

    def __init__(self, texts):
        self.texts = texts

    def show(self, name):
        return dict(line.split("=", 1) for line in self.texts[f"{name}.show"].splitlines() if "=" in line)

    def journal(self, name):
        """Priority and text of each line that the program wrote, and systemd about it."""
        return [(entry.get("PRIORITY"), entry.get("MESSAGE") or "") for entry in self.entries(name)]

    def entries(self, name):
        return [json.loads(line) for line in self.texts[f"{name}.journal"].splitlines() if line.startswith("{")]

    def metric(self, name, metric):
        found = re.search(rf"^sidereal_{re.escape(metric)} (\S+)$", self.texts[f"{name}.metrics"], re.M)
        return float(found[1]) if found else None

    def clock_error(self, name):
        """The least and the most error of the system clock, in seconds; None for an end that is unknown."""
        return [self.metric(name, f"system_clock_error_{end}_seconds") for end in ("lowest", "highest")]

    def says(self, name, words, priority=None):
        return any(words in text and priority in (None, level) for level, text in self.journal(name))

    def is_running(self, name):
        show = self.show(name)
        return (show.get("ActiveState"), show.get("SubState")) == ("active", "running")


def begins(notes):
    show, owners = notes.show("begun"), notes.texts["begun.owner"].split()
    yield "it is not running", notes.is_running("begun")
    yield "systemd does not wait for its word", show.get("Type") == "notify"
    yield f"it runs as {owners}", len(owners) == 2 and all(int(owner) in DYNAMIC for owner in owners)
    yield "its status does not tell the true time", re.match(r"true time \d{4}-.* ±", show.get("StatusText", ""))
    yield "it complains", not notes.says("begun", "Failed to set thread priority")


def knows_the_time(notes):
    least, most = notes.clock_error("begun")
    earliest, latest = map(float, notes.texts["begun.probe"].split())
    yield "it has no bounds", least is not None and most is not None
    meets = least - patience.CLOCK_APART <= latest and earliest <= most + patience.CLOCK_APART
    yield f"{least} ... {most} misses {earliest} ... {latest}", meets


def checks(notes):
    said = notes.texts["check.journal"]
    # On a busy host the guest calibrates its counter wrongly while it boots: its clock was once half a minute ahead.
    least, most = notes.clock_error("begun")
    clock = "ahead by at least" if least > TOLERANCE else "behind by at least" if most < -TOLERANCE else "agrees with"
    yield f"the timer did not run it: {said}", "Finished" in said and "Boot " in said
    yield f"it does not know the time, {least} ... {most} s: {said}", re.search(rf"^System clock +{clock}", said, re.M)
    yield f"it complains: {said}", "Failed" not in said
    yield "the timer does not wait", "SubState=waiting" in notes.texts["check.timer"]


def checks_offline(notes):
    said = notes.texts["offline.journal"].removeprefix(notes.texts["check.journal"])
    yield f"it does not compare the clocks: {said}", "same boot, proven" in said
    yield f"it does not say why it knows no time: {said}", "no server answered" in said
    yield f"systemd takes that for a failure: {said}", "Finished" in said


def reports(notes):
    yield "no warning of the clock", notes.says("set", "clock set", WARNING)
    yield "it does not count that", notes.metric("set", 'events_total{event="systemClockStepped"}')
    events = [entry.get("SIDEREAL_EVENT") for entry in notes.entries("set") if entry.get("PRIORITY") == WARNING]
    yield f"the event has no field: {events}", "systemClockStepped" in events


def rereads(notes):
    yield "it stopped", notes.is_running("reread") and notes.is_running("kept")
    yield "it does not say what is wrong", notes.says("kept", "no-such-option")
    show = notes.show("refused")
    yield f"with a wrong configuration it begins: {show}", show.get("ActiveState") == "failed"
    yield f"its status is {show.get('ExecMainStatus')}", show.get("ExecMainStatus") == "65"


def sees_the_page(notes):
    yield "it does not map the page", "vmclock0" in notes.texts["page.maps"]


def is_watched(notes):
    yield "it is not started again", notes.is_running("stopped") and int(notes.show("stopped")["NRestarts"]) >= 1
    yield "not by the watchdog", notes.says("stopped", "Watchdog timeout")


def bears_a_full_disk(notes):
    yield f"there is space: {notes.texts['full.space']}", notes.texts["full.space"].split()[-1:] == ["0"]
    yield "it stopped", all(notes.is_running(name) for name in ("full", "restarted", "lost", "freed"))
    yield "it was started again", notes.show("full")["NRestarts"] == notes.show("stopped")["NRestarts"]
    yield "what it knew is gone", notes.says("restarted", "same boot, proven")
    yield "it is silent about what it cannot save", notes.says("lost", "No space left", ERROR)
    yield "its metrics are silent about that", notes.metric("lost", "record_saved") == 0
    yield "it does not say that it saves again", notes.says("freed", "saved again")
    yield "it does not save when there is space", notes.metric("freed", "record_saved") == 1


def obeys_root(notes):
    status, reset = notes.texts["root.status"], notes.texts["root.reset"]
    yield f"root can't read the record: {status}", re.search(r"^True time +\d{4}-", status, re.M)
    yield f"the record is not reset: {reset}", "Removed everything about the true time" in reset
    yield "the watch can't save after that", notes.metric("reset", "record_saved") == 1


def survives_a_reboot(notes):
    yield "it is not running", notes.is_running("again")
    yield "it does not tell the reboot", notes.says("again", "watching: rebooted, proven")
    yield "its metrics are silent about that", notes.metric("again", 'boot_verdict{verdict="rebooted"}') == 1


def is_upgraded(notes):
    before, after = notes.show("again"), notes.show("upgraded")
    yield f"dpkg: {notes.texts['upgrade.output']}", "Setting up siderealctl" in notes.texts["upgrade.output"]
    yield "it is not running", notes.is_running("upgraded")
    yield "the old program still runs", before["MainPID"] != after["MainPID"]
    yield "what it knew is gone", notes.says("upgraded", "watching: same boot, proven")
    yield "the timer does not wait", "ActiveState=active" in notes.texts["upgrade.timer"]


def is_purged(notes):
    yield f"dpkg: {notes.texts['purge.output']}", "Purging configuration files" in notes.texts["purge.output"]
    yield f"it left behind {notes.texts['purge.left']}", not notes.texts["purge.left"]


CASES = {
    "boots": (begins, "active by its own word, as a user of its own"),
    "asks": (knows_the_time, "the bounds of its metrics contain the host's time"),
    "checks": (checks, "the timer starts the check, which answers"),
    "is offline": (checks_offline, "without a network the check compares the clocks, and has not failed"),
    "reports": (reports, "a setting of the clock is a warning in the journal, and a field has its name"),
    "rereads": (rereads, "reloads; a wrong file changes nothing; with one it does not begin, and stays so"),
    "VMClock": (sees_the_page, "reads what a hypervisor tells, in a /dev of its own"),
    "is watched": (is_watched, "stopped by a signal it is killed and started again"),
    "full disk": (bears_a_full_disk, "goes on, starts, says what it cannot save, saves when there is space"),
    "root": (obeys_root, "root reads the record, and resets it as the service's user"),
    "reboot": (survives_a_reboot, "the record is there in the next boot, which it tells apart"),
    "upgrade": (is_upgraded, "dpkg restarts the watch, which knows its record"),
    "purge": (is_purged, "no process, no unit and no record stays"),
}


def judge(texts):
    rows = []
    for name, (case, shown) in CASES.items():
        found = labs.attempt(lambda: (problem for problem, holds in case(Notes(texts)) if not holds))
        rows.append(Row(name, shown, found))
    return rows
