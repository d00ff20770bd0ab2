"""The rules for a page that `replay --html` made, as a browser shows it."""

import re
import subprocess
from pathlib import Path

from library.program import replayed as states

SCRIPT = (Path(__file__).resolve().parent / "picture.js").read_text()
SHOWN = 200  # characters of a text that a page must show; the names of hostile journals are longer


def replayed(binary, journal):
    """The findings of the replay as (line, words): those of its text, and the verdicts of its JSON."""
    text = subprocess.run([binary, "replay", journal], capture_output=True, text=True, check=True).stdout
    line, found = None, []
    for row in text.splitlines():
        if match := re.match(r"line (\d+) +", row):
            line, said = match[1], row[match.end():]
        else:
            said = row.strip()
        if said.startswith("true time: "):
            found[-1] = (line, [*found[-1][1], said.removeprefix("true time: ")])
        elif said != "a process starts":
            # A name may hold the separator, so take the words before the first and after the last one.
            parts = [said] if said.startswith("system clock: ") else said.split(": ")
            found.append((line, [parts[0], parts[-1]] if len(parts) > 1 else parts))
    before = None
    for number, state in states(binary, journal).items():
        boot = state["boot"]
        if boot and boot != before:
            found.append((str(number), [boot["reason"]]))
        before = boot
    return found


def plain(text):
    return re.sub(r"\s+", " ", text).lower()


def missing(findings, marks):
    """Findings that no mark of their line tells."""
    for line, texts in findings:
        told = [plain(mark["text"]) for mark in marks if mark["line"] == line]
        wanted = [plain(text)[:SHOWN].strip().rstrip(".") for text in texts]
        if not any(all(text in tip for text in wanted) for tip in told):
            yield f"missing: line {line} has no mark that says {' ... '.join(wanted)!r}, only {told}"


def marks_in_order(browser, marks):
    """Every mark by the Tab key, in the order of time, each with its explanation."""
    for one, other in zip(marks, marks[1:]):
        if (one["y"] // 60, one["x"]) >= (other["y"] // 60, other["x"]) and one["y"] >= other["y"]:
            yield f"order: the mark of line {other['line']} stands before that of line {one['line']}"
        if one["line"] and other["line"] and int(one["line"]) > int(other["line"]):
            yield f"order: line {other['line']} comes after line {one['line']}"
    for mark in marks:
        if min(mark["width"], mark["height"]) < 24:
            yield f"small: the mark of line {mark['line']} has {mark['width']} by {mark['height']} px"
        if mark["text"] not in (mark["name"], mark["name"] + f" line {mark['line']}"):
            yield f"name: the mark of line {mark['line']} is called {mark['name']!r}"
    browser.ask("document.activeElement.blur(); scrollTo(0, 0)")
    for index, mark in enumerate(marks):
        browser.press_tab()
        now = browser.ask(SCRIPT + "return focused()")
        if now["index"] != index:
            yield f"keyboard: Tab comes to mark {now['index']}, not to {index}, of line {mark['line']}"
            return
        if now["problem"]:
            yield f"focus: the explanation of line {mark['line']} {now['problem']}"
    browser.ask("document.activeElement.blur()")
    for touch in (False, True):
        for index in sorted({0, len(marks) // 2, len(marks) - 1}):
            element = browser.ask(SCRIPT + "const mark = marks()[arguments[0]];"
                                  "mark.scrollIntoView({block: 'center'}); return mark", index)
            browser.point(element, touch)
            problem = browser.ask(SCRIPT + "return explained(arguments[0])", element)
            if problem:
                yield f"{'touch' if touch else 'hover'}: the explanation of line {marks[index]['line']} {problem}"
        browser.ask("document.activeElement.blur(); scrollTo(0, 0)")
        body = browser.ask("return document.querySelector('h1')")
        browser.point(body)


def judge(browser, page, findings, width, dark):
    """All that is wrong with a page at a width, by day or by night."""
    browser.show(page.resolve().as_uri(), width, dark)
    if not browser.ask("return document.querySelector('h1') && matchMedia('(prefers-color-scheme: dark)').matches === "
                       "arguments[0]", dark):
        yield "no page in the scheme asked for"
        return
    yield from browser.ask(SCRIPT + "return look()")
    if browser.ask("return document.title") != browser.ask("return document.querySelector('h1').textContent"):
        yield "the title is not the heading"
    marks = browser.ask(SCRIPT + "return told()")
    yield from missing(findings, marks)
    if not marks and findings:
        yield "missing: there is no mark at all"
    if marks:
        yield from marks_in_order(browser, marks)
    yield from (f"console: {complaint}" for complaint in browser.complaints())
