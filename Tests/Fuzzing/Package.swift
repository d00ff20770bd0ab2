// swift-tools-version: 6.2
// Feeds bytes that libFuzzer invents to everything that parses foreign bytes.
//
// Our own targets are compiled here once more, from the same sources (symbolic links), optimized, with the coverage
// that steers the fuzzer and with the address sanitizer. The executable Fuzzing has all targets of the fuzzer: the
// first argument names one, the rest goes to libFuzzer. Each target is a file in Sources/Fuzzing/Targets; beside not
// crashing it demands what its comment says. Corpus has for each target what the fuzzer starts from, and what once went
// wrong; Dictionaries the words that it would hardly guess.
//
// Scripts/fuzz-check builds and runs this package.
import PackageDescription

let warningsAreErrors = Context.environment["SIDEREAL_WARNINGS"] == "errors"

let features: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .unsafeFlags(["-sanitize=fuzzer,address"]),
    ] + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])

// What is internal in our own targets is fuzzed, too.
let ours = features + [.unsafeFlags(["-enable-testing"])]

let package = Package(
    name: "Fuzzing",
    targets: [
        // Ours.
        .target(name: "SiderealCore", swiftSettings: ours + [.strictMemorySafety()]),
        .target(name: "CSiderealSystem"),
        .target(name: "CSiderealCurl"),
        .target(name: "CSiderealOpenSSL"),
        .target(
            name: "SiderealSystem", dependencies: ["SiderealCore", "CSiderealSystem"],
            swiftSettings: ours + [.define("BootIdentity")]),
        .target(
            name: "SiderealStorage", dependencies: ["SiderealCore", "SiderealSystem"],
            exclude: ["PrivacyInfo.xcprivacy"], swiftSettings: ours + [.strictMemorySafety()]),
        .target(
            name: "SiderealCurl", dependencies: ["CSiderealCurl", "SiderealCore", "SiderealSystem"],
            swiftSettings: ours),
        .target(
            name: "SiderealOpenSSL", dependencies: ["CSiderealOpenSSL", "SiderealCore", "SiderealSystem"],
            swiftSettings: ours),
        .target(
            name: "Sidereal",
            dependencies: ["SiderealCore", "SiderealCurl", "SiderealOpenSSL", "SiderealSystem", "SiderealStorage"],
            exclude: ["PrivacyInfo.xcprivacy"], swiftSettings: ours),
        .target(
            name: "SiderealTesting", dependencies: ["Sidereal", "SiderealCore", "SiderealSystem", "SiderealStorage"],
            swiftSettings: ours),
        .target(
            name: "SiderealSimulation",
            dependencies: ["Sidereal", "SiderealCore", "SiderealSystem", "SiderealStorage", "SiderealTesting"],
            swiftSettings: ours),
        .target(name: "SiderealPicture", dependencies: ["Sidereal", "SiderealCore"], swiftSettings: ours),
        // Without its entry point: the program has that of the fuzzer.
        .target(
            name: "SiderealCommand", dependencies: ["Sidereal", "SiderealPicture", "SiderealSimulation"],
            exclude: ["Siderealctl.swift"], swiftSettings: ours),
        // The fuzzer.
        .target(name: "CFuzzing"),
        .executableTarget(
            name: "Fuzzing",
            dependencies: [
                "CFuzzing", "Sidereal", "SiderealCommand", "SiderealCore", "SiderealCurl", "SiderealSimulation",
                "SiderealStorage", "SiderealSystem", "SiderealTesting",
            ],
            swiftSettings: features, linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
    ],
    swiftLanguageModes: [.v6]
)
