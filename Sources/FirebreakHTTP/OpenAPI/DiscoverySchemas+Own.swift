package import FirebreakDiscovery

extension DiscoverySchemas {
    /// Every document, in the order in which their schemas appear in the API description.
    static var all: [DiscoverySchemas] { [.v1, .v2, .v3, .own, .mailpit] }

    /// What no discovery document describes, in the same format: the secure token service, passkeys, the emulator's own
    /// endpoints and the error envelope.
    ///
    /// Some members of a method extend that format: `aliases`, other paths with the same answers; `query`, the names of
    /// schemas whose properties are parameters of the query; `requestTypes`, `responseTypes` and `redirect`. So do
    /// `anyOf` and `nullable` of a schema. A method without a path is that of the route with its `id`.
    package static let own = DiscoverySchemas(resource: "api/own.json")

    /// Mailpit's read API (firebreak.md section 5.5), with the extensions of ``own``.
    package static let mailpit = DiscoverySchemas(resource: "api/mailpit.json")
}
