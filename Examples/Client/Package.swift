// swift-tools-version: 6.2
import PackageDescription

// Apps of others, seen from outside: they import `Sidereal`, and nothing else of the package. StorageClient
// imports `SiderealStorage`, and nothing else.
let package = Package(
    name: "Client",
    platforms: [.iOS(.v16), .macOS(.v13)],
    dependencies: [.package(name: "Sidereal", path: "../..")],
    targets: [
        // As strict as the compiler can be.
        .target(
            name: "StrictClient", dependencies: [.product(name: "Sidereal", package: "Sidereal")],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]),
        // As Xcode makes new apps: everything is of the main actor unless it says otherwise.
        .target(
            name: "MainActorClient", dependencies: [.product(name: "Sidereal", package: "Sidereal")],
            swiftSettings: [.swiftLanguageMode(.v5), .defaultIsolation(MainActor.self)]),
        // Only stores.
        .target(
            name: "StorageClient", dependencies: [.product(name: "SiderealStorage", package: "Sidereal")],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]),
        .executableTarget(
            name: "Tour",
            dependencies: ["MainActorClient", "StrictClient", .product(name: "Sidereal", package: "Sidereal")],
            swiftSettings: [.swiftLanguageMode(.v6), .enableUpcomingFeature("MemberImportVisibility")]),
        .testTarget(
            name: "ClientTests",
            dependencies: [
                "MainActorClient", "StorageClient", "StrictClient", .product(name: "Sidereal", package: "Sidereal"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .enableUpcomingFeature("MemberImportVisibility")]),
    ]
)
