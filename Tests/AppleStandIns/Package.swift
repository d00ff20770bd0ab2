// swift-tools-version: 6.2
// This package runs the code for Apple platforms on Linux.
//
// - The targets Darwin, os, notify, UIKit, SwiftUI, Combine, Security, Network, CommonCrypto and CryptoKit stand in for
//   the modules of these names, as far as the library uses them. AppleFoundation has the parts of Foundation that Linux
//   lacks. The header comment of each target describes its behaviour, and names its sources. OpenSSL computes the
//   ciphers.
// - Symbolic links lead to Tests/AppleDeclarations. So the declarations of the frameworks, and the numbers and layouts
//   of Darwin's C library, are the text that Scripts/apple-check compiles. The files beside them play the system.
//   Darwin's functions and Foundation have separate texts, because Linux has the same names.
// - The library's own targets are compiled here again, from the same sources, without the files for Linux. Here
//   `canImport(Darwin)` is true.
// - `DarwinMachine` is the machine below the C library, which tests script. `Phone` joins the other stand-ins with the
//   simulated device of SiderealTesting.
// - `DarwinTests` calls the files for Darwin, and injects errors into their calls. `StoryTests` runs stories on the
//   phone.
//
// Scripts/standins-check runs this package with warnings as errors, and prints which lines of the files for Darwin run.
import PackageDescription

let features: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// The stand-in of Darwin's C library has another name than its module, because SwiftPM's generated test code would take
// a module Darwin for a Mac. Only the library's targets import it as Darwin. The trait stands for all of Foundation,
// which Apple platforms always have.
let onDarwin =
    features + [.unsafeFlags(["-module-alias", "Darwin=DarwinStandIn"]), .define("FullFoundation")]

let package = Package(
    name: "AppleStandIns",
    targets: [
        // Stand-ins.
        .target(name: "DarwinMachine", swiftSettings: features),
        .target(name: "CDarwin"),
        .target(
            name: "DarwinStandIn", dependencies: ["CDarwin", "DarwinMachine"], path: "Sources/Darwin",
            swiftSettings: features),
        .target(name: "os", swiftSettings: features),
        .target(name: "AppleFoundation", dependencies: ["DarwinMachine"], swiftSettings: features),
        .target(name: "Combine", swiftSettings: features),
        .target(name: "SwiftUI", dependencies: ["Combine"], swiftSettings: features),
        .target(name: "UIKit", swiftSettings: features),
        .target(name: "Security", swiftSettings: features),
        .target(name: "notify", swiftSettings: features),
        .target(name: "Network", dependencies: ["DarwinStandIn", "Security"], swiftSettings: features),
        .target(
            name: "CommonCrypto", dependencies: ["SiderealOpenSSL", "SiderealSystem"], swiftSettings: features),
        .target(name: "CryptoKit", dependencies: ["SiderealOpenSSL"], swiftSettings: features),
        // Our target for Linux, which the stand-ins of the ciphers call.
        .target(name: "CSiderealOpenSSL"),
        .target(
            name: "SiderealOpenSSL",
            dependencies: ["CSiderealOpenSSL", "SiderealSystem"],
            exclude: ["TLSExchange+Linux.swift"], swiftSettings: features),
        // Our targets, with the settings of the manifest that ships.
        .target(name: "SiderealBase", swiftSettings: features + [.strictMemorySafety()]),
        .target(
            name: "SiderealCore", dependencies: ["SiderealBase"], swiftSettings: features + [.strictMemorySafety()]),
        .target(name: "CSiderealSystem", path: "Sources/CSiderealSystemOfApple"),
        .target(
            name: "SiderealSystem", dependencies: ["SiderealBase", "CSiderealSystem", "DarwinStandIn", "notify", "os"],
            exclude: [
                "Platform/DescriptorNotification+Linux.swift", "Platform/Lock+Linux.swift",
                "Platform/Syscalls+Linux.swift",
            ],
            swiftSettings: onDarwin),
        .target(
            name: "SiderealClocks",
            dependencies: ["SiderealCore", "SiderealSystem", "CSiderealSystem", "DarwinStandIn"],
            exclude: [
                "Platform/BootIdentityStatus+Linux.swift", "Platform/KernelText+Linux.swift",
                "Platform/SystemClocks+Linux.swift",
            ],
            swiftSettings: onDarwin + [.define("BootIdentity")]),
        .target(
            name: "SiderealGate",
            dependencies: ["SiderealBase", "SiderealSystem", "AppleFoundation", "UIKit"],
            swiftSettings: onDarwin + [.strictMemorySafety()]),
        .target(
            name: "SiderealStorage",
            dependencies: [
                "SiderealBase", "SiderealGate", "SiderealSystem", "AppleFoundation", "Combine", "DarwinStandIn",
                "Security", "SwiftUI", "UIKit",
            ],
            exclude: ["Shipped/PrivacyInfo.xcprivacy", "Shipped/Platform/GatedKeychain+Linux.swift"],
            swiftSettings: onDarwin + [.strictMemorySafety()]),
        .target(
            name: "SiderealNetwork",
            dependencies: ["SiderealClocks", "SiderealCore", "SiderealSystem", "DarwinStandIn"],
            exclude: [
                "Platform/Syscalls+PacketStamps+Linux.swift", "Platform/Syscalls+Sockets+Linux.swift",
                "Platform/TCPConnection+Linux.swift",
            ],
            swiftSettings: onDarwin),
        .target(
            name: "SiderealBoot",
            dependencies: [
                "SiderealClocks", "SiderealCore", "SiderealGate", "SiderealSystem", "AppleFoundation", "DarwinStandIn",
                "UIKit", "os",
            ],
            exclude: ["Shipped/PrivacyInfo.xcprivacy"], swiftSettings: onDarwin),
        .target(
            name: "SiderealTime",
            dependencies: [
                "SiderealBoot", "SiderealClocks", "SiderealCore", "SiderealNetwork", "SiderealSystem",
                "AppleFoundation", "DarwinStandIn", "Security", "UIKit", "os",
            ],
            exclude: [
                "Shipped/Platform/HTTPExchange+Curl+Linux.swift", "Shipped/Platform/HTTPDateSource+Curl+Linux.swift",
            ],
            swiftSettings: onDarwin),
        .target(
            name: "SiderealAuthenticatedTime",
            dependencies: [
                "SiderealCore", "SiderealNetwork", "SiderealSystem", "SiderealTime", "CommonCrypto",
                "CryptoKit", "DarwinStandIn", "Network", "Security",
            ],
            exclude: [
                "Platform/NTSKeyEstablishment+OpenSSL+Linux.swift",
                "Platform/SignatureCryptography+OpenSSL+Linux.swift",
            ],
            swiftSettings: onDarwin),
        .target(
            name: "Sidereal", dependencies: ["SiderealAuthenticatedTime", "SiderealStorage"],
            swiftSettings: onDarwin),
        .target(
            name: "SiderealTesting",
            dependencies: [
                "Sidereal", "SiderealAuthenticatedTime", "SiderealClocks", "SiderealCore", "SiderealNetwork",
                "SiderealStorage", "SiderealSystem",
                "DarwinStandIn",
            ],
            swiftSettings: onDarwin),
        .target(
            name: "TestSupport", dependencies: ["SiderealCore", "SiderealNetwork", "SiderealSystem", "SiderealTime"],
            swiftSettings: features),
        // A client app, which uses Combine beside the library.
        .target(name: "CombinePublishers", dependencies: ["Sidereal", "Combine"], swiftSettings: features),
        // The device, and the stories.
        .target(
            name: "Phone",
            dependencies: [
                "Sidereal", "SiderealClocks", "SiderealCore", "SiderealStorage", "SiderealSystem", "SiderealTesting",
                "Security", "UIKit", "notify",
            ],
            swiftSettings: features),
        .testTarget(
            name: "DarwinTests",
            dependencies: [
                "SiderealNetwork", "SiderealBase", "AppleFoundation", "CommonCrypto", "DarwinMachine", "DarwinStandIn",
                "Network",
                "Security",
                "Sidereal", "SiderealClocks", "SiderealCore", "SiderealStorage", "SiderealSystem", "SiderealTesting",
                "TestSupport", "notify", "os",
            ],
            swiftSettings: features),
        .testTarget(
            name: "StoryTests",
            dependencies: [
                "AppleFoundation", "DarwinMachine", "Phone", "Sidereal", "SiderealCore", "SiderealStorage",
                "SiderealClocks", "SiderealSystem", "SiderealTesting", "TestSupport", "Combine", "Security", "SwiftUI",
                "notify", "os",
            ],
            swiftSettings: features),
        // The tests of the library's own suite over real sockets, by symbolic links.
        .testTarget(
            name: "ServerTests",
            dependencies: ["SiderealTime", "Sidereal", "SiderealCore", "SiderealSystem", "TestSupport"],
            swiftSettings: features),
    ],
    swiftLanguageModes: [.v6]
)
