// swift-tools-version: 6.2
import PackageDescription

// The gate sets this for all its builds, so that they are one build: a flag on one command line would make another.
let warningsAreErrors = Context.environment["SIDEREAL_WARNINGS"] == "errors"

// For small static programs on Linux. Not a trait: SwiftPM hands the compiler the enabled traits in an order that
// changes from run to run, so with two of them every other command would build everything anew.
let linksAllOfFoundation = Context.environment["SIDEREAL_FOUNDATION"] != "essentials"

let features: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])
    + (linksAllOfFoundation ? [.define("FullFoundation")] : [])

// Xcode finds a privacy manifest in the bundle of a target's resources. Elsewhere nobody reads one, and a bundle would
// link all of Foundation.
#if os(Linux)
    let privacyManifest: [Resource] = []
    let notSources = ["PrivacyInfo.xcprivacy"]
#else
    let privacyManifest: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
    let notSources: [String] = []
#endif

let package = Package(
    name: "Sidereal",
    platforms: [.iOS(.v16), .macOS(.v13), .watchOS(.v9), .tvOS(.v16), .visionOS(.v1)],
    products: [
        .library(name: "Sidereal", targets: ["Sidereal"]),
        .library(name: "SiderealStorage", targets: ["SiderealStorage"]),
        .library(name: "SiderealBoot", targets: ["SiderealBoot"]),
        .library(name: "SiderealTime", targets: ["SiderealTime"]),
        .library(name: "SiderealAuthenticatedTime", targets: ["SiderealAuthenticatedTime"]),
        .library(name: "SiderealTesting", targets: ["SiderealTesting"]),
        .executable(name: "siderealctl", targets: ["SiderealCommand"]),
    ],
    traits: [
        .trait(
            name: "BootIdentity",
            description:
                "Reads what the kernel calls this boot: the only proof that needs no network. Without it no such call is compiled in."
        ),
        .default(enabledTraits: ["BootIdentity"]),
    ],
    targets: [
        // Bytes and names that storage and time share. Imports nothing.
        .target(name: "SiderealBase", swiftSettings: features + [.strictMemorySafety()]),
        // Decides about boots and time. Imports the base alone.
        .target(
            name: "SiderealCore", dependencies: ["SiderealBase"], swiftSettings: features + [.strictMemorySafety()]),
        // Declarations that the C library's Swift module lacks; a header only.
        .target(name: "CSiderealSystem"),
        // What is called of libcurl; a header only.
        .target(name: "CSiderealCurl"),
        // What is called of OpenSSL; a header only.
        .target(name: "CSiderealOpenSSL"),
        // Files, locks, threads and notifications, thinly. Knows no clocks.
        .target(name: "SiderealSystem", dependencies: ["SiderealBase", "CSiderealSystem"], swiftSettings: features),
        // Clocks and boot identities.
        .target(
            name: "SiderealClocks",
            dependencies: ["SiderealCore", "SiderealSystem", "CSiderealSystem"],
            swiftSettings: features),
        // Packets whose times are known, and connections that end in time.
        .target(
            name: "SiderealNetwork", dependencies: ["SiderealClocks", "SiderealCore", "SiderealSystem"],
            swiftSettings: features),
        // Asks web servers on Linux, where Foundation's networking does not bear every answer. Empty elsewhere.
        .target(
            name: "SiderealCurl", dependencies: ["CSiderealCurl", "SiderealCore", "SiderealNetwork", "SiderealSystem"],
            swiftSettings: features),
        // TLS 1.3, AES, SHA-512 and Ed25519 on Linux, by OpenSSL. Empty elsewhere.
        .target(
            name: "SiderealOpenSSL", dependencies: ["CSiderealOpenSSL", "SiderealNetwork", "SiderealSystem"],
            swiftSettings: features),
        // Tells whether the device was unlocked since it restarted, where this process keeps things, and how long it
        // may work. Storage and time wait for it alike.
        .target(
            name: "SiderealGate", dependencies: ["SiderealBase", "SiderealSystem"],
            swiftSettings: features + [.strictMemorySafety()]),
        // Keeps what an app stores, and never takes locked for missing. Knows no clocks.
        .target(
            name: "SiderealStorage", dependencies: ["SiderealBase", "SiderealGate", "SiderealSystem"],
            exclude: notSources, resources: privacyManifest, swiftSettings: features + [.strictMemorySafety()]),
        // Tells reboots and elapsed time, and remembers from launch to launch. Calls no network, and knows no store.
        .target(
            name: "SiderealBoot",
            dependencies: ["SiderealClocks", "SiderealCore", "SiderealGate", "SiderealSystem"], exclude: notSources,
            resources: privacyManifest, swiftSettings: features),
        // Tells the true time, by https, the app's own requests and NTP. Knows no store.
        .target(
            name: "SiderealTime",
            dependencies: [
                "SiderealBoot", "SiderealClocks", "SiderealCore", "SiderealNetwork", "SiderealSystem",
                .target(name: "SiderealCurl", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: features),
        // Asks by NTS and Roughtime.
        .target(
            name: "SiderealAuthenticatedTime",
            dependencies: [
                "SiderealCore", "SiderealNetwork", "SiderealSystem", "SiderealTime",
                .target(name: "SiderealOpenSSL", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: features),
        // All of it by one import.
        .target(
            name: "Sidereal", dependencies: ["SiderealAuthenticatedTime", "SiderealStorage"],
            swiftSettings: features),
        // Fakes for the tests of users, and for ours.
        .target(
            name: "SiderealTesting",
            dependencies: [
                "Sidereal", "SiderealAuthenticatedTime", "SiderealClocks", "SiderealCore", "SiderealNetwork",
                "SiderealStorage", "SiderealSystem",
            ],
            swiftSettings: features),
        // Invents histories of devices, and counts what is promised against what is true.
        .target(
            name: "SiderealSimulation",
            dependencies: [
                "Sidereal", "SiderealCore", "SiderealSystem", "SiderealStorage", "SiderealTesting",
            ],
            path: "Tools/SiderealSimulation", swiftSettings: features),
        // Draws a journal, or a simulated history, as one page.
        .target(
            name: "SiderealPicture", dependencies: ["Sidereal", "SiderealCore"], path: "Tools/SiderealPicture",
            swiftSettings: features),
        .executableTarget(
            name: "SiderealCommand",
            dependencies: ["Sidereal", "SiderealCore", "SiderealPicture", "SiderealSimulation", "SiderealSystem"],
            path: "Tools/SiderealCommand", swiftSettings: features),
        .executableTarget(
            name: "SiderealBenchmarks",
            dependencies: [
                "Sidereal", "SiderealClocks", "SiderealCore", "SiderealSimulation", "SiderealStorage",
                "SiderealSystem", "SiderealTesting",
            ],
            path: "Tools/SiderealBenchmarks", swiftSettings: features),
        // Tells tests on which threads they run, how much of them runs, and how long they wait at most.
        .target(
            name: "TestSupport", dependencies: ["SiderealCore", "SiderealNetwork", "SiderealSystem", "SiderealTime"],
            path: "Tests/Support", swiftSettings: features),
        .testTarget(
            name: "SiderealBaseTests", dependencies: ["SiderealBase"], swiftSettings: features),
        .testTarget(
            name: "SiderealCoreTests", dependencies: ["SiderealCore", "SiderealTesting", "TestSupport"],
            swiftSettings: features),
        .testTarget(
            name: "SiderealSystemTests",
            dependencies: ["SiderealBase", "SiderealSystem", "SiderealTesting", "TestSupport"], swiftSettings: features),
        .testTarget(
            name: "SiderealClocksTests",
            dependencies: [
                "SiderealNetwork", "SiderealClocks", "SiderealCore", "SiderealSystem", "SiderealTesting", "TestSupport",
            ],
            swiftSettings: features),
        .testTarget(
            name: "SiderealGateTests",
            dependencies: ["SiderealBase", "SiderealGate", "SiderealSystem", "SiderealTesting", "TestSupport"],
            swiftSettings: features),
        .testTarget(
            name: "SiderealStorageTests",
            dependencies: [
                "SiderealBase", "SiderealCore", "SiderealSimulation", "SiderealStorage", "SiderealSystem",
                "SiderealTesting", "TestSupport",
            ],
            swiftSettings: features),
        .testTarget(
            name: "SiderealTimeTests",
            dependencies: [
                "SiderealNetwork", "SiderealClocks", "SiderealCore", "SiderealStorage", "SiderealSystem",
                "SiderealTesting",
                "SiderealTime", "TestSupport",
                .target(name: "SiderealCurl", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: features),
        .testTarget(
            name: "SiderealAuthenticatedTimeTests",
            dependencies: [
                "SiderealNetwork", "SiderealAuthenticatedTime", "SiderealCore", "SiderealSystem", "SiderealTesting",
                "SiderealTime", "TestSupport",
                .target(name: "SiderealOpenSSL", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: features),
        .testTarget(
            name: "SiderealTestingTests",
            dependencies: [
                "Sidereal", "SiderealCore", "SiderealStorage", "SiderealSystem", "SiderealTesting",
                "TestSupport",
            ],
            swiftSettings: features),
        .testTarget(
            name: "SiderealSimulationTests",
            dependencies: [
                "SiderealCore", "SiderealSimulation", "SiderealTesting", "TestSupport",
            ],
            swiftSettings: features),
        .testTarget(
            name: "SiderealPictureTests",
            dependencies: ["Sidereal", "SiderealCore", "SiderealPicture", "SiderealTesting"], swiftSettings: features),
        .testTarget(
            name: "SiderealCommandTests",
            dependencies: [
                "Sidereal", "SiderealCommand", "SiderealCore", "SiderealSystem", "SiderealTesting", "TestSupport",
            ],
            swiftSettings: features),
    ],
    swiftLanguageModes: [.v6]
)
