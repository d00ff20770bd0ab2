"""usage: project.py --plutil PLUTIL FOLDER

Checks the Xcode project in a folder as far as it can be checked without Xcode: every identifier resolves to an object
of the right kind, none is unused, every path exists, the targets link what they import, and the settings are those
that Scripts/apple-check compiles with.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

IDENTIFIER = re.compile(r"[0-9A-F]{24}")
ITEM = {"PBXGroup", "PBXFileReference", "PBXFileSystemSynchronizedRootGroup"}
PHASE = {"PBXSourcesBuildPhase", "PBXFrameworksBuildPhase", "PBXResourcesBuildPhase", "PBXCopyFilesBuildPhase"}
PRODUCT = {"XCSwiftPackageProductDependency"}
# The fields that hold identifiers, and of which kinds of objects those may be.
REFERENCES = {
    "rootObject": {"PBXProject"}, "buildConfigurationList": {"XCConfigurationList"}, "mainGroup": {"PBXGroup"},
    "productRefGroup": {"PBXGroup"}, "packageReferences": {"XCLocalSwiftPackageReference"},
    "targets": {"PBXNativeTarget"}, "buildPhases": PHASE, "buildRules": set(), "children": ITEM,
    "dependencies": {"PBXTargetDependency"}, "packageProductDependencies": PRODUCT, "productRef": PRODUCT,
    "fileSystemSynchronizedGroups": {"PBXFileSystemSynchronizedRootGroup"}, "productReference": {"PBXFileReference"},
    "fileRef": {"PBXFileReference"}, "containerPortal": {"PBXProject"}, "remoteGlobalIDString": {"PBXNativeTarget"},
    "target": {"PBXNativeTarget"}, "targetProxy": {"PBXContainerItemProxy"}, "files": {"PBXBuildFile"},
    "buildConfigurations": {"XCBuildConfiguration"}, "package": {"XCLocalSwiftPackageReference"},
}  # fmt: skip
# The kinds that only have other fields.
LEAVES = {"PBXFileReference", "XCLocalSwiftPackageReference", "XCBuildConfiguration", *ITEM}
KINDS = set().union(LEAVES, *REFERENCES.values())
ONCE = {"PBXBuildFile", "XCBuildConfiguration", "XCConfigurationList", *PHASE}
# What Scripts/apple-check compiles with must be what Xcode would.
SETTINGS = {
    "SWIFT_VERSION": "6.0", "SWIFT_DEFAULT_ACTOR_ISOLATION": "MainActor",
    "SWIFT_UPCOMING_FEATURE_MEMBER_IMPORT_VISIBILITY": "YES",
    "SWIFT_UPCOMING_FEATURE_INFER_ISOLATED_CONFORMANCES": "YES",
}  # fmt: skip


class Project:
    """The project in a folder, read by plutil."""

    def __init__(self, folder, plutil):
        self.folder, self.plutil = folder, plutil
        (self.bundle,) = folder.glob("*.xcodeproj")
        self.file = self.bundle / "project.pbxproj"
        self.text = self.file.read_text()

    def findings(self):
        """All that is wrong, in words. What is refused early hides what would come later."""
        parts = self.refused, self.ill_formed, self.misplaced, self.misconfigured, self.misembedded, self.misreferenced
        return next((found for part in parts if (found := list(part()))), [])

    def read(self, plist):
        command = [self.plutil, "-convert", "json", "-o", "-", self.folder / plist]
        return json.loads(subprocess.check_output(command)) if command[-1].exists() else {}

    def refused(self):
        for file in [self.file, *self.folder.glob("Configuration/*.plist"), *self.folder.glob("*/*.xcprivacy")]:
            done = subprocess.run([self.plutil, "-lint", file], capture_output=True, text=True)
            if done.returncode:
                yield f"plutil refuses {file}: {(done.stdout + done.stderr).strip()}"

    def ill_formed(self):
        """Yields the faults of the references between objects, and repeated names, which a parser hides."""
        project = self.read(self.file.relative_to(self.folder))
        self.objects = project["objects"]
        if project["objectVersion"] != "77":
            yield f"objectVersion is {project['objectVersion']}; synchronized folders need 77"
        given = re.findall(r"^\t\t([^\s=]+)(?: /\*.*?\*/)? = \{", self.text, re.M)
        yield from (f"{key} is given twice" for key in sorted({key for key in given if given.count(key) > 1}))
        used = {project["rootObject"]: 1}
        for key, value in self.objects.items():
            kind = value["isa"]
            if kind not in KINDS:
                yield f"{key} is a {kind}, of which this check knows nothing"
            for field, content in value.items():
                for item in content if isinstance(content, list) else [content]:
                    if field not in REFERENCES:
                        if isinstance(item, str) and IDENTIFIER.fullmatch(item):
                            yield f"{kind} {key} has an identifier in {field}, where none belongs"
                    elif item not in self.objects:
                        yield f"{kind} {key} refers to {item} in {field}, which is no object"
                    elif self.objects[item]["isa"] not in REFERENCES[field]:
                        yield f"{kind} {key} refers to a {self.objects[item]['isa']} in {field}"
                    else:
                        used[item] = used.get(item, 0) + 1
        for key, value in self.objects.items():
            if key not in used:
                yield f"{value['isa']} {key} is used by nothing"
            elif used[key] > 1 and value["isa"] in ONCE:
                yield f"{value['isa']} {key} is used {used[key]} times"
        self.root = self.objects[project["rootObject"]]
        self.targets = {key: self.objects[key] for key in self.root["targets"]}

    def of(self, kind):
        return [value for value in self.objects.values() if value["isa"] == kind]

    def built(self, target, kind, field):
        """Returns the references of the files in a target's phases of one kind."""
        phases = [self.objects[key] for key in target["buildPhases"]]
        return {self.objects[key].get(field) for phase in phases if phase["isa"] == kind for key in phase["files"]}

    def sources(self, target):
        """The Swift files of a target, and their text."""
        folders = [self.folder / self.objects[key]["path"] for key in target["fileSystemSynchronizedGroups"]]
        return "\n".join(file.read_text() for folder in folders for file in sorted(folder.rglob("*.swift")))

    def configurations(self, owner):
        listed = self.objects[owner["buildConfigurationList"]]["buildConfigurations"]
        return {self.objects[key]["name"]: self.objects[key]["buildSettings"] for key in listed}

    def misplaced(self):
        """Paths, packages and products that are not there, and products that are linked or imported alone."""
        items = [value for kind in ITEM for value in self.of(kind) if value.get("sourceTree") == "<group>"]
        paths = {value["path"] for value in items if "path" in value}
        paths |= {each["buildSettings"].get("INFOPLIST_FILE", ".") for each in self.of("XCBuildConfiguration")}
        yield from (f"{path} does not exist" for path in sorted(paths) if not (self.folder / path).exists())
        beside = (self.folder.parent / "Package.swift").read_text()
        built = {key for target in self.targets.values() for key in target["fileSystemSynchronizedGroups"]}
        groups = {self.objects[key]["path"] for key in built}
        for top in {file.relative_to(self.folder).parts[0] for file in self.folder.rglob("*.swift")} - groups:
            if f'path: "{self.folder.name}/{top}/' not in beside:
                yield f"{top} has sources, and is in no target"
        for reference in self.of("XCLocalSwiftPackageReference"):
            manifest = self.folder / reference["relativePath"] / "Package.swift"
            if not manifest.is_file():
                yield f"there is no package at {reference['relativePath']}"
                continue
            products = re.findall(r"\.library\(\s*name: \"(\w+)\"", manifest.read_text())
            for product in self.of("XCSwiftPackageProductDependency"):
                if self.objects[product["package"]] is reference and product["productName"] not in products:
                    yield f"the package at {reference['relativePath']} has no product {product['productName']}"
        offered = {product["productName"] for product in self.of("XCSwiftPackageProductDependency")}
        for target in self.targets.values():
            depended = set(target["packageProductDependencies"])
            if self.built(target, "PBXFrameworksBuildPhase", "productRef") != depended:
                yield f"{target['name']} does not link the products that it depends on"
            linked = {self.objects[key]["productName"] for key in depended}
            imported = set(re.findall(r"^(?:@\w+ )?(?:\w+ )?import (\w+)", self.sources(target), re.M)) & offered
            yield from (f"{target['name']} imports {module} and does not link it" for module in imported - linked)
            yield from (f"{target['name']} links {module} and does not import it" for module in linked - imported)

    def misconfigured(self):
        common = self.configurations(self.root)
        for target in self.targets.values():
            for name, own in self.configurations(target).items():
                settings = common.get(name, {}) | own
                for key, value in SETTINGS.items():
                    if settings.get(key) != value:
                        yield f"{target['name']} has {key} = {settings.get(key)} in {name}, not {value}"
                is_extension = target["productType"].endswith("app-extension")
                if is_extension and settings.get("APPLICATION_EXTENSION_API_ONLY") != "YES":
                    yield f"{target['name']} is an extension, and may call what extensions may not"
        if len(floors := set(re.findall(r"IPHONEOS_DEPLOYMENT_TARGET = ([^;]+);", self.text))) != 1:
            yield f"there are several deployment targets: {sorted(floors)}"

    def misembedded(self):
        """The extension in the app, and what the Info.plists and the privacy manifest must say."""
        (app, _), (widget, inner) = sorted(
            ((target, key) for key, target in self.targets.items()),
            key=lambda each: each[0]["productType"].endswith("app-extension"),
        )
        folders = [phase for phase in self.of("PBXCopyFilesBuildPhase") if phase["dstSubfolderSpec"] == "13"]
        if not folders or widget["productReference"] not in self.built(app, "PBXCopyFilesBuildPhase", "fileRef"):
            yield f"{widget['name']} is not embedded into the folder of plug-ins"
        if inner not in {self.objects[key]["target"] for key in app["dependencies"]}:
            yield f"{app['name']} does not depend on {widget['name']}"
        code = self.sources(app)
        for name, settings in self.configurations(app).items():
            own, plist = self.configurations(widget)[name], self.read(settings["INFOPLIST_FILE"])
            if not own["PRODUCT_BUNDLE_IDENTIFIER"].startswith(settings["PRODUCT_BUNDLE_IDENTIFIER"] + "."):
                yield f"the bundle identifier of {widget['name']} does not begin with the app's in {name}"
            point = self.read(own["INFOPLIST_FILE"]).get("NSExtension", {}).get("NSExtensionPointIdentifier")
            if point != "com.apple.widgetkit-extension":
                yield f"{own['INFOPLIST_FILE']} does not say that it is a widget extension"
            for needing, needed in (
                ("import ActivityKit", "NSSupportsLiveActivities"),
                ("requestAlwaysAuthorization", "NSLocationAlwaysAndWhenInUseUsageDescription"),
            ):
                if needing in code and not plist.get(needed):
                    yield f"{settings['INFOPLIST_FILE']} has no {needed}"
        declared = "".join(file.read_text() for file in self.folder.glob("App/PrivacyInfo.xcprivacy"))
        if "UserDefaults" in code and "NSPrivacyAccessedAPICategoryUserDefaults" not in declared:
            yield f"{app['name']} has no privacy manifest that declares UserDefaults"
        if "ProbeReport(" in code and "3D61.1" not in declared:
            yield f"{app['name']} shares a report, and declares no reason to send clocks with it"
        for target in self.targets.values():
            if (count := self.sources(target).count("@main")) != 1:
                yield f"{target['name']} begins in {count} places"

    def misreferenced(self):
        """The shared schemes, which name targets and configurations."""
        schemes = [*self.bundle.glob("xcshareddata/xcschemes/*.xcscheme")]
        if not schemes:
            yield "there is no shared scheme"
        for file in [*schemes, *self.bundle.glob("project.xcworkspace/contents.xcworkspacedata")]:
            try:
                tree = xml.parse(file)
            except xml.ParseError as error:
                yield f"{file} is no XML: {error}"
                continue
            for reference in tree.iter("BuildableReference"):
                target = self.targets.get(identifier := reference.get("BlueprintIdentifier"))
                if target is None:
                    yield f"{file} refers to {identifier}, which is no target"
                elif reference.get("BlueprintName") != target["name"]:
                    yield f"{file} calls {target['name']} otherwise"
            for action in tree.getroot():
                if (name := action.get("buildConfiguration")) and name not in self.configurations(self.root):
                    yield f"{file} builds in {name}, which is no configuration"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plutil", required=True, help="the program that reads property lists")
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    findings = Project(options.folder, options.plutil).findings()
    for finding in findings:
        print(f"project: {finding}", file=sys.stderr)
    if not findings:
        print(f"project: {options.folder} is sound")
    sys.exit(bool(findings))


if __name__ == "__main__":
    main()
