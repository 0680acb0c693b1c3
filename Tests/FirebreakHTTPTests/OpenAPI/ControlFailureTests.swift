import FirebreakDiscovery
import FirebreakHTTP
import FirebreakWire
import Testing

@testable import FirebreakModel

struct ControlFailureTests {
    @Test func `clients read the failures that the API description has`() throws {
        let schemas = try JSON.object(DiscoverySchemas.own.parsed().schemas)
        let schema = try #require(schemas["ErrorResponse"]?[path: "properties.error.properties"])
        let failure = ControlFailure(
            error: .init(
                code: 400, message: "m", errors: [.init(message: "m", reason: "r", domain: "d")], status: "s",
                details: [])
        )
        let error = try #require(try JSON(parsing: WireEncoder().encode(failure))["error"])

        #expect(names(error) == names(schema))
        #expect(names(error["errors"]?.arrayValue?.first) == names(schema[path: "errors.items.properties"]))
    }

    private func names(_ object: JSON?) -> [String]? { object?.objectValue?.map(\.key) }
}
