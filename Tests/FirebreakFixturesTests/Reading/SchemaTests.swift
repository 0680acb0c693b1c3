import FirebreakFixtures
import FirebreakWire
import Foundation
import Testing

/// The schema for editors says what the reader does.
struct SchemaTests {
    private let schema: JSON

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../fixtures/firebreak.schema.json")
        schema = try JSON(parsing: Array(Data(contentsOf: file)))
    }

    private func keys(_ value: JSON?) -> Set<String> { Set((value?["properties"]?.objectValue ?? []).map(\.key)) }

    private func definition(_ name: String) -> JSON? { schema["$defs"]?[name] }

    @Test func `every object has the keys that are read`() throws {
        #expect(keys(schema) == FixtureKeys.part.union(FixtureKeys.document))
        #expect(keys(definition("defaults")) == FixtureKeys.defaults)
        #expect(keys(definition("project")) == FixtureKeys.project)
        #expect(keys(definition("user")) == FixtureKeys.user.union(FixtureKeys.factoryOnly))
        #expect(keys(definition("code")) == FixtureKeys.code)
        let user = definition("user")?["properties"]
        #expect(keys(user?["mfa"]?["items"]) == FixtureKeys.secondFactor)
        #expect(keys(user?["providers"]?["items"]) == FixtureKeys.identity)
        let clock = definition("project")?["properties"]?["clock"]?["anyOf"]?.arrayValue?.last
        #expect(keys(clock) == FixtureKeys.clock)
        let code = definition("code")?["properties"]?["type"]?["enum"]?.arrayValue?.compactMap(\.stringValue)
        #expect(code == FixtureKeys.codeTypes)
    }

    @Test(
        arguments: [
            ("config", ResourceShape.config), ("hash", .passwordHash), ("oauthProvider", .oauthProvider),
            ("samlProvider", .samlProvider), ("knownProvider", .knownProvider),
        ])
    func `Google's resources are the same in both`(name: String, shape: ResourceShape) throws {
        #expect(differences(try #require(definition(name)), shape, name).isEmpty)
    }

    @Test func `a tenant is its resource and what is in it`() throws {
        var tenant = try #require(definition("tenant"))
        #expect(keys(tenant).isSuperset(of: FixtureKeys.tenantContent))
        var properties = try #require(tenant["properties"])
        for key in FixtureKeys.tenantContent { properties[key] = JSON?.none }
        tenant["properties"] = properties
        #expect(differences(tenant, .tenant, "tenant").isEmpty)
    }

    private func differences(_ schema: JSON, _ shape: ResourceShape, _ path: String) -> [String] {
        switch shape {
        case .flag: return schema["type"] == "boolean" ? [] : [path]
        case .text: return schema["type"] == "string" ? [] : [path]
        case .number: return schema["type"] == ["number", "string"] ? [] : [path]
        case .list(let element): return differences(schema["items"] ?? .null, element, path + "[]")
        case .map(let element): return differences(schema["additionalProperties"] ?? .null, element, path + "{}")
        case .object(let members):
            guard schema["additionalProperties"] == false, keys(schema) == Set(members.keys) else { return [path] }
            return members.flatMap { key, shape in
                differences(schema["properties"]?[key] ?? .null, shape, "\(path).\(key)")
            }
        }
    }
}
