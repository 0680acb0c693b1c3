import FirebreakDiscovery
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakControl

/// The description of the control API against the routes and types that it describes.
struct ControlDescriptionTests {
    private static func schema(_ name: String) throws -> JSON {
        let schemas = JSON.object(try DiscoverySchemas.control.parsedSchemas())
        return try #require(schemas[name], "there is no schema \(name)")
    }

    @Test func `every route is described, and nothing else`() throws {
        let described = try DiscoverySchemas.control.parsedMethods().map { method in
            "\(method["httpMethod"]?.stringValue ?? "") \(method["path"]?.stringValue ?? "")"
        }

        let paths = Route.control.filter { $0.path != "/emulator/openapi.json" }.map {
            "\($0.method.rawValue) \($0.path)"
        }
        #expect(described.sorted() == paths.sorted())
    }

    @Test func `every operation has the name of its route`() throws {
        let document = try OpenAPIDocument.make(
            routes: Route.control.map(\.described), hostHeader: "127.0.0.1:9099", version: "1.2.3", scheme: "http")

        for method in try DiscoverySchemas.control.parsedMethods() {
            let path = try #require(method["path"]?.stringValue)
            let verb = try #require(method["httpMethod"]?.stringValue).lowercased()
            #expect(document["paths"]?[path]?[verb]?["operationId"] == method["id"])
        }
    }

    private static let messages: [(name: String, type: any (Decodable & SendableMetatype).Type)] = [
        ("ServerInfo", ServerInfo.self), ("ErrorList", ErrorList.self), ("ErrorEntry", ErrorEntry.self),
        ("ProjectList", ProjectList.self), ("ProjectSummary", ProjectSummary.self), ("SeedSummary", SeedSummary.self),
        ("SeededUser", SeedSummary.User.self), ("MintedTokens", MintedTokens.self),
        ("FixtureRefList", FixtureRefList.self), ("FixtureRefEntry", FixtureRefEntry.self),
        ("APIKeyList", APIKeyList.self), ("APIKeyEntry", APIKeyEntry.self), ("ForkedProject", ForkedProject.self),
        ("SnapshotEntry", SnapshotEntry.self), ("SnapshotList", SnapshotList.self),
        ("ImportSummary", ImportSummary.self), ("ClockState", ClockState.self), ("OutboxPage", OutboxPage.self),
        ("OutboxMessage", OutboxMessage.self), ("OpenedMessage", OpenedMessage.self),
        ("Deletion", OutboxDeletion.self), ("Deletion", JournalDeletion.self), ("Deletion", FaultRemoval.self),
        ("JournalPage", JournalPage.self), ("JournalRecord", JournalRecord.self),
        ("FaultDefinition", FaultDefinition.self), ("Fault", Fault.self), ("FaultList", FaultList.self),
    ]

    @Test(arguments: messages.map(\.name).indices)
    func `a message has the members of its type`(index: Int) throws {
        let (name, type) = Self.messages[index]
        let properties = try #require(Self.schema(name)["properties"]?.objectValue)
        let isRequired = Dictionary(grouping: properties) { $0.value["required"] == true }
        let described = DecodedMembers(
            required: (isRequired[true] ?? []).map(\.key), optional: (isRequired[false] ?? []).map(\.key))

        let members = try DecodedMembers(of: type)
        #expect(members == described, "\(name)")
    }

    /// Requests read all members as optional, to say themselves which one is missing.
    private static let requests: [(names: [String], type: any (Decodable & SendableMetatype).Type)] = [
        (["CreateProjectRequest"], CreateProject.Request.self), (["ResetProjectRequest"], ResetProject.Request.self),
        (["MintTokenRequest"], MintToken.Request.self), (["CreateAPIKeyRequest"], CreateAPIKey.Request.self),
        (["ForkProjectRequest"], ForkProject.Request.self), (["SnapshotSelection"], SnapshotSelection.self),
        (["ImportProjectRequest"], ImportProject.Request.self), (["AdvanceClockRequest"], AdvanceClock.Request.self),
        (["SetClockRequest"], SetClock.Request.self), (["OutboxSelection"], ListMessages.Request.self),
        (["OutboxSelection", "WaitSelection"], WaitForMessages.Request.self),
        (["JournalSelection"], ListJournalEntries.Request.self),
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
