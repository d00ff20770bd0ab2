// swift-tools-version: 6.2
// Runs the adapters for Apple platforms on Linux.
//
// The targets UIKit, SwiftUI, Combine, Security and notify stand in for the frameworks of these names, as far as the
// library uses them: each behaves as its header comment says, by the pages named there. Our own targets are compiled here
// once more, from the same sources (symbolic links), beside these: so `canImport` holds, and what Linux leaves out is there.
// `Phone` joins the stand-ins with the simulated device of SiderealTesting, and `StoryTests` tells stories about it.
//
// What needs the system's own Foundation (backup marks, the home directory, metrics of a real session) is compiled for Apple
// platforms by Scripts/apple-check and not run here. Scripts/standins-check runs this package, warnings as errors.
import PackageDescription

let features: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "AppleStandIns",
    targets: [
        // Stand-ins.
        .target(name: "Combine", swiftSettings: features),
        .target(name: "SwiftUI", dependencies: ["Combine"], swiftSettings: features),
        .target(name: "UIKit", swiftSettings: features),
        .target(name: "Security", swiftSettings: features),
        .target(name: "notify", swiftSettings: features),
        // Ours, with the settings of the manifest that ships.
        .target(name: "SiderealCore", swiftSettings: features + [.strictMemorySafety()]),
        .target(name: "CSiderealSystem"),
        .target(
            name: "SiderealSystem", dependencies: ["SiderealCore", "CSiderealSystem", "notify"],
            swiftSettings: features + [.define("BootIdentity")]),
        .target(
            name: "SiderealStorage",
            dependencies: ["SiderealCore", "SiderealSystem", "UIKit", "SwiftUI", "Combine", "Security"],
            exclude: ["PrivacyInfo.xcprivacy"], swiftSettings: features + [.strictMemorySafety()]),
        .target(
            name: "Sidereal", dependencies: ["SiderealCore", "SiderealSystem", "SiderealStorage", "UIKit"],
            exclude: ["PrivacyInfo.xcprivacy"], swiftSettings: features),
        .target(
            name: "SiderealTesting", dependencies: ["Sidereal", "SiderealCore", "SiderealSystem", "SiderealStorage"],
            swiftSettings: features),
        // An app of others, which uses Combine beside the library.
        .target(name: "StrictClient", dependencies: ["Sidereal", "Combine"], swiftSettings: features),
        // The device, and the stories.
        .target(
            name: "Phone",
            dependencies: [
                "Sidereal", "SiderealCore", "SiderealStorage", "SiderealSystem", "SiderealTesting", "Security", "UIKit",
                "notify",
            ],
            swiftSettings: features),
        .testTarget(
            name: "StoryTests",
            dependencies: [
                "Phone", "Sidereal", "SiderealCore", "SiderealStorage", "SiderealSystem", "SiderealTesting", "Combine",
                "Security", "SwiftUI", "notify",
            ],
            swiftSettings: features),
    ],
    swiftLanguageModes: [.v6]
)
