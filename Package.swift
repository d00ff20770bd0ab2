// swift-tools-version: 6.2
import PackageDescription

// The commit check sets this variable for all its builds, so that they share their products. A flag on the command line
// would cause a second build.
let warningsAreErrors = Context.environment["SIDEREAL_WARNINGS"] == "errors"

// Small static programs on Linux link only the essentials of Foundation. This is not a trait, because SwiftPM passes
// the enabled traits to the compiler in an order that changes. With two traits, every other command would build
// everything.
let linksAllOfFoundation = Context.environment["SIDEREAL_FOUNDATION"] != "essentials"

let features: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])
    + (linksAllOfFoundation ? [.define("FullFoundation")] : [])

// Xcode finds a privacy manifest in the bundle of a target's resources. On Linux no tool reads the manifest, and a
// bundle would link all of Foundation.
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
                "Reads the kernel's identity of each boot. Without the trait, the library contains no such call."
        ),
        .default(enabledTraits: ["BootIdentity"]),
    ],
    targets: [
        // Defines the bytes and names that storage and time share. It imports no module.
        .target(name: "SiderealBase", swiftSettings: features + [.strictMemorySafety()]),
        // Decides about boots and time. It imports only the base.
        .target(
            name: "SiderealCore", dependencies: ["SiderealBase"], swiftSettings: features + [.strictMemorySafety()]),
        // Declares functions that the C library's Swift module lacks. It is only a header.
        .target(name: "CSiderealSystem"),
        // Declares the functions of libcurl that the library calls. It is only a header.
        .target(name: "CSiderealCurl"),
        // Declares the functions of OpenSSL that the library calls. It is only a header.
        .target(name: "CSiderealOpenSSL"),
        // Calls the kernel for files, locks, threads and notifications. It reads no clock.
        .target(name: "SiderealSystem", dependencies: ["SiderealBase", "CSiderealSystem"], swiftSettings: features),
        // Reads clocks and boot identities.
        .target(
            name: "SiderealClocks",
            dependencies: ["SiderealCore", "SiderealSystem", "CSiderealSystem"],
            swiftSettings: features),
        // Sends packets, times them, and ends connections at their deadlines.
        .target(
            name: "SiderealNetwork", dependencies: ["SiderealClocks", "SiderealCore", "SiderealSystem"],
            swiftSettings: features),
        // Asks web servers on Linux, where Foundation's networking ends the process on some answers. On other platforms
        // the module is empty.
        .target(
            name: "SiderealCurl", dependencies: ["CSiderealCurl", "SiderealCore", "SiderealNetwork", "SiderealSystem"],
            swiftSettings: features),
        // Provides TLS 1.3, AES, SHA-512 and Ed25519 on Linux, with OpenSSL. On other platforms the module is empty.
        .target(
            name: "SiderealOpenSSL", dependencies: ["CSiderealOpenSSL", "SiderealNetwork", "SiderealSystem"],
            swiftSettings: features),
        // Reports the first unlock since the restart, the directories of this process, and how long the process may
        // work. Storage and time use this module.
        .target(
            name: "SiderealGate", dependencies: ["SiderealBase", "SiderealSystem"],
            swiftSettings: features + [.strictMemorySafety()]),
        // Stores values for apps, and never reports a locked value as missing. It reads no clock.
        .target(
            name: "SiderealStorage", dependencies: ["SiderealBase", "SiderealGate", "SiderealSystem"],
            exclude: notSources, resources: privacyManifest, swiftSettings: features + [.strictMemorySafety()]),
        // Reports reboots and elapsed time, and saves a record from launch to launch. It uses no network and no store.
        .target(
            name: "SiderealBoot",
            dependencies: ["SiderealClocks", "SiderealCore", "SiderealGate", "SiderealSystem"], exclude: notSources,
            resources: privacyManifest, swiftSettings: features),
        // Bounds the true time, by https, the app's own requests and NTP. It uses no store.
        .target(
            name: "SiderealTime",
            dependencies: [
                "SiderealBoot", "SiderealClocks", "SiderealCore", "SiderealNetwork", "SiderealSystem",
                .target(name: "SiderealCurl", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: features),
        // Asks NTS and Roughtime servers.
        .target(
            name: "SiderealAuthenticatedTime",
            dependencies: [
                "SiderealCore", "SiderealNetwork", "SiderealSystem", "SiderealTime",
                .target(name: "SiderealOpenSSL", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: features),
        // Exports all modules for apps.
        .target(
            name: "Sidereal", dependencies: ["SiderealAuthenticatedTime", "SiderealStorage"],
            swiftSettings: features),
        // Simulates a whole device for the tests of apps and of this package.
        .target(
            name: "SiderealTesting",
            dependencies: [
                "Sidereal", "SiderealAuthenticatedTime", "SiderealClocks", "SiderealCore", "SiderealNetwork",
                "SiderealStorage", "SiderealSystem",
            ],
            swiftSettings: features),
        // Generates histories of devices, and compares each claim of the library with the truth.
        .target(
            name: "SiderealSimulation",
            dependencies: [
                "Sidereal", "SiderealCore", "SiderealSystem", "SiderealStorage", "SiderealTesting",
            ],
            path: "Tools/SiderealSimulation", swiftSettings: features),
        // Draws a journal or a simulated history as one page.
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
        // Sets the threads of tests, the part of a long test that runs, and the time limits.
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
