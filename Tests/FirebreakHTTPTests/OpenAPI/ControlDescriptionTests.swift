import FirebreakDiscovery
import FirebreakModel
import FirebreakStore
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakControl
@testable import FirebreakHTTP
@testable import FirebreakOperations

/// The description of the control API against the routes and types that it describes.
struct ControlDescriptionTests {
    private static func schema(_ name: String) throws -> JSON {
        let schema = try #require(DiscoverySchemas.control.parsed().schemas.first { $0.key == name }, "\(name)")
        return try DiscoverySchemas.controlTypes.completed(schema)
    }

    @Test func `every route is described, and nothing else`() throws {
        let routes = Route.control.filter { $0.path != "/emulator/openapi.json" }.map(\.described)
        let document = try OpenAPIDocument.make(routes: routes, hostHeader: "127.0.0.1:9099", version: "1.2.3")
        let names = document["paths"]?.objectValue?.flatMap { path in
            (path.value.objectValue ?? []).compactMap { $0.value["operationId"]?.stringValue }
        }

        let described =
            try DiscoverySchemas.control.parsed().methods.compactMap { $0["id"]?.stringValue }
            + routes.compactMap(\.endpoint?.id)
        #expect(names?.sorted() == described.sorted())
    }

    @Test(arguments: DiscoverySchemas.controlTypes.types.keys.sorted())
    func `descriptions are of members that the type has`(name: String) throws {
        let told = try DiscoverySchemas.controlTypes.completed(JSON.Member(name, .emptyObject))
        let members = try #require(told["properties"]?.objectValue?.map(\.key))

        #expect(!members.isEmpty)
        #expect(try Self.schema(name)["properties"]?.objectValue?.map(\.key) == members)
    }

    /// A note of a member that the type does not have would be a property without a type.
    @Test func `what methods of the model take and answer is described by its types`() throws {
        let schemas = try DiscoverySchemas.controlTypes.ofEndpoints()

        #expect(schemas.map(\.key).contains("AdvanceClockRequest"))
        for schema in schemas {
            for property in try #require(schema.value["properties"]?.objectValue, "\(schema.key)") {
                #expect(property.value["type"] != nil || property.value["$ref"] != nil, "\(schema.key).\(property.key)")
            }
        }
        let advance = schemas.first { $0.key == "AdvanceClockRequest" }?.value
        #expect(
            advance?[path: "properties.by"]
                == [
                    "type": "string", "description": "Such as `90s`, `61m`, `6h1m`, `2d` or `500ms`.", "required": true,
                ])
        // A summary of a project has the clock, too.
        let summary = try Self.schema("ProjectSummary")
        #expect(summary[path: "properties.clock.$ref"] == "ClockState")
    }

    @Test func `only schemas of the control API are told by types`() throws {
        let others = try [DiscoverySchemas.v1, .v2, .v3, .own].flatMap { try $0.parsed().schemas.map(\.key) }

        #expect(DiscoverySchemas.controlTypes.types.keys.allSatisfy { !others.contains($0) })
    }

    @Test func `a type tells its members, what they are and which have to be there`() throws {
        let schema = try DiscoverySchemas.controlTypes.completed(JSON.Member("JournalRecord", .emptyObject))
        let properties = try #require(schema["properties"])

        #expect(properties["seq"] == ["format": "int64", "type": "integer", "required": true])
        #expect(properties["operation"] == ["type": "string"])
        #expect(properties["project"] == ["type": "string", "nullable": true, "required": true])
        #expect(properties["messages"]?["items"] == ["format": "int64", "type": "integer"])
        #expect(properties["client"]?["properties"]?["ip"] == ["type": "string"])
    }

    /// Requests read all members as optional, to say themselves which one is missing.
    private static let requests: [(names: [String], type: any (Decodable & SendableMetatype).Type)] = [
        (["CreateProjectRequest"], CreateProject.Request.self), (["ResetProjectRequest"], ResetProject.Request.self),
        (["MintTokenRequest"], MintToken.Request.self), (["CreateAPIKeyRequest"], CreateAPIKey.Request.self),
        (["ForkProjectRequest"], ForkProject.Request.self), (["SnapshotSelection"], SnapshotSelection.self),
        (["ImportProjectRequest"], ImportProject.Request.self), (["OutboxSelection"], ListMessages.Request.self),
        (["OutboxSelection", "WaitSelection"], WaitForMessages.Request.self),
        (["JournalSelection"], ListJournalEntries.Request.self), (["ProjectSelection"], ListProjects.Request.self),
        (["AccountSelection"], ListAccounts.Request.self),
        (["JournalSelection", "WaitSelection"], WaitForJournalEntries.Request.self),
    ]

    @Test(arguments: requests.indices)
    func `a request has the members of its type`(index: Int) throws {
        let (names, type) = Self.requests[index]
        let properties = try names.flatMap { try #require(Self.schema($0)["properties"]?.objectValue) }

        let members = try DecodedMembers(of: type)
        #expect(members.required.union(members.optional) == Set(properties.map(\.key)), "\(names)")
    }

    @Test(arguments: ["Rules", "RulesPatch"])
    func `rules are those that there are`(name: String) throws {
        let properties = try Self.schema(name)["properties"]?.objectValue

        #expect(properties?.map(\.key) == Rules(profile: .local).document.objectValue?.map(\.key))
    }

    private static let ruleChoices: [(member: String, values: [String])] = [
        ("idTokens", values(of: Rules.IDTokens.self)),
        ("providers", values(of: Rules.Providers.self)),
        ("credentials", values(of: Rules.Credentials.self)),
        ("idpPages", values(of: Rules.IdpPages.self)),
        ("passkeys", values(of: Rules.Switch.self)),
        ("expiry", values(of: Rules.Switch.self)),
        ("supersedeCodes", values(of: Rules.Switch.self)),
        ("takeover", values(of: Rules.Takeover.self)),
        ("adminOrigins", values(of: Rules.AdminOrigins.self)),
    ]

    private static let messageChoices: [(member: String, values: [String])] = [
        ("channel", values(of: Message.Channel.self)),
        ("delivery", values(of: Message.Delivery.self)),
        ("status", values(of: Message.Status.self)),
        ("type", values(of: MessageType.self)),
    ]

    private static let choices: [(schemas: [String], choices: [(member: String, values: [String])])] = [
        (["Rules", "RulesPatch"], ruleChoices),
        (["OutboxSelection", "OutboxMessage"], messageChoices),
        (["CreateProjectRequest", "ProjectSummary", "ServerInfo"], [("profile", values(of: Profile.self))]),
    ]

    private static func values<Choice: CaseIterable & RawRepresentable<String>>(of type: Choice.Type) -> [String] {
        type.allCases.map(\.rawValue)
    }

    @Test(arguments: choices.indices)
    func `a choice is among the values that there are`(index: Int) throws {
        let (schemas, choices) = Self.choices[index]
        for name in schemas {
            for (member, values) in choices {
                let described = try Self.schema(name)["properties"]?[member]?["enum"]?.arrayValue

                #expect(Set(described?.compactMap(\.stringValue) ?? []) == Set(values), "\(name).\(member)")
            }
        }
    }
}
