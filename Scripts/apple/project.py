"""usage: project.py --plutil PLUTIL FOLDER

Checks the Xcode project in a folder as far as it can be checked without Xcode: every identifier resolves to an object
of the right kind, none is unused, every path exists, and the targets link what they import.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

IDENTIFIER = re.compile(r"[0-9A-F]{24}")

# What may refer to what: the fields of each kind of object that hold identifiers, and of which kinds those may be.
ITEM = {"PBXGroup", "PBXFileReference", "PBXFileSystemSynchronizedRootGroup"}
PHASE = {"PBXSourcesBuildPhase", "PBXFrameworksBuildPhase", "PBXResourcesBuildPhase", "PBXCopyFilesBuildPhase"}
LIST = {"XCConfigurationList"}
REFERENCES = {
    "PBXProject": {
        "buildConfigurationList": LIST, "mainGroup": {"PBXGroup"}, "productRefGroup": {"PBXGroup"},
        "packageReferences": {"XCLocalSwiftPackageReference"}, "targets": {"PBXNativeTarget"},
    },
    "PBXNativeTarget": {
        "buildConfigurationList": LIST, "buildPhases": PHASE, "buildRules": set(),
        "dependencies": {"PBXTargetDependency"},
        "fileSystemSynchronizedGroups": {"PBXFileSystemSynchronizedRootGroup"},
        "packageProductDependencies": {"XCSwiftPackageProductDependency"}, "productReference": {"PBXFileReference"},
    },
    "PBXGroup": {"children": ITEM},
    "PBXFileReference": {},
    "PBXFileSystemSynchronizedRootGroup": {},
    "PBXBuildFile": {"fileRef": {"PBXFileReference"}, "productRef": {"XCSwiftPackageProductDependency"}},
    "PBXContainerItemProxy": {"containerPortal": {"PBXProject"}, "remoteGlobalIDString": {"PBXNativeTarget"}},
    "PBXTargetDependency": {"target": {"PBXNativeTarget"}, "targetProxy": {"PBXContainerItemProxy"}},
    "XCConfigurationList": {"buildConfigurations": {"XCBuildConfiguration"}},
    "XCBuildConfiguration": {},
    "XCLocalSwiftPackageReference": {},
    "XCSwiftPackageProductDependency": {"package": {"XCLocalSwiftPackageReference"}},
} | {phase: {"files": {"PBXBuildFile"}} for phase in PHASE}

EXTENSION = "com.apple.product-type.app-extension"
APP = "com.apple.product-type.application"


class Check:
    def __init__(self, folder, plutil):
        self.folder = folder
        self.plutil = plutil
        self.findings = []

    def say(self, text):
        self.findings.append(text)

    def run(self):
        bundle, = self.folder.glob("*.xcodeproj")
        self.bundle = bundle
        file = bundle / "project.pbxproj"
        plists = [file, *self.folder.glob("Configuration/*.plist"), *self.folder.glob("*/*.entitlements"),
                  *self.folder.glob("*/*.xcprivacy")]
        if not all([self.lint(plist) for plist in plists]):
            return self.findings
        self.text = file.read_text()
        project = self.plist(file)
        self.objects = project["objects"]
        self.texts()
        if not self.graph(project["rootObject"]):
            return self.findings
        self.root = self.objects[project["rootObject"]]
        self.targets = {key: self.objects[key] for key in self.root["targets"]}
        if project["objectVersion"] != "77":
            self.say(f"objectVersion is {project['objectVersion']}; synchronized folders need 77")
        self.paths()
        self.packages()
        self.settings()
        self.embedding()
        self.imports()
        self.schemes()
        return self.findings

    # What the files say

    def lint(self, file):
        done = subprocess.run([self.plutil, "-lint", file], capture_output=True, text=True)
        if done.returncode:
            self.say(f"plutil refuses {self.name(file)}: {(done.stdout + done.stderr).strip()}")
        return not done.returncode

    def plist(self, file):
        if not file.is_file():
            return {}
        return json.loads(subprocess.check_output([self.plutil, "-convert", "json", "-o", "-", file]))

    def name(self, file):
        return file.relative_to(self.folder)

    def texts(self):
        """What a parser does not tell: an identifier given twice, and comments that name something else."""
        given = re.findall(r"^\t\t([^\s=]+)(?: /\*.*?\*/)? = \{", self.text, re.M)
        for key in sorted({key for key in given if given.count(key) > 1}):
            self.say(f"{key} is given twice")
        comments = {}
        for key, comment in re.findall(r"\b([0-9A-F]{24}) /\* (.*?) \*/", self.text):
            comments.setdefault(key, set()).add(comment)
        for key, said in sorted(comments.items()):
            if len(said) > 1:
                self.say(f"{key} is called {' and '.join(sorted(said))}")

    # What the objects say of one another

    def graph(self, root):
        sound = len(self.findings)
        used = {root: 1}
        for key, value in self.objects.items():
            kind = value.get("isa")
            if not IDENTIFIER.fullmatch(key):
                self.say(f"{key} is no identifier")
            if kind not in REFERENCES:
                self.say(f"{key} is a {kind}, of which this check knows nothing")
                continue
            for field, content in value.items():
                allowed = REFERENCES[kind].get(field)
                for item in content if isinstance(content, list) else [content]:
                    if allowed is None:
                        if isinstance(item, str) and IDENTIFIER.fullmatch(item):
                            self.say(f"{kind} {key} has an identifier in {field}, where none belongs")
                        continue
                    used[item] = used.get(item, 0) + 1
                    if item not in self.objects:
                        self.say(f"{kind} {key} refers to {item} in {field}, which is no object")
                    elif self.objects[item].get("isa") not in allowed:
                        self.say(f"{kind} {key} refers to a {self.objects[item].get('isa')} in {field}")
        if root not in self.objects or self.objects[root].get("isa") != "PBXProject":
            self.say("rootObject is no project")
        if len(self.findings) > sound:
            return False
        reached = set()
        waiting = [root]
        while waiting:
            key = waiting.pop()
            if key in reached:
                continue
            reached.add(key)
            value = self.objects[key]
            for field in REFERENCES[value["isa"]]:
                content = value.get(field, [])
                waiting += content if isinstance(content, list) else [content]
        for key in sorted(set(self.objects) - reached):
            self.say(f"{self.objects[key]['isa']} {key} is used by nothing")
        for key, count in used.items():
            if count > 1 and self.objects[key]["isa"] in {"PBXBuildFile", "XCBuildConfiguration", *LIST, *PHASE}:
                self.say(f"{self.objects[key]['isa']} {key} is used {count} times")
        return len(self.findings) == sound

    def paths(self):
        for key, value in self.objects.items():
            if value["isa"] in ITEM - {"PBXGroup"} and value.get("sourceTree") == "<group>":
                path = self.folder / value["path"]
                if not path.exists() or (path.is_dir() and not any(path.iterdir())):
                    self.say(f"{value['path']} does not exist, or is empty")
        for configuration in self.of("XCBuildConfiguration"):
            path = configuration["buildSettings"].get("INFOPLIST_FILE")
            if path and not (self.folder / path).is_file():
                self.say(f"the Info.plist {path} does not exist")
        synchronized = [group["path"] for group in self.of("PBXFileSystemSynchronizedRootGroup")]
        built = {self.objects[key]["path"] for target in self.targets.values() for key in self.groups(target)}
        beside = (self.folder.parent / "Package.swift").read_text()
        for file in self.sources(self.folder):
            top = self.name(file).parts[0]
            if top not in built and f'path: "{self.folder.name}/{top}/' not in beside:
                self.say(f"{self.name(file)} is in no target")
        for plist in self.folder.glob("*/*.plist"):
            if self.name(plist).parts[0] in built:
                self.say(f"{self.name(plist)} is in a target's folder, and would be copied")
        if len(synchronized) != len(set(synchronized)):
            self.say("a folder is there twice")

    def packages(self):
        for reference in self.of("XCLocalSwiftPackageReference"):
            manifest = self.folder / reference["relativePath"] / "Package.swift"
            if not manifest.is_file():
                self.say(f"there is no package at {reference['relativePath']}")
                continue
            products = set(re.findall(r"\.library\(\s*name: \"(\w+)\"", manifest.read_text()))
            for product in self.of("XCSwiftPackageProductDependency"):
                if self.objects[product["package"]] is reference and product["productName"] not in products:
                    self.say(f"the package at {reference['relativePath']} has no product {product['productName']}")
        for target in self.targets.values():
            linked = {
                self.objects[key].get("productRef")
                for phase in self.phases(target, "PBXFrameworksBuildPhase") for key in phase["files"]
            }
            if linked != set(target.get("packageProductDependencies", [])):
                self.say(f"{target['name']} does not link the products that it depends on")

    # What the targets are built of

    def of(self, kind):
        return [value for value in self.objects.values() if value["isa"] == kind]

    def groups(self, target):
        return target.get("fileSystemSynchronizedGroups", [])

    def phases(self, target, kind):
        return [phase for phase in (self.objects[key] for key in target["buildPhases"]) if phase["isa"] == kind]

    def sources(self, folder):
        return [file for file in sorted(folder.rglob("*.swift")) if ".build" not in file.parts]

    def configurations(self, owner):
        listed = self.objects[owner["buildConfigurationList"]]
        found = {self.objects[key]["name"]: self.objects[key]["buildSettings"] for key in listed["buildConfigurations"]}
        if listed["defaultConfigurationName"] not in found:
            self.say(f"the default configuration {listed['defaultConfigurationName']} does not exist")
        return found

    def settings(self):
        """What Scripts/apple-check compiles with must be what Xcode would."""
        common = self.configurations(self.root)
        for target in self.targets.values():
            own = self.configurations(target)
            if set(own) != set(common):
                self.say(f"{target['name']} has the configurations {sorted(own)}")
            for name in set(own) & set(common):
                settings = common[name] | own[name]
                for key, value in {
                    "SWIFT_VERSION": "6.0", "SWIFT_DEFAULT_ACTOR_ISOLATION": "MainActor",
                    "SWIFT_UPCOMING_FEATURE_MEMBER_IMPORT_VISIBILITY": "YES",
                    "SWIFT_UPCOMING_FEATURE_INFER_ISOLATED_CONFORMANCES": "YES",
                }.items():
                    if settings.get(key) != value:
                        self.say(f"{target['name']} has {key} = {settings.get(key)} in {name}, not {value}")
                if target["productType"] == EXTENSION and settings.get("APPLICATION_EXTENSION_API_ONLY") != "YES":
                    self.say(f"{target['name']} is an extension, and may call what extensions may not")
        floors = set(re.findall(r"IPHONEOS_DEPLOYMENT_TARGET = ([^;]+);", self.text))
        if len(floors) != 1:
            self.say(f"there are several deployment targets: {sorted(floors)}")

    def embedding(self):
        app, = [target for target in self.targets.values() if target["productType"] == APP]
        embedded = [
            self.objects[key].get("fileRef") for phase in self.phases(app, "PBXCopyFilesBuildPhase")
            if phase["dstSubfolderSpec"] == "13" for key in phase["files"]
        ]
        depended = {self.objects[key]["target"] for key in app["dependencies"]}
        for key in app["dependencies"]:
            proxy = self.objects[self.objects[key]["targetProxy"]]
            if proxy["remoteGlobalIDString"] != self.objects[key]["target"]:
                self.say("a target's proxy is another's")
        for key, target in self.targets.items():
            if target["productType"] != EXTENSION:
                continue
            if target["productReference"] not in embedded:
                self.say(f"{target['name']} is not embedded into the folder of plug-ins")
            if key not in depended:
                self.say(f"{app['name']} does not depend on {target['name']}")
            for name, settings in self.configurations(target).items():
                outer = self.configurations(app).get(name, {}).get("PRODUCT_BUNDLE_IDENTIFIER", "")
                if not settings.get("PRODUCT_BUNDLE_IDENTIFIER", "").startswith(outer + "."):
                    self.say(f"the bundle identifier of {target['name']} does not begin with the app's in {name}")
                plist = self.plist(self.folder / settings["INFOPLIST_FILE"])
                if plist.get("NSExtension", {}).get("NSExtensionPointIdentifier") != "com.apple.widgetkit-extension":
                    self.say(f"{settings['INFOPLIST_FILE']} does not say that it is a widget extension")
        sources = {key: "".join(map(pathlib.Path.read_text, self.filesOf(each))) for key, each in self.targets.items()}
        for key, target in self.targets.items():
            if target["productType"] != APP:
                continue
            for settings in self.configurations(target).values():
                plist = self.plist(self.folder / settings["INFOPLIST_FILE"])
                needs = {"import ActivityKit": "NSSupportsLiveActivities"}
                needs["requestAlwaysAuthorization"] = "NSLocationAlwaysAndWhenInUseUsageDescription"
                for code, name in needs.items():
                    if code in sources[key] and not plist.get(name):
                        self.say(f"{settings['INFOPLIST_FILE']} has no {name}")
            declared = "".join(file.read_text() for group in self.groups(target)
                               for file in (self.folder / self.objects[group]["path"]).glob("PrivacyInfo.xcprivacy"))
            if "UserDefaults" in sources[key] and "NSPrivacyAccessedAPICategoryUserDefaults" not in declared:
                self.say(f"{target['name']} has no privacy manifest that declares UserDefaults")
            if "ProbeReport(" in sources[key] and "3D61.1" not in declared:
                self.say(f"{target['name']} shares a report, and declares no reason to send clocks with it")
        for key, target in self.targets.items():
            if sources[key].count("@main") != 1:
                self.say(f"{target['name']} begins in {sources[key].count('@main')} places")

    def filesOf(self, target):
        return [file for key in self.groups(target) for file in self.sources(self.folder / self.objects[key]["path"])]

    def imports(self):
        offered = {product["productName"] for product in self.of("XCSwiftPackageProductDependency")}
        for target in self.targets.values():
            linked = {self.objects[key]["productName"] for key in target.get("packageProductDependencies", [])}
            imported = {
                module for file in self.filesOf(target)
                for module in re.findall(r"^(?:@\w+ )?(?:\w+ )?import (\w+)", file.read_text(), re.M)
            }
            for module in sorted((imported & offered) - linked):
                self.say(f"{target['name']} imports {module} and does not link it")
            for module in sorted(linked - imported):
                self.say(f"{target['name']} links {module} and does not import it")

    def schemes(self):
        shared = list((self.bundle / "xcshareddata/xcschemes").glob("*.xcscheme"))
        if not shared:
            self.say("there is no shared scheme")
        for file in [*shared, *self.bundle.glob("project.xcworkspace/contents.xcworkspacedata")]:
            try:
                tree = xml.parse(file)
            except xml.ParseError as error:
                self.say(f"{self.name(file)} is no XML: {error}")
                continue
            for reference in tree.iter("BuildableReference"):
                target = self.targets.get(reference.get("BlueprintIdentifier"))
                if target is None:
                    self.say(f"{self.name(file)} refers to {reference.get('BlueprintIdentifier')}, which is no target")
                    continue
                product = self.objects[target["productReference"]]["path"]
                if (reference.get("BlueprintName"), reference.get("BuildableName")) != (target["name"], product):
                    self.say(f"{self.name(file)} calls {target['name']} otherwise")
                if reference.get("ReferencedContainer") != f"container:{self.bundle.name}":
                    self.say(f"{self.name(file)} looks into another project")
            for action in tree.getroot():
                name = action.get("buildConfiguration")
                if name and name not in self.configurations(self.root):
                    self.say(f"{self.name(file)} builds in {name}, which is no configuration")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--plutil", required=True)
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    findings = Check(options.folder, options.plutil).run()
    if not findings:
        print(f"project: {options.folder} is sound")
    for finding in findings:
        print(f"project: {finding}", file=sys.stderr)
    sys.exit(bool(findings))


if __name__ == "__main__":
    main()
