"""The two tables, for a terminal and for the docs."""

from kernels.reboots.formulas import FORMULAS


def verdicts(rows):
    header = ["case", "identity", "truth", "verdict", "certainty", "evidence", "clock step", ""]
    body = []
    for row in rows:
        boot = row.boot
        step = boot.get("clockStepNanoseconds")
        body.append([
            row.case.name, row.identity, row.case.truth, boot.get("verdict") or "-", boot.get("certainty") or "-",
            boot.get("evidence") or "-", "-" if step is None else f"{step / 1e9:+.0f} s", row.remark,
        ])  # fmt: skip
    return header, body


def beside(rows):
    """Ours and the published formulas on the same pairs of readings."""
    header = ["case", "truth", *FORMULAS, "Sidereal", "Sidereal, identity hidden"]
    body, wrong = [], {name: 0 for name in FORMULAS}
    pairs = {(row.case.name, row.identity): row for row in rows if len(row.answers) == 2}
    for (name, identity), row in pairs.items():
        hidden = pairs.get((name, "hidden"))
        if identity != "known" or hidden is None:
            continue
        truth, cells = row.case.truth, []
        old, new = (answer["reading"] for answer in row.answers)
        for formula, rule in FORMULAS.items():
            verdict = rule(old, new)
            wrong[formula] += verdict != truth
            cells.append(marked(verdict, truth))
        body.append([name, truth, *cells, *(marked(r.boot["verdict"], truth, r.boot["certainty"]) for r in (row, hidden))])
    return header, body, wrong


def marked(verdict, truth, certainty=None):
    text = f"{verdict}, {certainty}" if certainty else verdict
    return text if verdict in (truth, "indeterminate") else f"{text} (WRONG)"


def plain(header, body):
    widths = [max(len(line[i]) for line in [header, *body]) for i in range(len(header))]
    lines = [header, ["-" * width for width in widths], *body]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines)


def markdown(header, body):
    lines = [header, ["---"] * len(header), *body]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines).replace("(WRONG)", "**(wrong)**")
