// swift-tools-version: 6.2
import PackageDescription

let features: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "DemoCore",
    // The app runs from iOS 16.2 on; the simulated device, in the tests, from macOS 15 on.
    platforms: [.iOS("16.2"), .macOS(.v15)],
    products: [.library(name: "DemoCore", targets: ["DemoCore"])],
    dependencies: [.package(name: "Sidereal", path: "../../..")],
    targets: [
        .target(
            name: "DemoCore", dependencies: [.product(name: "Sidereal", package: "Sidereal")],
            swiftSettings: features),
        .testTarget(
            name: "DemoCoreTests",
            dependencies: [
                "DemoCore",
                .product(name: "Sidereal", package: "Sidereal"),
                .product(name: "SiderealTesting", package: "Sidereal"),
            ],
            swiftSettings: features),
    ],
    swiftLanguageModes: [.v6]
)
