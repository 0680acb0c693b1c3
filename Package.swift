// swift-tools-version: 6.2
import PackageDescription

/// Of the client for HTTP where it is not Foundation's (`HTTPConnections.swift`).
let onLinuxWithTLS = TargetDependencyCondition.when(platforms: [.linux], traits: ["TLS"])

// Layers, top to bottom; each target imports only targets below it (HowItIsBuilt.md, "Targets").
let package = Package(
    name: "firebreak",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2), .watchOS(.v11)],
    products: [
        .library(name: "Firebreak", targets: ["Firebreak"]),
        .library(name: "FirebreakClient", targets: ["FirebreakClient", "FirebreakModel"]),
        .library(name: "FirebreakTesting", targets: ["FirebreakTesting"]),
        .executable(name: "firebreak", targets: ["FirebreakTool"]),
    ],
    traits: [
        .default(enabledTraits: ["TLS"]),
        .trait(name: "TLS", description: "HTTPS on the server's port, and TLS to mail servers."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .executableTarget(name: "FirebreakTool", dependencies: ["FirebreakCommands"]),
        .target(
            name: "FirebreakCommands",
            dependencies: [
                .target(name: "CMalloc", condition: .when(platforms: [.linux])), "Firebreak", "FirebreakClient",
                "FirebreakFixtures", "FirebreakModel", "FirebreakProduction", "FirebreakWire",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]
        ),
        .target(name: "FirebreakTesting", dependencies: ["Firebreak"]),
        .target(
            name: "Firebreak",
            dependencies: [
                "FirebreakClient", "FirebreakConsole", "FirebreakControl", "FirebreakCredentials", "FirebreakFixtures",
                "FirebreakHTTP", "FirebreakModel", "FirebreakOperations", "FirebreakProduction", "FirebreakStore",
                "FirebreakWire",
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: onLinuxWithTLS),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: onLinuxWithTLS),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["TLS"])),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .target(
            name: "FirebreakProduction",
            dependencies: [
                "FirebreakClient", "FirebreakCredentials", "FirebreakDiscovery", "FirebreakFixtures", "FirebreakWire",
            ]
        ),
        .target(
            name: "FirebreakConsole",
            dependencies: [
                "FirebreakControl", "FirebreakDiscovery", "FirebreakHTTP", "FirebreakModel", "FirebreakOperations",
                "FirebreakPages", "FirebreakWire",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),
        .target(
            name: "FirebreakHTTP",
            dependencies: [
                "FirebreakControl", "FirebreakDiscovery", "FirebreakModel", "FirebreakOperations", "FirebreakPages",
                "FirebreakWire",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .target(
            name: "FirebreakPages",
            dependencies: [
                "FirebreakModel", "FirebreakOperations", "FirebreakWire",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .target(
            name: "FirebreakControl",
            dependencies: [
                "FirebreakCredentials", "FirebreakDiscovery", "FirebreakFixtures", "FirebreakModel",
                "FirebreakOperations", "FirebreakStore", "FirebreakWire",
            ]
        ),
        .target(
            name: "FirebreakOperations",
            dependencies: [
                "FirebreakCredentials", "FirebreakDiscovery", "FirebreakModel", "FirebreakStore", "FirebreakWire",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .target(
            name: "FirebreakFixtures",
            dependencies: [
                "FirebreakDiscovery", "FirebreakModel", "FirebreakWire", .product(name: "Yams", package: "Yams"),
            ]
        ),
        .target(name: "FirebreakDiscovery", dependencies: ["FirebreakWire"]),
        .target(
            name: "FirebreakStore",
            dependencies: [
                "FirebreakWire", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),
        .target(
            name: "FirebreakCredentials",
            dependencies: [
                "FirebreakWire", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ]
        ),
        .systemLibrary(name: "CMalloc"),
        .target(
            name: "FirebreakClient",
            dependencies: [
                "FirebreakModel", "FirebreakWire",
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: onLinuxWithTLS),
                .product(name: "NIOCore", package: "swift-nio", condition: onLinuxWithTLS),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: onLinuxWithTLS),
            ]
        ),
        .target(name: "FirebreakModel"),
        .target(name: "FirebreakWire", dependencies: ["CResources"]),
        .target(name: "CResources", exclude: ["Resources"]),
        .target(
            name: "FirebreakTestSupport",
            dependencies: [
                "FirebreakClient", "FirebreakConsole", "FirebreakControl", "FirebreakCredentials", "FirebreakHTTP",
                "FirebreakOperations", "FirebreakStore", "FirebreakWire",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/FirebreakTestSupport"
        ),
        // What the fuzzer of the nested package runs, and the tests with generated input.
        .target(
            name: "FuzzedParsers",
            dependencies: [
                "FirebreakConsole", "FirebreakControl", "FirebreakCredentials", "FirebreakFixtures", "FirebreakHTTP",
                "FirebreakOperations", "FirebreakStore", "FirebreakWire",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/Fuzz/Sources/FuzzedParsers"
        ),
        .testTarget(
            name: "FuzzTests", dependencies: ["FirebreakTestSupport", "FirebreakWire", "FuzzedParsers"],
            path: "Tests/Fuzz/Tests"),
        .testTarget(name: "FirebreakWireTests", dependencies: ["FirebreakTestSupport", "FirebreakWire"]),
        .testTarget(
            name: "FirebreakCredentialsTests",
            dependencies: [
                "FirebreakCredentials", "FirebreakTestSupport", "FirebreakWire",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            exclude: ["Resources"]
        ),
        .testTarget(
            name: "FirebreakClientTests", dependencies: ["FirebreakClient", "FirebreakModel", "FirebreakWire"]),
        .testTarget(name: "FirebreakDiscoveryTests", dependencies: ["FirebreakDiscovery", "FirebreakWire"]),
        .testTarget(
            name: "FirebreakFixturesTests", dependencies: ["FirebreakDiscovery", "FirebreakFixtures", "FirebreakWire"]),
        .testTarget(name: "FirebreakPagesTests", dependencies: ["FirebreakPages", "FirebreakWire"]),
        .testTarget(
            name: "FirebreakStoreTests",
            dependencies: [
                "FirebreakStore", "FirebreakTestSupport", "FirebreakWire",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .testTarget(
            name: "FirebreakOperationsTests",
            dependencies: [
                "FirebreakCredentials", "FirebreakDiscovery", "FirebreakOperations", "FirebreakStore",
                "FirebreakTestSupport", "FirebreakWire",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ]
        ),
        .testTarget(
            name: "FirebreakControlTests",
            dependencies: [
                "FirebreakControl", "FirebreakCredentials", "FirebreakFixtures", "FirebreakModel",
                "FirebreakOperations", "FirebreakStore", "FirebreakTestSupport", "FirebreakWire",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "FirebreakConsoleTests",
            dependencies: [
                "FirebreakConsole", "FirebreakControl", "FirebreakHTTP", "FirebreakModel", "FirebreakOperations",
                "FirebreakPages", "FirebreakTestSupport", "FirebreakWire",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        .testTarget(
            name: "FirebreakHTTPTests",
            dependencies: [
                "Firebreak", "FirebreakControl", "FirebreakDiscovery", "FirebreakHTTP", "FirebreakModel",
                "FirebreakOperations", "FirebreakPages", "FirebreakTestSupport", "FirebreakWire",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "FirebreakProductionTests",
            dependencies: [
                "FirebreakProduction", "FirebreakWire",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "FirebreakTests",
            dependencies: [
                "Firebreak", "FirebreakClient", "FirebreakCredentials", "FirebreakOperations", "FirebreakStore",
                "FirebreakTestSupport",
                "FirebreakWire",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]
        ),
        .testTarget(
            name: "FirebreakCommandsTests",
            dependencies: [
                "FirebreakCommands", "Firebreak", "FirebreakClient", "FirebreakModel",
                "FirebreakTool", "FirebreakWire",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(name: "FirebreakTestingTests", dependencies: ["FirebreakTesting"], exclude: ["Fixtures"]),
        .testTarget(name: "RepositoryTests"),
    ],
    swiftLanguageModes: [.v6]
)

// Elsewhere a newer compiler may warn of more, and a warning must not break the build of a package that depends on this one.
let warnings: [SwiftSetting] =
    Context.environment["FIREBREAK_WARNINGS"] == "errors"
    ? [.treatAllWarnings(as: .error), .treatWarning("DeprecatedDeclaration", as: .warning)] : []

for target in package.targets where target.type != .system {
    target.swiftSettings =
        [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        ] + warnings
}
