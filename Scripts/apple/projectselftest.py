"""Mistakes that project.py must find, planted one at a time in copies of the project's folder."""

import pathlib
import re
import shutil
import tempfile

# What is planted, in which file, by replacing what with what, and what must be said of it. #53 is the identifier that
# ends with 53.
PROJECT = "SiderealDemo.xcodeproj/project.pbxproj"
SCHEME = "SiderealDemo.xcodeproj/xcshareddata/xcschemes/SiderealDemo.xcscheme"
MISTAKES = [
    ("a missing brace", PROJECT, "\n\trootObject", "\n\t}\n\trootObject", "plutil refuses"),
    ("a broken Info.plist", "Configuration/App-Info.plist", "</dict>\n</plist>", "</plist>", "plutil refuses"),
    ("a reference to nothing", PROJECT, "#53 /* Resources */,", "#FF,", "which is no object"),
    ("a reference that is too short", PROJECT, "mainGroup = #02", "mainGroup = 5D000000000000000000002",
     "which is no object"),
    ("a reference of the wrong kind", PROJECT, "target = #12 /* DemoWidgets */;\n\t\t\ttargetProxy",
     "target = #32 /* DemoWidgets.appex */;\n\t\t\ttargetProxy", "refers to a PBXFileReference in target"),
    ("an identifier where none belongs", PROJECT, "remoteInfo = DemoWidgets;", "remoteInfo = #12;",
     "where none belongs"),
    ("an object that nothing uses", PROJECT, "/* Begin PBXGroup section */\n",
     '/* Begin PBXGroup section */\n\t\t#FE = {isa = PBXGroup; children = (); sourceTree = "<group>"; };\n',
     "is used by nothing"),
    ("an identifier given twice", PROJECT, "/* Begin PBXGroup section */\n",
     '/* Begin PBXGroup section */\n\t\t#03 /* Products */ = '
     '{isa = PBXGroup; children = (); sourceTree = "<group>"; };\n',
     "is given twice"),
    ("a build file in two phases", PROJECT, "#25 /* DemoCore in Frameworks */,\n\t\t\t);",
     "#25 /* DemoCore in Frameworks */,\n\t\t\t\t#23 /* DemoCore in Frameworks */,\n\t\t\t);", "is used 2 times"),
    ("a comment that names something else", PROJECT, "#41 /* App */,", "#41 /* Widget */,", "is called"),
    ("a kind that nobody knows", PROJECT, "isa = PBXTargetDependency;", "isa = PBXTargetDependancy;", "knows nothing"),
    ("a folder that is not there", PROJECT, "path = Shared;", "path = Sharing;", "Sharing does not exist"),
    ("a file that is not there", PROJECT, "path = README.md;", "path = READ.md;", "READ.md does not exist"),
    ("an Info.plist that is not there", PROJECT, '"Configuration/Widget-Info.plist"', '"Configuration/Info.plist"',
     "does not exist"),
    ("a package that is not there", PROJECT, "relativePath = ../..;", "relativePath = ../../..;", "no package at"),
    ("a product that no package has", PROJECT, "productName = SiderealStorage;", "productName = SiderealStore;",
     "has no product"),
    ("a product that is not linked", PROJECT, "\t\t\t\t#74 /* Sidereal */,\n\t\t\t\t5D",
     "\t\t\t\t#72 /* SiderealStorage */,\n\t\t\t\t5D", "does not link the products"),
    ("an import without its product", "Widget/DemoWidgets.swift", "import SwiftUI",
     "import SiderealStorage\nimport SwiftUI", "does not link it"),
    ("an extension that is not embedded", PROJECT, "dstSubfolderSpec = 13;", "dstSubfolderSpec = 10;",
     "is not embedded"),
    ("a bundle identifier outside of the app's", PROJECT, "com.example.SiderealDemo.DemoWidgets",
     "com.example.DemoWidgets", "does not begin with"),
    ("an extension of another kind", "Configuration/Widget-Info.plist", "widgetkit-extension", "share-services",
     "widget extension"),
    ("an app without Live Activities", "Configuration/App-Info.plist", "NSSupportsLiveActivities",
     "NSSupportsActivities", "has no NSSupportsLiveActivities"),
    ("a privacy manifest without UserDefaults", "App/PrivacyInfo.xcprivacy", "APICategoryUserDefaults",
     "APICategoryDiskSpace", "declares UserDefaults"),
    ("a report without a reason to send it", "App/PrivacyInfo.xcprivacy", "3D61.1", "8FFB.1",
     "declares no reason to send clocks"),
    ("another language mode", PROJECT, "SWIFT_VERSION = 6.0;", "SWIFT_VERSION = 5.0;", "SWIFT_VERSION = 5.0"),
    ("two deployment targets", PROJECT, 'INFOPLIST_FILE = "Configuration/App-Info.plist";',
     'INFOPLIST_FILE = "Configuration/App-Info.plist";\n\t\t\t\tIPHONEOS_DEPLOYMENT_TARGET = 18.0;',
     "several deployment targets"),
    ("an extension that may call anything", PROJECT, "APPLICATION_EXTENSION_API_ONLY = YES;",
     "APPLICATION_EXTENSION_API_ONLY = NO;", "what extensions may not"),
    ("an old format", PROJECT, "objectVersion = 77;", "objectVersion = 56;", "need 77"),
    ("a scheme of no target", SCHEME, 'BlueprintIdentifier = "#11"', 'BlueprintIdentifier = "#AA"',
     "which is no target"),
    ("a scheme of another configuration", SCHEME, 'buildConfiguration = "Debug"', 'buildConfiguration = "Debugging"',
     "which is no configuration"),
    ("a scheme that is no XML", SCHEME, "</Scheme>", "", "is no XML"),
]  # fmt: skip


def written(text):
    return re.sub(r"#(\w\w)\b", rf"5D{0:020}\1", text)


def let_pass(check, folder, plutil):
    """Plants each mistake and prints that it was found; what is wrong where one was not, or for another reason."""
    with tempfile.TemporaryDirectory() as work:
        copy = pathlib.Path(work) / "Examples" / folder.name
        shutil.copy(folder / "../../Package.swift", pathlib.Path(work))
        for what, name, old, new, why in MISTAKES:
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(folder, copy, ignore=shutil.ignore_patterns(".build"))
            file = copy / name
            text = file.read_text()
            if written(old) not in text:
                yield f"nothing to change in {name}: {what}"
                continue
            file.write_text(text.replace(written(old), written(new)))
            findings = check(copy, plutil).run()
            if any(why in finding for finding in findings):
                print(f"app-check: refused as it should be: {what}")
            else:
                yield f"a planted mistake was let pass, or refused for another reason: {what}"
                yield from findings
