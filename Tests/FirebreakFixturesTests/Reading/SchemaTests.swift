import FirebreakDiscovery
import FirebreakWire
import Foundation
import Testing

@testable import FirebreakFixtures

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
        #expect(keys(definition("fault")) == FixtureKeys.fault)
        #expect(keys(definition("fault")?["properties"]?["where"]) == FixtureKeys.faultCondition)
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
            ("config", FixtureShapes.config), ("hash", FixtureShapes.passwordHash),
            ("oauthProvider", FixtureShapes.provider("oidc.acme")),
            ("samlProvider", FixtureShapes.provider("saml.acme")),
            ("knownProvider", FixtureShapes.provider("google.com")),
        ])
    func `Google's resources are the same in both`(name: String, shape: MessageShape) throws {
        #expect(!shape.members.isEmpty)
        #expect(differences(try #require(definition(name)), shape, name).isEmpty)
    }

    @Test func `the reader takes every member that the schema has, and no other`() throws {
        let config = try sample(of: #require(definition("config")))
        var tenant = try #require(definition("tenant"))
        for key in FixtureKeys.tenantContent { tenant["properties"]?[key] = JSON?.none }
        let providers: JSON = [
            "oidc.acme": sample(of: try #require(definition("oauthProvider"))),
            "saml.acme": sample(of: try #require(definition("samlProvider"))),
            "google.com": sample(of: try #require(definition("knownProvider"))),
        ]
        let document: JSON = [
            "config": config, "hash": sample(of: try #require(definition("hash"))), "providers": providers,
            "tenants": ["blue": sample(of: tenant)],
        ]

        let project = try #require(try fixture(document.text).projects.first)
        #expect(project.config == config)
        #expect(project.tenants.first?.document == sample(of: tenant))
        for name in ["name", "subtype", "defaultHostingSite"] {
            #expect(complaints(JSON.object([JSON.Member("config", .object([JSON.Member(name, "x")]))]).text).count == 1)
        }
    }

    @Test func `a tenant is its resource and what is in it`() throws {
        var tenant = try #require(definition("tenant"))
        #expect(keys(tenant).isSuperset(of: FixtureKeys.tenantContent))
        var properties = try #require(tenant["properties"])
        for key in FixtureKeys.tenantContent { properties[key] = JSON?.none }
        tenant["properties"] = properties
        #expect(differences(tenant, FixtureShapes.tenant, "tenant").isEmpty)
    }

    private func differences(_ schema: JSON, _ shape: MessageShape, _ path: String) -> [String] {
        switch shape {
        case .boolean: return schema["type"] == "boolean" ? [] : [path]
        case .string, .enumeration: return schema["type"] == "string" ? [] : [path]
        case .integer, .number, .integerText: return schema["type"] == ["number", "string"] ? [] : [path]
        case .anything: return [path]
        case .array(let element): return differences(schema["items"] ?? .null, element, path + "[]")
        case .map(let element): return differences(schema["additionalProperties"] ?? .null, element, path + "{}")
        case .object(let members):
            guard schema["additionalProperties"] == false, keys(schema) == Set(members.keys) else { return [path] }
            return members.flatMap { key, member in
                differences(schema["properties"]?[key] ?? .null, member.shape, "\(path).\(key)")
            }
        }
    }

    /// A value with everything that the schema allows.
    private func sample(of schema: JSON) -> JSON {
        switch schema["type"] {
        case "boolean": true
        case "string": "text"
        case "array": [sample(of: schema["items"] ?? .null)]
        case "object":
            if let properties = schema["properties"]?.objectValue {
                .object(properties.map { JSON.Member($0.key, sample(of: $0.value)) })
            } else {
                ["any": sample(of: schema["additionalProperties"] ?? .null)]
            }
        default: 1
        }
    }
}
