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
        try #require(try TypeSchemas.control.ofMessages().first { $0.key == name }?.value, "\(name)")
    }

    @Test func `every route is described, and nothing else`() throws {
        let routes = Route.control.filter { $0.path != "/emulator/openapi.json" }.map(\.described)
        let document = try OpenAPIDocument.make(routes: routes, hostHeader: "127.0.0.1:9099", version: "1.2.3")
        let names = document["paths"]?.objectValue?.flatMap { path in
            (path.value.objectValue ?? []).compactMap { $0.value["operationId"]?.stringValue }
        }

        let foreign = try [DiscoverySchemas.mailpit, .own].flatMap { document in
            try document.parsed().methods.compactMap { $0["id"]?.stringValue }.filter { $0.hasPrefix("firebreak.") }
        }
        #expect(names?.sorted() == (foreign + routes.compactMap(\.endpoint?.id)).sorted())
    }

    /// A note of a member that the type does not have would be a property without a type.
    @Test func `what methods take and answer is described by its types`() throws {
        let bodies = try TypeSchemas.control.ofMessages()
        let queries = try Route.control.compactMap { $0.endpoint?.query }.map { type in
            JSON.Member(type.schemaName, try TypeSchemas.control.whole(type))
        }

        #expect(bodies.map(\.key).contains("AdvanceClockRequest") && queries.count > 20)
        for schema in bodies + queries {
            for property in schema.value["properties"]?.objectValue ?? [] {
                let isTyped = ["type", "$ref", "anyOf"].contains { property.value[$0] != nil }
                #expect(isTyped, "\(schema.key).\(property.key)")
            }
        }
        #expect(
            try Self.schema("AdvanceClockRequest")[path: "properties.by"]
                == [
                    "type": "string", "description": "Such as `90s`, `61m`, `6h1m`, `2d` or `500ms`.", "required": true,
                ])
        // A summary of a project has the clock, too.
        #expect(try Self.schema("ProjectSummary")[path: "properties.clock.$ref"] == "ClockState")
    }

    @Test func `names of schemas are different ones`() throws {
        let others = try DiscoverySchemas.all.flatMap { try $0.parsed().schemas.map(\.key) }

        #expect(try TypeSchemas.control.ofMessages().allSatisfy { !others.contains($0.key) })
    }

    @Test func `what schemas refer to is there`() throws {
        let document = try OpenAPIDocument.make(
            routes: Route.control.map(\.described), hostHeader: "127.0.0.1:9099", version: "1.2.3")
        let names = Set(document[path: "components.schemas"]?.objectValue?.map(\.key) ?? [])
        for reference in document.text.split(separator: "\"#/components/schemas/").dropFirst() {
            #expect(names.contains(String(reference.prefix { $0 != "\"" })))
        }
    }

    @Test func `a type tells its members, what they are and which have to be there`() throws {
        let properties = try #require(Self.schema("JournalRecord")["properties"])

        #expect(properties["operation"] == ["type": "string"])
        #expect(properties["project"] == ["type": "string", "nullable": true, "required": true])
        #expect(properties["messages"]?["items"] == ["format": "int64", "type": "integer"])
        #expect(properties["client"]?["properties"]?["ip"] == ["type": "string"])
        #expect(properties[path: "seq.required"] == true && properties[path: "seq.format"] == "int64")
    }

    /// What clients write, and what the server reads where that is a type of its own: texts, or JSON as it comes.
    private static let requests: [(sent: EndpointEntry.Message, read: any (Decodable & SendableMetatype).Type)] = [
        (MintTokenRequest.self, MintToken.Request.self), (BrowserStateRequest.self, MakeBrowserState.Request.self),
        (ImportProjectRequest.self, ImportProject.Request.self), (ListAccountsRequest.self, ListAccounts.Request.self),
        (Listed<OutboxFilter>.self, ListMessages.Request.self),
        (Awaited<OutboxFilter>.self, WaitForMessages.Request.self),
        (OpenLatestMessageRequest.self, OpenMessage.Request.self),
        (Listed<RequestFilter>.self, ListJournalEntries.Request.self),
        (Awaited<RequestFilter>.self, WaitForJournalEntries.Request.self),
    ]

    @Test(arguments: requests.indices)
    func `a request is read as it is sent`(index: Int) throws {
        let (sent, read) = Self.requests[index]
        let members = try (sent: DecodedMembers(of: sent), read: DecodedMembers(of: read))

        // The state of a browser is made of tokens without a flaw, whose user is the path's here. The newest message is selected as
        // those of a page are.
        let names = members.read.required.union(members.read.optional)
            .subtracting(sent == BrowserStateRequest.self ? ["user", "flaw"] : [])
            .subtracting(sent == OpenLatestMessageRequest.self ? ["limit", "order"] : [])
        #expect(members.sent.required.union(members.sent.optional) == names, "\(sent)")
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
        ("type", values(of: MessageType.self) + [Message.appType]),
    ]

    @Test func `a filter's choices are among the values that there are`() throws {
        let filter = try TypeSchemas.control.whole(Listed<OutboxFilter>.self)
        for (member, values) in Self.messageChoices {
            let described = filter["properties"]?[member]?["enum"]?.arrayValue
            #expect(described?.compactMap(\.stringValue) == values, "\(member)")
        }
    }

    private static let choices: [(schemas: [String], choices: [(member: String, values: [String])])] = [
        (["Rules", "RulesPatch"], ruleChoices),
        (["OutboxMessage"], messageChoices),
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
