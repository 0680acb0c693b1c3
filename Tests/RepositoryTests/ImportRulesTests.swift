import Testing

/// Which target may import which (HowItIsBuilt.md, "Targets"): imports point one way only, and what a target must not
/// know it cannot reach.
struct ImportRulesTests {
    /// Our own targets, by target.
    private static let own: [String: Set<String>] = [
        "FirebreakModel": [],
        "FirebreakWire": [],
        "FirebreakClient": ["FirebreakModel", "FirebreakWire"],
        "FirebreakDiscovery": ["FirebreakWire"],
        "FirebreakStore": ["FirebreakWire"],
        "FirebreakCredentials": ["FirebreakWire"],
        // The model for what a fault is, for the server as for its clients.
        "FirebreakFixtures": ["FirebreakDiscovery", "FirebreakModel", "FirebreakWire"],
        "FirebreakOperations": [
            "FirebreakCredentials", "FirebreakDiscovery", "FirebreakModel", "FirebreakStore", "FirebreakWire",
        ],
        // Credentials for the settings of password hashes, which exports say and fixtures give; Discovery for the names
        // of operations and of secret members, which the journal goes by.
        "FirebreakControl": [
            "FirebreakCredentials", "FirebreakDiscovery", "FirebreakFixtures", "FirebreakModel",
            "FirebreakOperations", "FirebreakStore", "FirebreakWire",
        ],
        "FirebreakPages": ["FirebreakModel", "FirebreakOperations", "FirebreakWire"],
        "FirebreakHTTP": [
            "FirebreakControl", "FirebreakDiscovery", "FirebreakModel", "FirebreakOperations", "FirebreakPages",
            "FirebreakWire",
        ],
        "FirebreakConsole": [
            "FirebreakControl", "FirebreakDiscovery", "FirebreakHTTP", "FirebreakModel", "FirebreakOperations",
            "FirebreakPages", "FirebreakWire",
        ],
        // The client for its connections, Credentials for the key of a service account.
        "FirebreakProduction": [
            "FirebreakClient", "FirebreakCredentials", "FirebreakDiscovery", "FirebreakFixtures", "FirebreakWire",
        ],
        "Firebreak": [
            "FirebreakClient", "FirebreakConsole", "FirebreakControl", "FirebreakCredentials", "FirebreakFixtures",
            "FirebreakHTTP", "FirebreakModel", "FirebreakOperations", "FirebreakProduction", "FirebreakStore",
            "FirebreakWire",
        ],
        "FirebreakTesting": ["Firebreak"],
        "FirebreakCommands": [
            "Firebreak", "FirebreakClient", "FirebreakFixtures", "FirebreakModel", "FirebreakProduction",
            "FirebreakWire",
        ],
        "FirebreakTool": ["FirebreakCommands"],
    ]

    /// Libraries that few targets may know.
    private static let foreign: [String: Set<String>] = [
        "GRDB": ["FirebreakStore"],
        "Yams": ["FirebreakFixtures"],
        "CYaml": ["FirebreakFixtures"],
        "ArgumentParser": ["FirebreakCommands"],
        "Crypto": ["FirebreakCredentials"],
        "CryptoExtras": ["FirebreakCredentials"],
        "X509": ["FirebreakCredentials"],
        "SwiftASN1": ["FirebreakCredentials"],
        "FoundationXML": [],
        "Testing": ["FirebreakTesting"],
        "HTTPTypes": ["FirebreakConsole", "FirebreakHTTP", "Firebreak"],
        "AsyncHTTPClient": ["FirebreakClient", "Firebreak"],
        "NIOCore": ["FirebreakClient", "FirebreakHTTP", "Firebreak"],
        "NIOPosix": ["FirebreakHTTP", "Firebreak"],
        "NIOHTTP1": ["FirebreakClient", "FirebreakHTTP", "Firebreak"],
        // C targets belong to the one target that wraps them.
        "CResources": ["FirebreakWire"],
    ]

    /// Each `import` of the sources.
    private static func imports() throws -> [(target: String, module: String, place: String)] {
        try SourceImport.all().filter { $0.path.hasPrefix("Sources/") }
            .map { (String($0.path.split(separator: "/")[1]), $0.module, $0.place) }
    }

    @Test func `targets import what is below them`() throws {
        let imports = try Self.imports()
        // Far fewer would mean that they are not read.
        #expect(imports.count > 500)
        for (target, module, place) in imports where module.hasPrefix("Firebreak") {
            let allowed = try #require(Self.own[target], "\(target) has no rule")
            #expect(allowed.contains(module), "\(place): \(target) may not import \(module)")
        }
    }

    @Test func `a library is known to few targets`() throws {
        for (target, module, place) in try Self.imports() {
            guard let allowed = Self.foreign[module] else { continue }
            #expect(allowed.contains(target), "\(place): \(target) may not import \(module)")
        }
    }

    @Test func `rules name targets that exist, and go one way only`() {
        for (target, allowed) in Self.own {
            #expect(RepositoryFiles.exists("Sources/\(target)"), "there is no target \(target)")
            for other in allowed { #expect(Self.own[other]?.contains(target) == false, "\(target) and \(other)") }
        }
    }

    /// In the fuzzer's package, which compiles them as well, `package` declarations of ours are out of reach.
    @Test func `what is fuzzed imports ours for testing`() throws {
        let files = try RepositoryFiles.all.get().filter { $0.path.hasPrefix("Tests/Fuzz/Sources/FuzzedParsers/") }
        let lines: [String] = files.flatMap(\.lines)
        let imports = lines.filter { $0.contains("import Firebreak") }
        #expect(imports.count > 5)
        for line in imports { #expect(line.hasPrefix("@testable ")) }
    }
}
