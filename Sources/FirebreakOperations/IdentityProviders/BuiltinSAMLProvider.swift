import FirebreakCredentials
import FirebreakStore
import FirebreakWire

/// The SAML provider that this server's sign-in page stands in for (saml.md section 7).
enum BuiltinSAMLProvider {
    /// Whether the page answers as this provider would, rather than with the reference's stand-in.
    static func speaks(for providerID: String, _ call: OperationContext) -> Bool {
        call.behavior.speaksSAML && providerID.startsWithBytes(of: "saml.")
    }

    /// The session that the page answers.
    struct Session: Sendable {
        /// What the session's request is kept by (``AuthURI/state(of:)``).
        let state: String
        /// For the app, if the page itself began the session.
        let id: String?
    }

    /// The session that the page is opened for: that of createAuthUri, or the app's own, or else a new one.
    static func session(_ request: SignInPage.Request, _ call: OperationContext) async throws -> Session {
        let given = request.state ?? request.sessionDigest
        let id = given == nil ? call.random.alphanumeric(27) : nil
        let session = Session(state: given ?? AuthURI.state(of: id ?? ""), id: id)
        let continueURI = request.continueURI ?? call.origin + call.behavior.handlerPath
        let samlRequest = SAMLRequest(request.providerID.lowercased(), continueURI: continueURI, call)
        try await call.write { tx in
            guard try SAMLRequest(state: session.state, tx, call) == nil else { return }
            try samlRequest.keep(for: session.state, tx, call)
        }
        return session
    }

    /// A response that signs a user in, in Base64, signed with this server's key.
    ///
    /// - Parameters:
    ///   - name: The person's `NameID`.
    ///   - claims: What the page knows of the person; `nil` for no more than the name.
    ///   - state: That of the session that the response is for.
    static func response(
        about name: String, _ claims: JSON?, by providerID: String, state: String?, _ call: OperationContext
    ) async throws -> String {
        let (config, request) = try await call.read { tx in
            (
                try tx.providerConfig(InboundSamlConfig.collection, id: providerID)?.document,
                try state.flatMap { try SAMLRequest(state: $0, tx, call) }
            )
        }
        func text(_ path: String) -> String? { config?[path: path]?.stringValue }
        var writer = SAMLResponseWriter(
            id: "_" + call.random.alphanumeric(32), assertionID: "_" + call.random.alphanumeric(32),
            issuer: text("idpConfig.idpEntityId") ?? call.origin,
            destination: text("spConfig.callbackUri") ?? call.origin + call.behavior.handlerPath,
            audience: text("spConfig.spEntityId") ?? "https://\(call.projectID).firebaseapp.com",
            nameID: name, isEmailAddress: EmailAddress.normalized(name, call.profile) != nil,
            attributes: attributes(claims), issuedAt: call.now)
        writer.request = request?.id
        let key = try await call.services.signer.signingKey()
        writer.signature = try key.signature(ofAssertionIn: Array(writer.xml.utf8))
        return Base64.encode(Array(writer.xml.utf8), .standard)
    }

    /// What the page's form has beside the address, under the names of an ID token's claims.
    private static func attributes(_ claims: JSON?) -> [(name: String, value: String)] {
        ["name", "screen_name", "picture"].compactMap { name in
            claims?[name]?.stringValue?.nonEmpty.map { (name, $0) }
        }
    }
}
