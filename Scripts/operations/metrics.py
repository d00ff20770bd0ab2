"""Metrics as others read them: the official parser of the format, node exporters, Prometheus and promtool."""

import json
import re
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime, timezone

from library import patience
from library.labs import free_port, say
from library.packages import from_pypi
from library.program import REPOSITORY
from servers.bad import http, ntp as bad_ntp

OPERATIONS = REPOSITORY / "Operations"
PARSER = "prometheus-client==0.23.1"
NAME = re.compile(r"\b(?:sidereal|node)_\w+")
DAY = 86_400
UNWRITTEN = 74  # the status of a failed output
# Nothing here sets the clock, reboots or waits for hours: the lab of systemd has the first two, promtool's tests all.
ELSEWHERE = {"MachineRebooted", "SiderealSilent", "SystemClockSet"}


def samples(text):
    """Those of a file by name and labels, as the parsers of OpenMetrics and of the older format read them."""
    from_pypi(REPOSITORY / ".build/metrics-check/python", PARSER)
    from prometheus_client import parser as classic
    from prometheus_client.openmetrics import parser as openmetrics

    found = [
        {(s.name, tuple(sorted(s.labels.items()))): s.value for family in parse(text) for s in family.samples}
        for parse in (openmetrics.text_string_to_metric_families, classic.text_string_to_metric_families)
    ]
    if found[0] != found[1]:
        raise ValueError("the two formats differ")
    return found[0]


def until(what, body):
    """The first answer of `body` that is one."""
    end = time.monotonic() + patience.SERVER_START
    while time.monotonic() < end:
        try:
            if answer := body():
                return answer
        except OSError:
            pass
        time.sleep(patience.PAUSE)
    raise ValueError(f"{what}: not in {patience.SERVER_START} s")


def web(name):
    """The option that names a web server with that behaviour."""
    http.serve(name, port := free_port(), [])
    return "--server", f"http://127.0.0.1:{port}"


def ntp(shift, address):
    """The option that names an NTP server with an operator of its own, whose clock is so many seconds ahead."""
    server = bad_ntp.Behaviour("ntp", bad_ntp.Question, bad_ntp.changed(shift=shift))
    server.listen(port := free_port(), address)
    return "--ntp", f"{address}:{port}"


def fleet():
    """The options of watches, and the alerts that each must raise, by name."""
    honest, nobody = web("honest"), ("--ntp", f"127.0.0.1:{free_port()}")
    return {
        "healthy": (honest, set()), "without servers": ((), set()),
        "clock ahead": (web("a day behind"), {"SystemClockWrong", "SystemClockMayBeWrong"}),
        "out of reach": (nobody, {"TimeServerOutOfReach", "TrueTimeUnknown"}),
        "rejected": ((*honest, *web("no Date")), {"TimeServerRejected"}),
        # Three operators of whom no two agree.
        "contradicted": (
            (*honest, *ntp(DAY, "127.0.0.2"), *ntp(-DAY, "127.0.0.3")),
            {"TimeContradicted", "TimeServerRejected", "TrueTimeUnknown"},
        ),
        "not saved": ((*honest, "--state", "/proc/nothing"), {"RecordNotSaved"}),
    }  # fmt: skip


def commands(binary, work, members):
    """The commands that write metrics, by the name of the file. One poll for each watch of the fleet."""
    ends = {"check": (), "now": (), "watch": ("--for", "20", "--interval", "1")}
    asked = (*members["healthy"][0], *members["out of reach"][0])
    made = {name: (name, *asked, *end) for name, end in ends.items()}
    made |= {name: ("watch", *words, "--for", "20", "--interval", "900") for name, (words, _) in members.items()}
    for name, (command, *words) in made.items():
        state = () if "--state" in words else ("--state", work / "states" / name)
        yield name, [binary, command, *state, "--metrics", work / f"{name}.prom", *words]


def written(binary, work, members):
    """The samples that each command wrote, by name."""
    (work / "states").mkdir()
    running = {
        name: subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for name, command in commands(binary, work, members)
    }
    outputs = {name: process.communicate(timeout=patience.ASKING)[0] for name, process in running.items()}
    found = {}
    for name, process in running.items():
        if process.returncode != (UNWRITTEN if name == "not saved" else 0):
            raise ValueError(f"{name}: exit status {process.returncode}: {outputs[name].decode()}")
        found[name] = samples((work / f"{name}.prom").read_text())
        say(f"{name}: {len(found[name])} samples")
    return found


def judged(found):
    """What is wrong in what the commands wrote."""
    for command in ("check", "now", "watch"):
        each = found[command]
        low, high = (each.get((f"sidereal_system_clock_error_{end}_seconds", ())) for end in ("lowest", "highest"))
        # The server tells this machine's own time, to the second.
        if low is None or high is None or not -patience.WIDE < low <= 0 <= high < patience.WIDE:
            yield f"{command}: the error of the clock is {low} to {high} s"
        if each.get(("sidereal_boot_verdict", (("verdict", "rebooted"),))) != 0:
            yield f"{command}: it says that the machine rebooted"
        outcomes = [labels for (name, labels), value in each.items() if name == "sidereal_source_outcome" and value]
        if len(outcomes) != 2:
            yield f"{command}: {len(outcomes)} outcomes hold"
    if not found["watch"].get(("sidereal_polls_total", ()), 0) >= 1:
        yield "watch: it has counted no poll"


class Prometheus:
    """A Prometheus with our alerts, and a node exporter for each machine of the fleet; to be used with `with`."""

    def __init__(self, root, work, machines):
        port, targets, commands = free_port(), [], []
        self.url = f"http://127.0.0.1:{port}/api/v1"
        for name in machines:
            folder, own = work / "textfiles" / name, free_port()
            folder.mkdir(parents=True)
            # An exporter reads links: a service writes where it alone may write.
            (folder / "sidereal.prom").symlink_to(work / f"{name}.prom")
            targets.append({"targets": [f"127.0.0.1:{own}"], "labels": {"instance": name}})
            commands.append([
                root / "usr/bin/prometheus-node-exporter", "--collector.disable-defaults", "--collector.textfile",
                "--collector.stat", "--collector.time", f"--collector.textfile.directory={folder}",
                f"--web.listen-address=127.0.0.1:{own}",
            ])  # fmt: skip
        often = {"scrape_interval": "1s", "scrape_timeout": "1s", "evaluation_interval": "1s"}
        (work / "prometheus.yml").write_text(json.dumps({
            "global": often, "rule_files": [str(OPERATIONS / "prometheus-alerts.yml")],
            "scrape_configs": [{"job_name": "node", "static_configs": targets}],
        }))  # fmt: skip
        self.commands = [*commands, [
            root / "usr/bin/prometheus", f"--config.file={work / 'prometheus.yml'}",
            f"--storage.tsdb.path={work / 'data'}", f"--web.listen-address=127.0.0.1:{port}",
        ]]  # fmt: skip
        self.log = open(work / "servers.log", "w")

    def __enter__(self):
        self.running = [subprocess.Popen(command, stdout=self.log, stderr=self.log) for command in self.commands]
        return self

    def __exit__(self, *_):
        for each in self.running:
            each.terminate()
        for each in self.running:
            each.wait(patience.SERVER_STOP)
        self.log.close()

    def get(self, path, **query):
        address = f"{self.url}/{path}?{urllib.parse.urlencode(query)}"
        with urllib.request.urlopen(address, timeout=patience.OTHERS) as answer:
            return json.loads(answer.read())["data"]

    def query(self, expression):
        """The instances and values that an expression finds."""
        return [(row["metric"].get("instance"), float(row["value"][1]))
                for row in self.get("query", query=expression)["result"]]  # fmt: skip

    def rules(self):
        return [rule for group in self.get("rules")["groups"] for rule in group["rules"]]

    def evaluated(self):
        """The rules, once each was evaluated after this call."""
        called = datetime.now(timezone.utc)

        def found():
            rules = self.rules()
            return rules if all(datetime.fromisoformat(rule["lastEvaluation"]) > called for rule in rules) else None

        return until("an evaluation", found)


def queries(rules):
    """What the dashboard and the alerts ask for."""
    dashboard = json.loads((OPERATIONS / "grafana-dashboard.json").read_text())
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            yield panel["title"], target["expr"].replace("$instance", ".*")
    for rule in rules:
        yield rule["name"], rule["query"]


def asked(prometheus, rules):
    """Which queries name what nobody writes, or find nothing where they look for what always is."""
    known = set(prometheus.get("label/__name__/values"))
    for title, expression in queries(rules):
        if unknown := set(NAME.findall(expression)) - known:
            yield f"{title}: nobody writes {', '.join(sorted(unknown))}"
            continue
        try:
            found = prometheus.query(expression)
        except urllib.error.HTTPError as error:
            yield f"{title}: {error.read().decode()}"
            continue
        if not re.search(r"[<>=~] ?=? |increase|round_trip|outcome", expression) and not found:
            yield f"{title}: {expression} finds nothing"


def alarmed(rules, members):
    """Which alerts a machine must raise and does not, or raises and must not: pending ones, too."""
    raised = {(alert["labels"]["instance"], rule["name"]) for rule in rules for alert in rule["alerts"]}
    wanted = {(name, alert) for name, (_, alerts) in members.items() for alert in alerts}
    for name, alert in sorted(wanted ^ raised):
        yield f"{name}: {alert} is {'not ' if (name, alert) in wanted else ''}raised"
    if missing := {rule["name"] for rule in rules} - {alert for _, alert in wanted} - ELSEWHERE:
        yield f"no fault is there for {', '.join(sorted(missing))}"


def scraped(root, work, found, members):
    """What is wrong with the way through exporters and a Prometheus."""
    with Prometheus(root, work, members) as prometheus:

        def polls():
            each = dict(prometheus.query("sidereal_polls_total"))
            return each if each.keys() == members.keys() else None

        for name, count in until("a scrape of each machine", polls).items():
            if count != found[name][("sidereal_polls_total", ())]:
                yield f"{name}: Prometheus has {count} polls"
        for name, _ in prometheus.query("node_textfile_scrape_error != 0"):
            yield f"{name}: the exporter can't read the file"
        rules = prometheus.evaluated()
        yield from asked(prometheus, rules)
        yield from alarmed(rules, members)


def problems(binary, root, work):
    members = fleet()
    found = written(binary, work, members)
    yield from judged(found)
    yield from scraped(root, work, found, members)


def promtool(root):
    """Yields the faults that the tests of the alerts find."""
    for command in (["check", "rules", "prometheus-alerts.yml"], ["test", "rules", "prometheus-alerts-test.yml"]):
        result = subprocess.run([root / "usr/bin/promtool", *command], cwd=OPERATIONS, capture_output=True, text=True)
        if result.returncode != 0:
            yield f"promtool {' '.join(command)}: {result.stdout}{result.stderr}"
