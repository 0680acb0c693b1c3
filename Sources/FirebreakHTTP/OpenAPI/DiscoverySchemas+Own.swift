package import FirebreakDiscovery
import FirebreakModel

extension DiscoverySchemas {
    /// Every document, in the order in which their schemas appear in the API description.
    static var all: [DiscoverySchemas] { [.v1, .v2, .v3, .own, .control] }

    /// What no discovery document describes, in the same format: the secure token service, passkeys, the emulator's own
    /// endpoints and the error envelope.
    ///
    /// Some members of a method extend that format: `aliases`, other paths with the same answers; `query`, the names of
    /// schemas whose properties are parameters of the query; `requestTypes`, `responseTypes` and `redirect`. So do
    /// `anyOf` and `nullable` of a schema. A method without a path is that of the route with its `id`.
    package static let own = DiscoverySchemas(resource: "api/own.json")

    /// The control API (firebreak.md sections 4, 5, 11 and 12), with the extensions of ``own``. A schema of
    /// ``controlTypes`` has only what its type does not tell.
    package static let control = DiscoverySchemas(resource: "api/control.json")

    /// The types of the values that the control API answers, by the names of their schemas, besides those of the methods
    /// that the model has.
    static let controlTypes = TypeSchemas(
        [
            "ServerInfo": ServerInfo.self, "ErrorList": ErrorList.self, "ErrorEntry": ErrorEntry.self,
            "ProjectList": ProjectList.self, "ProjectSummary": ProjectSummary.self, "AccountList": AccountList.self,
            "SeedSummary": SeedSummary.self,
            "SeededUser": SeedSummary.User.self, "MintedTokens": MintedTokens.self, "BrowserState": BrowserState.self,
            "FixtureRefList": FixtureRefList.self,
            "FixtureRefEntry": FixtureRefEntry.self, "APIKeyList": APIKeyList.self, "APIKeyEntry": APIKeyEntry.self,
            "ForkedProject": ForkedProject.self, "SnapshotEntry": SnapshotEntry.self, "SnapshotList": SnapshotList.self,
            "ImportSummary": ImportSummary.self, "OutboxPage": OutboxPage.self,
            "OutboxMessage": OutboxMessage.self, "OpenedMessage": OpenedMessage.self, "Deletion": Deletion.self,
            "JournalPage": JournalPage.self, "JournalRecord": JournalRecord.self,
            "FaultDefinition": FaultDefinition.self,
            "Fault": Fault.self, "FaultList": FaultList.self,
        ], endpoints: Route.control.compactMap(\.endpoint))
}
