import FirebreakDiscovery
import FirebreakWire
import Testing

@testable import FirebreakHTTP

struct DiscoverySchemasTests {
    @Test func `no two documents give a schema the same name`() throws {
        let names = try DiscoverySchemas.all.flatMap { document in
            let conversion = SchemaConversion(prefix: document.prefix)
            return try document.parsed().schemas.map { conversion.componentName($0.key) }
        }

        #expect(Set(names).count == names.count)
        #expect(names.contains("GoogleCloudIdentitytoolkitV1UserInfo"))
        #expect(names.contains("LegacyV3UserInfo"))
    }
}
