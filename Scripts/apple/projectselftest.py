"""usage: projectselftest.py --plutil PLUTIL FOLDER

Plants mistakes in copies of a project's folder, one at a time, and fails if project.py lets one pass, or refuses it for another reason.
"""

import argparse
import pathlib
import shutil
import sys
import tempfile

import project

# Mistakes: what is planted, in which file, by replacing what with what, and what must be said of it.
PROJECT = "SiderealDemo.xcodeproj/project.pbxproj"
SCHEME = "SiderealDemo.xcodeproj/xcshareddata/xcschemes/SiderealDemo.xcscheme"
MISTAKES = [
    ("a missing brace", PROJECT, "\n\trootObject", "\n\t}\n\trootObject", "plutil refuses"),
    ("a broken Info.plist", "Configuration/App-Info.plist", "</dict>\n</plist>", "</plist>", "plutil refuses"),
    (
        "a reference to nothing", PROJECT,
        "5D0000000000000000000053 /* Resources */,",
        "5D00000000000000000000FF,",
        "which is no object",
    ),
    (
        "a reference that is too short", PROJECT,
        "mainGroup = 5D0000000000000000000002",
        "mainGroup = 5D000000000000000000002",
        "which is no object",
    ),
    (
        "a reference of the wrong kind", PROJECT,
        "target = 5D0000000000000000000012 /* DemoWidgets */;\n\t\t\ttargetProxy",
        "target = 5D0000000000000000000032 /* DemoWidgets.appex */;\n\t\t\ttargetProxy",
        "refers to a PBXFileReference in target",
    ),
    (
        "an identifier where none belongs", PROJECT,
        "remoteInfo = DemoWidgets;",
        "remoteInfo = 5D0000000000000000000012;",
        "where none belongs",
    ),
    (
        "an object that nothing uses", PROJECT,
        "/* Begin PBXGroup section */\n",
        "/* Begin PBXGroup section */\n\t\t5D00000000000000000000FE = {isa = PBXGroup; children = (); sourceTree = \"<group>\"; };\n",
        "is used by nothing",
    ),
    (
        "an identifier given twice", PROJECT,
        "/* Begin PBXGroup section */\n",
        "/* Begin PBXGroup section */\n\t\t5D0000000000000000000003 /* Products */ = {isa = PBXGroup; children = (); sourceTree = \"<group>\"; };\n",
        "is given twice",
    ),
    (
        "a build file in two phases", PROJECT,
        "5D0000000000000000000025 /* DemoCore in Frameworks */,\n\t\t\t);",
        "5D0000000000000000000025 /* DemoCore in Frameworks */,\n\t\t\t\t5D0000000000000000000023 /* DemoCore in Frameworks */,\n\t\t\t);",
        "is used 2 times",
    ),
    (
        "a comment that names something else", PROJECT,
        "5D0000000000000000000041 /* App */,",
        "5D0000000000000000000041 /* Widget */,",
        "is called",
    ),
    (
        "a kind that nobody knows", PROJECT,
        "isa = PBXTargetDependency;",
        "isa = PBXTargetDependancy;",
        "knows nothing",
    ),
    ("a folder that is not there", PROJECT, "path = Shared;", "path = Sharing;", "Sharing does not exist"),
    ("a file that is not there", PROJECT, "path = README.md;", "path = READ.md;", "READ.md does not exist"),
    (
        "an Info.plist that is not there", PROJECT,
        "\"Configuration/Widget-Info.plist\"",
        "\"Configuration/Info.plist\"",
        "does not exist",
    ),
    ("a package that is not there", PROJECT, "relativePath = ../..;", "relativePath = ../../..;", "no package at"),
    (
        "a product that no package has", PROJECT,
        "productName = SiderealStorage;",
        "productName = SiderealStore;",
        "has no product",
    ),
    (
        "a product that is not linked", PROJECT,
        "\t\t\t\t5D0000000000000000000074 /* Sidereal */,\n\t\t\t\t5D",
        "\t\t\t\t5D0000000000000000000072 /* SiderealStorage */,\n\t\t\t\t5D",
        "does not link the products",
    ),
    (
        "an import without its product", "Widget/DemoWidgets.swift",
        "import SwiftUI",
        "import SiderealStorage\nimport SwiftUI",
        "does not link it",
    ),
    (
        "an extension that is not embedded", PROJECT,
        "dstSubfolderSpec = 13;",
        "dstSubfolderSpec = 10;",
        "is not embedded",
    ),
    (
        "a bundle identifier outside of the app's", PROJECT,
        "com.example.SiderealDemo.DemoWidgets",
        "com.example.DemoWidgets",
        "does not begin with",
    ),
    (
        "an extension of another kind", "Configuration/Widget-Info.plist",
        "widgetkit-extension",
        "share-services",
        "widget extension",
    ),
    (
        "an app without Live Activities", "Configuration/App-Info.plist",
        "NSSupportsLiveActivities",
        "NSSupportsActivities",
        "has no NSSupportsLiveActivities",
    ),
    (
        "a privacy manifest without UserDefaults", "App/PrivacyInfo.xcprivacy",
        "APICategoryUserDefaults", "APICategoryDiskSpace", "declares UserDefaults",
    ),
    (
        "a report without a reason to send it", "App/PrivacyInfo.xcprivacy",
        "3D61.1", "8FFB.1", "declares no reason to send clocks",
    ),
    ("another language mode", PROJECT, "SWIFT_VERSION = 6.0;", "SWIFT_VERSION = 5.0;", "SWIFT_VERSION = 5.0"),
    (
        "two deployment targets", PROJECT,
        "INFOPLIST_FILE = \"Configuration/App-Info.plist\";",
        "INFOPLIST_FILE = \"Configuration/App-Info.plist\";\n\t\t\t\tIPHONEOS_DEPLOYMENT_TARGET = 18.0;",
        "several deployment targets",
    ),
    (
        "an extension that may call anything", PROJECT,
        "APPLICATION_EXTENSION_API_ONLY = YES;",
        "APPLICATION_EXTENSION_API_ONLY = NO;",
        "what extensions may not",
    ),
    ("an old format", PROJECT, "objectVersion = 77;", "objectVersion = 56;", "need 77"),
    (
        "a scheme of no target", SCHEME,
        "BlueprintIdentifier = \"5D0000000000000000000011\"",
        "BlueprintIdentifier = \"5D00000000000000000000AA\"",
        "which is no target",
    ),
    (
        "a scheme of another configuration", SCHEME,
        "buildConfiguration = \"Debug\"",
        "buildConfiguration = \"Debugging\"",
        "which is no configuration",
    ),
    ("a scheme that is no XML", SCHEME, "</Scheme>", "", "is no XML"),
]


def selfTest(folder, plutil):
    failed = False
    with tempfile.TemporaryDirectory() as work:
        copy = pathlib.Path(work) / "Examples" / folder.name
        for what, name, old, new, why in MISTAKES:
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(folder, copy, ignore=shutil.ignore_patterns(".build"))
            shutil.copy(folder / "../../Package.swift", pathlib.Path(work))
            file = copy / name
            text = file.read_text()
            if old not in text:
                project.report([f"nothing to change in {name}: {what}"])
                failed = True
                continue
            file.write_text(text.replace(old, new))
            findings = project.Check(copy, plutil).run()
            if not any(why in finding for finding in findings):
                project.report([f"a planted mistake was let pass, or refused for another reason: {what}", *findings])
                failed = True
            else:
                print(f"app-check: refused as it should be: {what}")
    return failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--plutil", required=True)
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    sys.exit(selfTest(options.folder, options.plutil))


main()
