"""Pages that follow the data step by step, checked against the code.

A step is a list item or a table row that names a file in backticks, as its path from the package's root or as much of
its end as is unique, and then names from that file:

    - `Sources/SiderealBoot/Observatory/Observatory.swift`: `moment()` asks ... for `BootVerdict.didReboot` ...
    | 2 | `Store/ProtectedStore.swift` | `set(_:for:whileLocked:)` | the invariant of the step |

Each name after a file, up to the next one on the line, has to be declared there: `function(…)` by its name, and where
labels stand between the parentheses by these, too; `Type.member` and `Type.function(…)` in a declaration or extension
of the type. A name in backticks without parentheses or a dot is prose, and so is a line that names no file. A test is
named as `Suite/function`, on any page.
"""

import re
import sys
from pathlib import Path

TYPE = r"(?:struct|class|enum|protocol|actor|typealias|macro)"


def swift_files(root, *folders):
    """All Swift files of some folders, but for links and what is built."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*.swift")):
            if not path.is_symlink() and ".build" not in path.relative_to(root).parts:
                yield path


def code(text):
    """The same text without comments."""
    return re.sub(r"/\*.*?\*/", "", re.sub(r"(?m)(?<!:)//.*$", "", text), flags=re.S)


def labels(parameters):
    """The labels of a parameter list, as `_:for:`."""
    depth, parts = 0, [""]
    for character in parameters:
        depth += (character in "([{<") - (character in ")]}") - (character == ">" and not parts[-1].endswith("-"))
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return "".join(f"{part.split(':')[0].split()[0]}:" for part in parts if part.strip())


def declared_labels(text, name):
    """The labels of each function of a name in a file."""
    start = r"\binit[?!]?" if name == "init" else rf"\bfunc\s+`?{re.escape(name)}`?"
    for match in re.finditer(rf"{start}\s*(?:<[^(]*>)?\(", text):
        depth, end = 1, match.end()
        while depth and end < len(text):
            depth += (text[end] == "(") - (text[end] == ")")
            end += 1
        yield labels(text[match.end():end - 1])


def objection(text, name):
    """Returns the fault of a name in a page, or None if the text of the file declares it, or if it is prose."""
    match = re.fullmatch(r"(?:([A-Za-z_][\w.]*)\.)?([A-Za-z_]\w*)(\(.*\))?", name)
    if not match or not (match[1] or match[3]):
        return None
    owner, member, arguments = match.groups()
    if owner and not owner.split(".")[-1][0].isupper():
        return f"{owner} is a value: name the type, or the function alone" if arguments else None
    if owner and not re.search(rf"\b(?:{TYPE}|extension)\s+(?:\w+\.)*{re.escape(owner.split('.')[-1])}\b", text):
        return f"no type {owner}"
    if arguments:
        wanted = re.sub(r"\s", "", arguments[1:-1])
        found = list(declared_labels(text, member))
        if not found and not (owner and re.search(rf"\bcase\s+(?:[^\n]*\b)?{member}\(", text)):
            return f"no function {member}"
        if ":" in wanted and found and wanted not in found:
            return f"no function {member}({wanted}), but {', '.join(f'{member}({each})' for each in found)}"
    elif not re.search(rf"\b(?:func|var|let|case|{TYPE})\s+(?:[^\n]*,\s*)?`?{member}\b|\b{member}\b\s*\(", text):
        return f"no member {member}"
    return None


def trace_errors(root, page, text):
    """Returns a line for each missing name of a trace page, and the number of its names."""
    paths = {str(path.relative_to(root)): path for path in swift_files(root, "Sources", "Tools", "Tests", "Examples")}
    errors, checked = [], 0
    for number, line in enumerate(text.splitlines(), 1):
        if not re.match(r"\s*(?:[-*|]|\d+\.)", line):
            continue
        source = file = None
        for span in re.findall(r"`([^`]+)`", line):
            if span.endswith(".swift"):
                checked += 1
                fitting = [key for key in paths if key == span or key.endswith("/" + span)]
                file = span if span in fitting else fitting[0] if len(fitting) == 1 else None
                source = code(paths[file].read_text(encoding="utf-8")) if file else None
                if not file:
                    errors.append(f"{page}:{number}: {len(fitting) or 'no'} files {span}")
            elif source is not None:
                problem = objection(source, span)
                checked += 1
                if problem:
                    errors.append(f"{page}:{number}: {file}: {problem}")
    return errors, checked


def test_errors(root):
    """Tests that pages name and that are not there, one line each; and how many are."""
    texts = [path.read_text(encoding="utf-8") for path in swift_files(root, "Tests")]
    errors, checked = [], 0
    for page in sorted([*root.glob("*.md"), *root.glob("Documentation/**/*.md"), *root.glob("Sources/**/*.md")]):
        for suite, test in re.findall(r"`([A-Z]\w*Tests)/(\w+)`", page.read_text(encoding="utf-8")):
            checked += 1
            of = [text for text in texts if re.search(rf"\b(?:struct|class|extension)\s+{suite}\b", text)]
            if not any(re.search(rf"\bfunc\s+{test}\b", text) for text in of):
                errors.append(f"{page.relative_to(root)}: no test {suite}/{test}")
    return errors, checked


def check_pages(root, pages):
    failed = False
    if not pages:
        errors, checked = test_errors(root)
        failed = bool(errors) or not checked
        print("\n".join(errors) or f"{checked} tests that pages name, all of them there")
    ours = [root / "CONTRIBUTING.md", *sorted(root.glob("Documentation/Traces/*.md"))]
    for page in pages or [path.relative_to(root) for path in ours]:
        try:
            text = (Path(page) if pages else root / page).read_text(encoding="utf-8")
        except OSError as error:
            print(f"house: cannot read {page}: {error.strerror}", file=sys.stderr)
            return 2
        errors, checked = trace_errors(root, page, text)
        if not checked:
            errors = [f"{page}: no step names a file"]
        failed = failed or bool(errors)
        print("\n".join(errors) or f"{page}: {checked} names, all of them there")
    return 1 if failed else 0
