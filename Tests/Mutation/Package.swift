// swift-tools-version: 6.2
import PackageDescription

// Writes mutants into sources: scripts/mutate.sh builds and runs it. A package of its own, because nothing else needs the
// parser of Swift.
let package = Package(
    name: "mutate",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1")],
    targets: [
        .executableTarget(
            name: "mutate",
            dependencies: [
                .product(name: "SwiftOperators", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
