// swift-tools-version: 6.2
import PackageDescription

// `swift test --package-path Examples` builds and tests all examples. `Scripts/examples-check` runs this command, and
// compiles the client apps in the other modes of Xcode.
let sidereal = Target.Dependency.product(name: "Sidereal", package: "Sidereal")
let testing = Target.Dependency.product(name: "SiderealTesting", package: "Sidereal")

let warnings: [SwiftSetting] =
    Context.environment["SIDEREAL_WARNINGS"] == "errors" ? [.treatAllWarnings(as: .error)] : []
let swift5: [SwiftSetting] = warnings + [.swiftLanguageMode(.v5)]
let swift6: [SwiftSetting] =
    warnings + [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")]

// Client: apps outside the package. Each target is named after its subject and compiled in its own mode.
let client: [Target] = [
    // This target is compiled as strictly as possible. It contains the code of the README and the guides.
    .target(
        name: "MemberImportVisibility", dependencies: [sidereal], path: "Client/Sources/MemberImportVisibility",
        swiftSettings: swift6 + [.enableUpcomingFeature("InternalImportsByDefault")]),
    // This target has Xcode's settings for a new app: the main actor is the default isolation.
    .target(
        name: "MainActorApp", dependencies: [sidereal], path: "Client/Sources/MainActorApp",
        swiftSettings: swift5 + [.defaultIsolation(MainActor.self)]),
    // An app from before Swift 6, with completion handlers.
    .target(name: "Swift5App", dependencies: [sidereal], path: "Client/Sources/Swift5App", swiftSettings: swift5),
    .target(
        name: "ObservableModels", dependencies: [sidereal], path: "Client/Sources/ObservableModels",
        swiftSettings: swift6),
    // This target is empty on platforms without Combine.
    .target(
        name: "CombinePublishers", dependencies: [sidereal], path: "Client/Sources/CombinePublishers",
        swiftSettings: swift6),
    // The data of previews, and their views on platforms with SwiftUI.
    .target(
        name: "SwiftUIPreviews", dependencies: [sidereal], path: "Client/Sources/SwiftUIPreviews",
        swiftSettings: swift6),
    // This target imports only SiderealStorage.
    .target(
        name: "StorageAlone", dependencies: [.product(name: "SiderealStorage", package: "Sidereal")],
        path: "Client/Sources/StorageAlone", swiftSettings: swift6),
    // This target imports only SiderealBoot.
    .target(
        name: "BootAlone", dependencies: [.product(name: "SiderealBoot", package: "Sidereal")],
        path: "Client/Sources/BootAlone", swiftSettings: swift6),
    // This target imports only SiderealTime, which contains neither a store nor a protocol that needs cryptography.
    .target(
        name: "TimeAlone", dependencies: [.product(name: "SiderealTime", package: "Sidereal")],
        path: "Client/Sources/TimeAlone", swiftSettings: swift6),
    // An SQLite database in a shared container. On Linux it needs Debian's package libsqlite3-dev.
    .systemLibrary(
        name: "CSQLite", path: "Client/SQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(
        name: "NotesDatabase",
        dependencies: [sidereal, .target(name: "CSQLite", condition: .when(platforms: [.linux]))],
        path: "Client/Sources/NotesDatabase", swiftSettings: swift6),
    .executableTarget(
        name: "Tour", dependencies: ["MainActorApp", sidereal], path: "Client/Sources/Tour", swiftSettings: swift6),
    .testTarget(
        name: "ClientTests",
        dependencies: [
            "BootAlone", "MainActorApp", "MemberImportVisibility", "ObservableModels", "StorageAlone", "Swift5App",
            "SwiftUIPreviews", "TimeAlone", sidereal,
        ],
        path: "Client/Tests/ClientTests", swiftSettings: swift6),
    // Tests of an app, written with Swift Testing, on a simulated device.
    .testTarget(
        name: "SwiftTestingTests",
        dependencies: [
            "MainActorApp", "MemberImportVisibility", "NotesDatabase", "ObservableModels", sidereal, testing,
        ],
        path: "Client/Tests/SwiftTestingTests", swiftSettings: swift6),
]

// An app for parking, and its tests on a simulated device.
let parkingMeter: [Target] = [
    .target(
        name: "ParkingMeter", dependencies: [sidereal], path: "ParkingMeter/Sources/ParkingMeter",
        swiftSettings: swift6),
    .testTarget(
        name: "ParkingMeterTests", dependencies: ["ParkingMeter", sidereal, testing],
        path: "ParkingMeter/Tests/ParkingMeterTests", swiftSettings: swift6),
]

// The decisions of the app in SiderealDemo.xcodeproj. The app's screens are in the project.
let demo: [Target] = [
    .target(
        name: "DemoCore", dependencies: [sidereal], path: "SiderealDemo/Core/Sources/DemoCore", swiftSettings: swift6),
    .testTarget(
        name: "DemoCoreTests", dependencies: ["DemoCore", sidereal, testing],
        path: "SiderealDemo/Core/Tests/DemoCoreTests", swiftSettings: swift6),
]

let package = Package(
    name: "Examples",
    // The demo app needs iOS 16.2 or later. Sidereal needs macOS 13 or later, and the tests' simulated device macOS 15
    // or later.
    platforms: [.iOS("16.2"), .macOS(.v15)],
    products: [.library(name: "DemoCore", targets: ["DemoCore"])],
    dependencies: [.package(name: "Sidereal", path: "..")],
    targets: client + parkingMeter + demo,
    swiftLanguageModes: [.v6]
)
