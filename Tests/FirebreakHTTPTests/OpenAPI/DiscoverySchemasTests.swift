import FirebreakDiscovery
import FirebreakHTTP
import FirebreakWire
import Testing

struct DiscoverySchemasTests {
    private func literals(_ version: String) -> DiscoverySchemas {
        switch version {
        case "v1": .v1
        case "v2": .v2
        default: .v3
        }
    }

    @Test(arguments: DiscoveryDocuments.versions)
    func `the generated schemas are those of the document`(version: String) throws {
        var expected = try DiscoveryDocuments.schemas(version)
        for index in expected.indices { expected[index].value["id"] = nil }

        #expect(try literals(version).parsedSchemas() == expected)
    }

    @Test(arguments: DiscoveryDocuments.versions)
    func `the generated methods are those of the document, with the parameters of the query only`(
        version: String
    ) throws {
        let methods = try literals(version).parsedMethods()
        let documented = try DiscoveryDocuments.methods(version)

        #expect(methods.count == documented.count)
        for (method, expected) in zip(methods, documented) {
            for key in ["id", "httpMethod", "path"] { #expect(method[key] == expected[key]) }
            for key in ["request", "response"] { #expect(method[key]?.stringValue == expected[key]?.stringValue) }
            let query = expected["parameters"]?.objectValue?.filter { $0.value["location"] == "query" }
            #expect(method["parameters"]?.objectValue ?? [] == query)
        }
    }

    @Test func `no two documents give a schema the same name`() throws {
        let names = try DiscoverySchemas.all.flatMap { document in
            let conversion = SchemaConversion(prefix: document.prefix)
            return try document.parsedSchemas().map { conversion.componentName($0.key) }
        }

        #expect(Set(names).count == names.count)
        #expect(names.contains("GoogleCloudIdentitytoolkitV1UserInfo"))
        #expect(names.contains("LegacyV3UserInfo"))
    }
}
