import FirebreakCredentials
import FirebreakWire

/// The URL of this server's sign-in page for createAuthUri, which stands in for every identity provider (idp.md section
/// 2, production.md section 10).
enum AuthURI {
    /// Parameters of the provider that a client may not set.
    private static let reserved: Set<String> = ["client_id", "response_type", "scope", "redirect_uri", "state"]

    static func make(
        _ provider: String, _ request: CreateAuthURI.Request, continueURI: String, session: String,
        _ call: OperationContext
    ) -> String {
        let path = call.behavior.handlerPath
        let key = call.services.apiKey(for: call.project, calledWith: call.client.apiKey)
        var parameters: [(String, String)] = [
            ("apiKey", key), ("providerId", provider), ("authType", "signInWithRedirect"),
            ("continueUri", continueURI), ("state", state(of: session)),
        ]
        if let scope = request.oauthScope?.nonEmpty { parameters.append(("scopes", scope)) }
        if let domain = request.hostedDomain?.nonEmpty { parameters.append(("hd", domain)) }
        let custom = (request.customParameter?.objectValue ?? []).filter { !reserved.contains($0.key) }
        if !custom.isEmpty { parameters.append(("customParameters", JSON.object(custom).text)) }
        if let tenant = call.tenant { parameters.append(("tid", tenant.rawValue)) }
        let query = parameters.map { "\($0.0)=\(FormURLEncoding.encode($0.1))" }.joined(separator: "&")
        return call.origin + path + "?" + query
    }

    /// Ties the response to the session that started it, without revealing the session's ID to the page.
    static func state(of session: String) -> String { Digest.sha256Hex(Array(session.utf8)) }

    /// - Throws: `INVALID_IDP_RESPONSE` if the response belongs to a different session. The reference does not check.
    static func checkSession(state: String?, sessionID: String?, _ call: OperationContext) throws(WireError) {
        guard call.behavior.bindsProviderAnswers, let state, let sessionID = sessionID?.nonEmpty else { return }
        guard state == Self.state(of: sessionID) else { throw .idpSessionMismatch }
    }
}
