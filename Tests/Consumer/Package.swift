// swift-tools-version: 6.2
import PackageDescription

// A package as a user of Firebreak would have it: an app that signs people in by e-mail link, and its tests.
let package = Package(
    name: "shop",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "firebreak", path: "../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        .target(
            name: "ShopApp",
            dependencies: [
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]
        ),
        .testTarget(
            name: "ShopAppTests",
            dependencies: [
                "ShopApp",
                .product(name: "FirebreakTesting", package: "firebreak"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ]
        ),
    ]
)
