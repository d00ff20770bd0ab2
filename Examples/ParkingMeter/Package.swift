// swift-tools-version: 6.2
import PackageDescription

let features: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "ParkingMeter",
    // Sidereal runs from iOS 16 and macOS 13 on, its simulated device from these on.
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [.library(name: "ParkingMeter", targets: ["ParkingMeter"])],
    dependencies: [.package(name: "Sidereal", path: "../..")],
    targets: [
        .target(
            name: "ParkingMeter", dependencies: [.product(name: "Sidereal", package: "Sidereal")],
            swiftSettings: features),
        .testTarget(
            name: "ParkingMeterTests",
            dependencies: [
                "ParkingMeter",
                .product(name: "Sidereal", package: "Sidereal"),
                .product(name: "SiderealTesting", package: "Sidereal"),
            ],
            swiftSettings: features),
    ],
    swiftLanguageModes: [.v6]
)
