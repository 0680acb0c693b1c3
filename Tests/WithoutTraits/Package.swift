// swift-tools-version: 6.2
import PackageDescription

// A package that embeds Firebreak with none of its traits, so that less is built: neither swift-nio-ssl nor async-http-client.
let package = Package(
    name: "without-traits",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "firebreak", path: "../..", traits: [])],
    targets: [
        .testTarget(
            name: "WithoutTraitsTests", dependencies: [.product(name: "FirebreakTesting", package: "firebreak")])
    ]
)
