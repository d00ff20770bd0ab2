"""Symbol graphs: the public surface as entries of a heading, a type and a line, its page, and catalogs for docc."""

import json
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

from library.program import REPOSITORY, Missing

APPLE = REPOSITORY / ".build/apple"
BUILT = REPOSITORY / ".build/debug"
PAGE = REPOSITORY / "Documentation/PublicSurface.txt"
HEAD = """\
The public surface: what `import` brings. `Scripts/surface --renew` writes this page, and the gate compares it.
A change here is a change for users: it needs a line in CHANGELOG.md.
"""
PLATFORMS = ("Linux", "iOS", "macOS")
FOREIGN = "Members of types of others"
EXPORT = re.compile(r"^\s*@_exported\s+(?:public\s+)?import\s+(?:[a-z]+\s+)?(\w+)", re.M)
TYPES = {f"swift.{kind}" for kind in ("struct", "class", "enum", "protocol", "actor")}
# The graphs give a type of the standard library without members of ours by its mangled name alone.
STANDARD = {"s:SD": "Dictionary", "s:SS": "String", "s:Sa": "Array", "s:Sb": "Bool", "s:Sd": "Double"}
# Every type has these unless it says otherwise.
IMPLIED = ("Copyable", "Escapable", "SendableMetatype")


def shown_modules():
    """Each library product with the modules that importing it shows: its own, and what these export."""
    products = {}
    for product in re.findall(r'\.library\(name: "(\w+)"', (REPOSITORY / "Package.swift").read_text()):
        waiting, products[product] = [product], []
        while waiting:
            module = waiting.pop()
            folder = REPOSITORY / "Sources" / module
            # The names of a foreign module are its own.
            if folder.is_dir() and module not in products[product]:
                products[product].append(module)
                for source in folder.rglob("*.swift"):
                    waiting += EXPORT.findall(source.read_text())
    return products


def changed():
    """The time at which the sources last changed."""
    return max(path.stat().st_mtime for path in (REPOSITORY / "Sources").rglob("*.swift"))


def are_current(folder):
    """Returns whether a folder has symbol graphs of the present sources."""
    files = list(folder.glob("*.symbols.json"))
    return bool(files) and min(file.stat().st_mtime for file in files) >= changed()


def make(modules, folder):
    """Writes the symbol graphs of modules that `swift build` has made into a folder."""
    database = REPOSITORY / ".build/build.db"
    if not all((BUILT / "Modules" / f"{module}.swiftmodule").exists() for module in modules):
        raise Missing(f"a debug build in {BUILT}: run `swift build` first")
    if database.exists() and database.stat().st_mtime < changed():
        raise Missing("a debug build of these sources: they changed, so run `swift build` first")
    target = json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))["target"]["triple"]
    maps = [word for path in BUILT.glob("*.build/module.modulemap") for word in ("-Xcc", f"-fmodule-map-file={path}")]

    def extract(module):
        command = ["swift", "symbolgraph-extract", "-module-name", module, "-minimum-access-level", "public",
                   "-target", target, "-I", BUILT / "Modules", *maps, "-output-dir", folder]  # fmt: skip
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode != 0:
            raise Missing(f"the symbol graph of {module}:\n{result.stderr}")

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(extract, modules))


def write_catalogs(folder):
    """Writes a catalog of each product for docc: its pages, and the graphs and pages of the types that it exports.

    The graphs are those of iOS. Those of Linux lack what SwiftUI, the keychain and app groups bring.
    """
    if not are_current(APPLE / "iOS"):
        raise Missing("the symbol graphs of iOS for these sources: run Scripts/apple-check first")
    for product, modules in shown_modules().items():
        catalog = folder / f"{product}.docc"
        shutil.copytree(REPOSITORY / f"Sources/{product}/{product}.docc", catalog)
        for pages in (REPOSITORY / f"Sources/{module}/{module}.docc/Types" for module in modules[1:]):
            if pages.exists():
                shutil.copytree(pages, catalog / "Types", dirs_exist_ok=True)
        for name, graph in joined(modules).items():
            (catalog / f"{name}.symbols.json").write_text(json.dumps(graph))


def joined(modules):
    """The graphs of a product for iOS, with those of the modules that it exports, as if all were in its own module."""
    found = {}
    for module in modules:
        for path in sorted((APPLE / "iOS").glob(f"{module}[.@]*symbols.json")):
            extended = path.name.split(".")[0].partition("@")[2]
            graph = json.loads(path.read_text())
            whole = found.setdefault(
                f"{modules[0]}@{extended}" if extended and extended not in modules else modules[0],
                {**graph, "module": {**graph["module"], "name": modules[0]}, "symbols": [], "relationships": []})
            whole["symbols"] += graph["symbols"]
            whole["relationships"] += graph["relationships"]
    return found


def read(modules, folder):
    """The graph of each module, with what it adds to types of other modules."""
    graphs = {}
    for module in modules:
        parts = [json.loads(path.read_text()) for path in sorted(folder.glob(f"{module}[.@]*symbols.json"))]
        if not parts:
            raise Missing(f"the symbol graph of {module} in {folder}")
        symbols = [symbol for part in parts for symbol in part["symbols"]]
        graphs[module] = (
            [symbol for symbol in symbols if symbol["accessLevel"] in ("public", "open")],
            [relation for part in parts for relation in part["relationships"]],
        )
    return graphs


def entries(graphs, products):
    """The surface: `import PRODUCT`, or the heading of members of types of others, with the type and the line."""
    headings, types, found = {}, {}, set()
    for product, modules in sorted(products.items(), key=lambda item: len(item[1])):
        for module in modules:
            headings.setdefault(module, f"import {product}")
    for module, (symbols, _) in graphs.items():
        types.update({each["identifier"]["precise"]: (module, each["pathComponents"]) for each in symbols
                      if each["kind"]["identifier"] in TYPES})  # fmt: skip
    for module, (symbols, relations) in graphs.items():
        for symbol in symbols:
            path, precise = symbol["pathComponents"], symbol["identifier"]["precise"]
            # Members that the compiler derives stand nowhere.
            if "::SYNTHESIZED::" not in precise and "location" in symbol:
                is_foreign = symbol.get("swiftExtension", {}).get("extendedModule", module) not in graphs
                owner = ".".join(path if precise in types else path[:-1])
                found.add((FOREIGN if is_foreign else headings[module], owner, declaration(symbol)))
        for relation in relations:
            if relation["kind"] not in ("conformsTo", "inheritsFrom"):
                continue
            source, target = relation["source"], relation["target"]
            name = types[target][1][-1] if target in types else relation.get("targetFallback", "").split(".", 1)[-1]
            if source in types and name and name not in IMPLIED:
                owner, path = types[source]
                found.add((headings[owner], ".".join(path), f"conforms to {name}"))
            elif source not in types and target in types:
                found.add((FOREIGN, foreign_name(relations, source), f"conforms to {name}"))
    return found


def declaration(symbol):
    """The declaration in one line, with the versions that it needs."""
    text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
    versions = []
    for item in symbol.get("availability", []):
        if item.get("isUnconditionallyUnavailable"):
            versions.append(f"{item['domain']} unavailable")
        elif item.get("isUnconditionallyDeprecated") or "deprecated" in item:
            versions.append(f"{item.get('domain', '*')} deprecated")
        elif item.get("domain") in ("iOS", "macOS") and "introduced" in item:
            version = item["introduced"]
            versions.append(f"{item['domain']} {version['major']}.{version.get('minor', 0)}".removesuffix(".0"))
    return re.sub(r"\s+", " ", text).strip() + (f"  // {', '.join(sorted(versions))}" if versions else "")


def foreign_name(relations, precise):
    """The name of a type of others, from what is known of its members."""
    for relation in relations:
        if relation["kind"] == "memberOf" and relation["target"] == precise and "targetFallback" in relation:
            return relation["targetFallback"].split(".", 1)[-1]
    return STANDARD.get(precise, precise)


def listed(page):
    """The entries of a page, each with its platforms."""
    found, heading, owner = {}, None, None
    for line in page.splitlines():
        if line.startswith("# "):
            heading = line[2:]
        elif line.startswith("    ") and heading:
            body, *mark = line.strip().split("  [")
            found[heading, owner, body] = set(mark[0].rstrip("]").split(", ") if mark else PLATFORMS)
        elif line and heading:
            owner = "" if line == "(top level)" else line
    return found


def rendered(found):
    """The page of entries with their platforms; of each type what it is, what it conforms to, its members."""
    lines, heading, owner = [HEAD], None, None
    is_type = re.compile(r"(?:@\S+ |\w+ )*?(?:struct|class|enum|protocol|actor) ")

    def order(entry):
        rank = 0 if is_type.match(entry[2]) else 1 if entry[2].startswith("conforms to ") else 2
        return entry[0] == FOREIGN, entry[0], entry[1], rank, entry[2]

    for entry in sorted(found, key=order):
        if entry[0] != heading:
            heading, owner = entry[0], None
            lines.append(f"# {heading}\n")
        if entry[1] != owner:
            owner = entry[1]
            lines.append(owner or "(top level)")
        mark = ", ".join(platform for platform in PLATFORMS if platform in found[entry])
        lines.append(f"    {entry[2]}" + ("" if len(found[entry]) == len(PLATFORMS) else f"  [{mark}]"))
    return "\n".join(lines) + "\n"
