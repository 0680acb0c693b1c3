import Testing

/// What reading can hold of systems that the tests do not run on: Apple's, and those with musl.
struct PortabilityTests {
    /// Apple's SDKs have no FoundationEssentials, and each C library has a name of its own. A file that imports one asks
    /// first.
    private static let ofSomeSystems: Set<String> = [
        "FoundationEssentials", "FoundationNetworking", "FoundationXML", "Glibc", "Musl", "Bionic", "Android", "Darwin",
        "WinSDK", "CMalloc",
    ]

    @Test func `a module that some systems do not have is imported where it is`() throws {
        let imports = try SourceImport.all().filter { Self.ofSomeSystems.contains($0.module) }
        // Fewer would mean that they are not read.
        #expect(imports.count > 20)
        for found in imports {
            #expect(!found.conditions.isEmpty, "\(found.place): import \(found.module) without a condition")
        }
    }

    @Test func `what needs a C library has one on each system`() throws {
        let imports = try SourceImport.all()
        var files: [String: Set<String>] = [:]
        for found in imports where ["Glibc", "Musl", "Darwin"].contains(found.module) {
            files[found.path, default: []].insert(found.module)
        }
        #expect(files.count > 8)
        for (path, modules) in files {
            #expect(modules == ["Glibc", "Musl", "Darwin"], "\(path) imports \(modules.sorted()) alone")
        }
    }

    /// An iOS app's tests import FirebreakClient: it and what is below it need neither sockets of their own nor a
    /// database.
    @Test func `the client needs nothing that phones do not have`() throws {
        let allowed: Set<String> = [
            "CResources", "Darwin", "Dispatch", "FirebreakModel", "FirebreakWire", "Foundation", "FoundationEssentials",
            "FoundationNetworking", "Glibc", "Musl", "Synchronization",
        ]
        let targets = ["FirebreakClient", "FirebreakModel", "FirebreakWire"].map { "Sources/\($0)/" }
        let imports = try SourceImport.all().filter { found in targets.contains { found.path.hasPrefix($0) } }
        #expect(imports.count > 50)
        for found in imports where !allowed.contains(found.module) {
            #expect(
                found.conditions.first?.hasPrefix("#if TLS && !canImport(Darwin)") == true,
                "\(found.place): import \(found.module)")
        }
    }

    /// SQLite comes with GRDB; what else a build would need has to be written in Swift, or opened where it is there.
    @Test func `a build needs no library of the system but SQLite`() throws {
        let files = try RepositoryFiles.all.get()
        let manifest = try #require(files.first { $0.path == "Package.swift" }).lines
        #expect(manifest.filter { $0.contains(".systemLibrary(") } == [#"        .systemLibrary(name: "CMalloc"),"#])
        #expect(!manifest.contains { $0.contains("pkgConfig") || $0.contains("providers") })
        let included = files.filter { $0.path.hasPrefix("Sources/C") && $0.path.hasSuffix(".h") }
            .flatMap(\.lines).filter { $0.hasPrefix("#include <") }
        // Of every C library; the other is glibc's.
        #expect(Set(included).isSubset(of: ["#include <malloc.h>", "#include <stddef.h>"]), "\(included)")
        #expect(included.contains("#include <malloc.h>"))
    }

    /// A trait that is asked about in more places is not worth what it saves.
    @Test func `traits are asked about in few places`() throws {
        let lines = try RepositoryFiles.all.get().filter {
            $0.path.hasPrefix("Sources/") && $0.path.hasSuffix(".swift")
        }
        .flatMap(\.lines)
        let places = lines.count { $0.contains("#if TLS") }
        #expect((1...10).contains(places), "\(places)")
    }
}
