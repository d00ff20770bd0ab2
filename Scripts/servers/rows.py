"""The rows of the lab's table: the cases played, and what the servers themselves noted of them."""

import concurrent.futures

from servers import common
from servers.bad import nts, roughtime
from servers.judge import apart, careful, manners, play, said, told

HEADER = ["case", "sources", "trusted time", "less the truth", "seconds", ""]


def played(cases, binary, work, jobs):
    """The rows of all cases, in their order; those with most sources begin first, tight ones run alone at the end."""
    futures = {}
    for count, narrow in ((jobs, False), (1, True)):
        with concurrent.futures.ThreadPoolExecutor(count) as pool:
            for case in sorted(cases, key=lambda case: -len(case.sources)):
                if (case.half_width is not None) == narrow:
                    folder = "".join(character if character.isalnum() else "-" for character in case.name)
                    futures[case.name] = pool.submit(play, case, binary, work / "cases" / folder)
    return [futures[case.name].result() for case in cases]


def look_back(rows, records, servers):
    """Adds what the servers noted."""
    for module in (nts, roughtime):
        log = servers.log(module)
        for name, port in module.PORTS.items():
            playing = [row for row in rows if any(source.port == str(port) for source in row.case.sources)]
            for row in playing:
                row.problems += careful(*common.questions(log, name), row, port, len(playing), module is nts)
    for row in rows:
        if row.case.name == "http: manners":
            row.problems += manners(records["honest"])
        if row.case.name == "https, redirect" and records["trap"]:
            row.problems.append("the redirect was followed")


def line(row):
    """A case's row of the table."""
    trusted, outcomes = row.answer["trusted"], [said(source) for source in row.answer["sources"]]
    counts = {each: outcomes.count(each) for each in outcomes}
    summary = ", ".join(f"{count} {each}" if count > 1 else each for each, count in counts.items())
    kind = trusted["kind"] + ("" if trusted["authenticated"] or trusted["kind"] == "unknown" else ", flagged")
    ends = "- ... -" if trusted["kind"] == "unknown" else apart(trusted, told(row))
    return [row.case.name, summary, kind, ends, f"{row.seconds:.1f}", row.remark]
