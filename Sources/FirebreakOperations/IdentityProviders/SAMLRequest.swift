import FirebreakCredentials
import FirebreakStore
import FirebreakWire

/// A sign-in at a SAML provider that was begun and waits for the provider's response (saml.md sections 2 and 4).
struct SAMLRequest: Sendable, Equatable {
    /// `ID` of the request, which the response names as `InResponseTo`.
    let id: String
    let providerID: String
    /// Where the response is sent to.
    let continueURI: String
    /// What the app wants to find in the answer again.
    let context: String?
    /// Whether this server's sign-in page was opened for it, in the place of the provider.
    let isAnsweredHere: Bool

    /// An hour, in milliseconds.
    private static let lifetime: Int64 = 3_600_000

    init(_ providerID: String, continueURI: String, context: String? = nil, _ call: OperationContext) {
        self.providerID = providerID
        self.continueURI = continueURI
        self.context = context
        isAnsweredHere = call.rules.idpPages == .builtin
        // A number of 128 bits: zeros that it begins with are not written.
        id = "_" + Hex.encode(call.random.secret(16)).drop { $0 == "0" }
    }

    // MARK: Storage

    /// - Parameter state: That of the session (``AuthURI/state(of:)``).
    func keep(for state: String, _ tx: Transaction, _ call: OperationContext) throws {
        var content: JSON = [
            "id": .string(id), "providerId": .string(providerID), "continueUri": .string(continueURI),
            "isAnsweredHere": .bool(isAnsweredHere),
        ]
        content["context"] = context.map(JSON.string)
        let flow = Flow(
            token: Self.token(state, call), kind: .samlRequest, content: content,
            expiresAt: call.now.advanced(byMilliseconds: Self.lifetime))
        try tx.insert(flow, at: call.now)
    }

    /// The request that was made with this state; `nil` if there is none, or if it is too long ago.
    init?(state: String, _ tx: Transaction, _ call: OperationContext) throws {
        guard let flow = try tx.flow(.samlRequest, token: Self.token(state, call)), !flow.isExpired(at: call.now),
            let id = flow.content["id"]?.stringValue, let provider = flow.content["providerId"]?.stringValue,
            let continueURI = flow.content["continueUri"]?.stringValue
        else { return nil }
        self.id = id
        providerID = provider
        self.continueURI = continueURI
        context = flow.content["context"]?.stringValue
        isAnsweredHere = flow.content["isAnsweredHere"] == true
    }

    /// Tokens of flows are unique in the project; a session is of one tenant.
    private static func token(_ state: String, _ call: OperationContext) -> String {
        "saml:\(call.tenant?.rawValue ?? ""):\(state)"
    }
}
