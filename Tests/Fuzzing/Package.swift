// swift-tools-version: 6.2

// Feeds bytes that libFuzzer invents to all code that parses foreign bytes.
//
// Our own targets are compiled here once more, from the same sources (symbolic links), optimized, with the coverage
// that steers the fuzzer and with the address sanitizer. Three programs have the targets of the fuzzer: FuzzCore those
// of base, core and store, FuzzLibrary those of the library, FuzzTools those of the tools. After each input libFuzzer
// reads all counters that a program links, which takes longer than most inputs: so none links more than it needs. Each
// target is a file in the program's Targets; besides not crashing it demands what its comment states, and may make its
// first inputs with our own encoders. Corpus has the other initial inputs, and inputs that once failed; Dictionaries
// has words that the fuzzer would hardly guess.
//
// Scripts/fuzz-check builds and runs this package.
import PackageDescription

let warningsAreErrors = Context.environment["SIDEREAL_WARNINGS"] == "errors"

// Long runs leave out the address sanitizer and the comparisons that libFuzzer follows, which take most of the time,
// because Swift compares before each access to an array. They keep Swift's own checks, and each target's demands.
let isFast = Context.environment["SIDEREAL_FUZZ"] == "fast"
let sanitizers = isFast ? "-sanitize=fuzzer" : "-sanitize=fuzzer,address"
let edgesAlone = "-sanitize-coverage=edge,inline-8bit-counters,pc-table"

func settings(_ flags: [String]) -> [SwiftSetting] {
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .unsafeFlags(flags),
    ] + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])
}

// Internal code of our own targets is fuzzed, too.
let ours = settings([sanitizers, "-enable-testing"] + (isFast ? [edgesAlone] : []))

// These parse no foreign bytes: their coverage shows nothing, and their counters took a fifth of the time.
let bystanders = settings(["-enable-testing"] + (isFast ? [] : ["-sanitize=address"]))

// The comparisons of the fuzzer's own targets show nothing about the fuzzed code.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: ["CFuzzing", "SiderealBase", "SiderealCore", "SiderealSystem"] + dependencies,
        swiftSettings: settings([sanitizers, edgesAlone]), linkerSettings: [.unsafeFlags([sanitizers, "-use-ld=lld"])])
}

let package = Package(
    name: "Fuzzing",
    targets: [
        // Our targets.
        .target(name: "SiderealBase", swiftSettings: ours + [.strictMemorySafety()]),
        .target(name: "SiderealCore", dependencies: ["SiderealBase"], swiftSettings: ours + [.strictMemorySafety()]),
        .target(name: "CSiderealSystem"),
        .target(name: "CSiderealCurl"),
        .target(name: "CSiderealOpenSSL"),
        .target(
            name: "SiderealSystem", dependencies: ["SiderealBase", "CSiderealSystem"], swiftSettings: ours),
        .target(
            name: "SiderealClocks",
            dependencies: ["SiderealCore", "SiderealSystem", "CSiderealSystem"],
            swiftSettings: ours + [.define("BootIdentity")]),
        .target(
            name: "SiderealGate", dependencies: ["SiderealBase", "SiderealSystem"],
            swiftSettings: ours + [.strictMemorySafety()]),
        .target(
            name: "SiderealStorage", dependencies: ["SiderealBase", "SiderealGate", "SiderealSystem"],
            exclude: ["PrivacyInfo.xcprivacy"], swiftSettings: ours + [.strictMemorySafety()]),
        .target(
            name: "SiderealNetwork", dependencies: ["SiderealClocks", "SiderealCore", "SiderealSystem"],
            swiftSettings: ours),
        .target(
            name: "SiderealCurl", dependencies: ["CSiderealCurl", "SiderealCore", "SiderealNetwork", "SiderealSystem"],
            swiftSettings: ours),
        .target(
            name: "SiderealOpenSSL", dependencies: ["CSiderealOpenSSL", "SiderealNetwork", "SiderealSystem"],
            swiftSettings: ours),
        .target(
            name: "SiderealBoot", dependencies: ["SiderealClocks", "SiderealCore", "SiderealGate", "SiderealSystem"],
            exclude: ["PrivacyInfo.xcprivacy"], swiftSettings: ours),
        .target(
            name: "SiderealTime",
            dependencies: [
                "SiderealBoot", "SiderealClocks", "SiderealCore", "SiderealCurl", "SiderealNetwork", "SiderealSystem",
            ],
            swiftSettings: ours),
        .target(
            name: "SiderealAuthenticatedTime",
            dependencies: [
                "SiderealCore", "SiderealNetwork", "SiderealOpenSSL", "SiderealSystem", "SiderealTime",
            ],
            swiftSettings: ours),
        .target(
            name: "Sidereal", dependencies: ["SiderealAuthenticatedTime", "SiderealStorage"],
            swiftSettings: ours),
        .target(
            name: "SiderealTesting",
            dependencies: [
                "SiderealNetwork", "SiderealAuthenticatedTime", "Sidereal", "SiderealClocks", "SiderealCore",
                "SiderealSystem",
                "SiderealStorage",
            ],
            swiftSettings: bystanders),
        .target(
            name: "SiderealSimulation",
            dependencies: [
                "Sidereal", "SiderealCore", "SiderealSystem", "SiderealStorage", "SiderealTesting",
            ],
            swiftSettings: ours),
        .target(name: "SiderealPicture", dependencies: ["Sidereal", "SiderealCore"], swiftSettings: bystanders),
        // Without its entry point: the program has that of the fuzzer.
        .target(
            name: "SiderealCommand",
            dependencies: ["SiderealCore", "SiderealSystem", "Sidereal", "SiderealPicture", "SiderealSimulation"],
            exclude: ["Siderealctl.swift"], swiftSettings: ours),
        // The fuzzer.
        .target(name: "CFuzzing"),
        program("FuzzCore", ["SiderealClocks", "SiderealStorage"]),
        program("FuzzLibrary", ["SiderealAuthenticatedTime", "SiderealCurl", "SiderealStorage", "SiderealTime"]),
        program("FuzzTools", ["SiderealCommand", "SiderealSimulation"]),
    ],
    swiftLanguageModes: [.v6]
)
