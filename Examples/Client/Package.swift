// swift-tools-version: 6.2
import PackageDescription

// Apps of others, seen from outside. Each target is named after what it shows, and is compiled in its own mode.
// `Scripts/client-check` builds and tests them, and compiles them in the other modes of Xcode.
let sidereal = Target.Dependency.product(name: "Sidereal", package: "Sidereal")
let swift6: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Client",
    platforms: [.iOS(.v16), .macOS(.v13)],
    dependencies: [.package(name: "Sidereal", path: "../..")],
    targets: [
        // As strict as the compiler can be. It has the code that the README and the guides show.
        .target(
            name: "MemberImportVisibility", dependencies: [sidereal],
            swiftSettings: swift6 + [.enableUpcomingFeature("InternalImportsByDefault")]),
        // As Xcode makes new apps: everything is of the main actor unless it says otherwise.
        .target(
            name: "MainActorApp", dependencies: [sidereal],
            swiftSettings: [.swiftLanguageMode(.v5), .defaultIsolation(MainActor.self)]),
        // An app of before Swift 6: completion handlers.
        .target(name: "Swift5App", dependencies: [sidereal], swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(name: "ObservableModels", dependencies: [sidereal], swiftSettings: swift6),
        // Empty where there is no Combine.
        .target(name: "CombinePublishers", dependencies: [sidereal], swiftSettings: swift6),
        // The data of previews; their views where there is SwiftUI.
        .target(name: "SwiftUIPreviews", dependencies: [sidereal], swiftSettings: swift6),
        // Imports SiderealStorage, and nothing else of the package.
        .target(
            name: "StorageAlone", dependencies: [.product(name: "SiderealStorage", package: "Sidereal")],
            swiftSettings: swift6),
        .executableTarget(
            name: "Tour", dependencies: ["MainActorApp", sidereal], swiftSettings: swift6),
        .testTarget(
            name: "ClientTests",
            dependencies: [
                "MainActorApp", "MemberImportVisibility", "ObservableModels", "StorageAlone", "Swift5App",
                "SwiftUIPreviews", sidereal,
            ],
            swiftSettings: swift6),
        // Tests of an app, written with Swift Testing, on a simulated device.
        .testTarget(
            name: "SwiftTestingTests",
            dependencies: [
                "MainActorApp", "MemberImportVisibility", "ObservableModels", sidereal,
                .product(name: "SiderealTesting", package: "Sidereal"),
            ],
            swiftSettings: swift6),
    ]
)
