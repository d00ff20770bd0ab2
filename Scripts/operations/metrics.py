"""Metrics as others read them: the official parser of the format, a node exporter, Prometheus and promtool."""

import json
import re
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

from library import patience
from library.labs import free_port, say
from library.packages import from_pypi
from library.program import REPOSITORY
from servers import badhttp

OPERATIONS = REPOSITORY / "Operations"
PARSER = "prometheus-client==0.23.1"
NAME = re.compile(r"\b(sidereal\w+|node_textfile\w+)")


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


def get(url):
    with urllib.request.urlopen(url, timeout=patience.OTHERS) as answer:
        return answer.read().decode()


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


def written(binary, work):
    """What check, now and watch write: the samples of each, by command."""
    badhttp.serve("honest", port := free_port(), [])
    own, nobody = f"http://127.0.0.1:{port}", f"127.0.0.1:{free_port()}"
    ends = {"watch": ["--interval", "1", "--for", "9"]}
    found = {}
    for command in ("check", "now", "watch"):
        path = work / f"sidereal-{command}.prom"
        # An exporter reads links: a service writes where it alone may write.
        (work / "textfiles" / path.name).symlink_to(path)
        subprocess.run(
            [binary, command, "--state", work / "state", "--server", own, "--ntp", nobody, "--metrics", path]
            + ends.get(command, []), check=True, capture_output=True, timeout=patience.ASKING)  # fmt: skip
        found[command] = samples(path.read_text())
        say(f"{command}: {len(found[command])} samples")
    return found


def judged(found):
    """What is wrong in what the commands wrote."""
    for command, each in found.items():
        low, high = (each.get((f"sidereal_system_clock_error_{end}_seconds", ())) for end in ("lowest", "highest"))
        # The server tells this machine's own time, to the second.
        if low is None or high is None or not -patience.WIDE < low <= 0 <= high < patience.WIDE:
            yield f"{command}: the error of the clock is {low} to {high} s"
        if each.get(("sidereal_boot_verdict", (("verdict", "rebooted"),))) != 0:
            yield f"{command}: it says that the machine rebooted"
        outcomes = [labels for (name, labels), value in each.items() if name == "sidereal_source_outcome" and value]
        if len(outcomes) != 2:
            yield f"{command}: {len(outcomes)} outcomes hold"
    counts = found["watch"]
    if not counts.get(("sidereal_polls_total", ()), 0) >= 1:
        yield "watch: it has counted no poll"


def queries():
    """What the dashboard and the alerts ask for."""
    dashboard = json.loads((OPERATIONS / "grafana-dashboard.json").read_text())
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            yield panel["title"], target["expr"].replace("$instance", ".*")
    rules = (OPERATIONS / "prometheus-alerts.yml").read_text()
    alerts = r"alert: (\w+)\n(?:\s+#.*\n)?\s+expr: (?:>\n)?((?:.*\n)+?)\s+(?:#|for:|labels:)"
    for alert, expression in re.findall(alerts, rules):
        yield alert, " ".join(expression.split())


def asked(url, known):
    """Which queries name what nobody writes, or find nothing where they look for what always is."""
    for title, expression in queries():
        if unknown := set(NAME.findall(expression)) - known:
            yield f"{title}: nobody writes {', '.join(sorted(unknown))}"
            continue
        try:
            answer = json.loads(get(f"{url}/api/v1/query?" + urllib.parse.urlencode({"query": expression})))
        except urllib.error.HTTPError as error:
            yield f"{title}: {error.read().decode()}"
            continue
        if not re.search(r"[<>=~] ?=? |increase|round_trip|outcome", expression) and not answer["data"]["result"]:
            yield f"{title}: {expression} finds nothing"


def scraped(root, work, found):
    """What is wrong with the way through an exporter and a Prometheus."""
    exporter, server = free_port(), free_port()
    (work / "prometheus.yml").write_text(
        f"rule_files: [{OPERATIONS / 'prometheus-alerts.yml'}]\n"
        "scrape_configs:\n  - job_name: node\n    scrape_interval: 1s\n    scrape_timeout: 1s\n"
        f"    static_configs: [{{targets: ['127.0.0.1:{exporter}']}}]\n")  # fmt: skip
    commands = [
        [root / "usr/bin/prometheus-node-exporter", "--collector.disable-defaults", "--collector.textfile",
         f"--collector.textfile.directory={work / 'textfiles'}", f"--web.listen-address=127.0.0.1:{exporter}"],
        [root / "usr/bin/prometheus", f"--config.file={work / 'prometheus.yml'}",
         f"--storage.tsdb.path={work / 'data'}", f"--web.listen-address=127.0.0.1:{server}"],
    ]  # fmt: skip
    with open(work / "servers.log", "w") as log:
        running = [subprocess.Popen(command, stdout=log, stderr=log) for command in commands]
    try:
        page = until("the exporter", lambda: get(f"http://127.0.0.1:{exporter}/metrics"))
        if "node_textfile_scrape_error 0" not in page:
            yield "the exporter can't read the files"
        url = f"http://127.0.0.1:{server}"
        polls = "/api/v1/query?query=sidereal_polls_total"
        result = until("a scrape", lambda: json.loads(get(url + polls))["data"]["result"])
        if float(result[0]["value"][1]) != found["watch"][("sidereal_polls_total", ())]:
            yield f"Prometheus has {result[0]['value']} polls"
        known = {name for each in found.values() for name, _ in each} | {"node_textfile_mtime_seconds"}
        yield from asked(url, known)
    finally:
        for each in running:
            each.terminate()
        for each in running:
            each.wait(patience.SERVER_STOP)


def problems(binary, root, work):
    found = written(binary, work)
    yield from judged(found)
    yield from scraped(root, work, found)


def promtool(root):
    """What is wrong with the alerts by their own tests."""
    for command in (["check", "rules", "prometheus-alerts.yml"], ["test", "rules", "prometheus-alerts-test.yml"]):
        result = subprocess.run([root / "usr/bin/promtool", *command], cwd=OPERATIONS, capture_output=True, text=True)
        if result.returncode != 0:
            yield f"promtool {' '.join(command)}: {result.stdout}{result.stderr}"
