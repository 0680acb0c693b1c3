// swift-tools-version: 6.2
import PackageDescription

// libFuzzer over the parsers of the server, and whole requests: scripts/fuzz.sh builds and runs it. A package of its own, because its program
// needs the fuzzer's instrumentation in all that it is made of. It shares the parsers with the tests of the root package.
let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "firebreak", path: "../.."),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .executableTarget(
            name: "fuzz", dependencies: ["FuzzedParsers"],
            // Where it is not the usual linker, that one fails at the instrumented code.
            linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
        .target(
            name: "FuzzedParsers",
            dependencies: [
                .product(name: "Firebreak", package: "firebreak"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
