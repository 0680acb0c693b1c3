import FirebreakCredentials
import FirebreakStore
import FirebreakWire

/// Signs in, or links an identity, with an identity provider's credential (idp.md section 1, production.md section 10).
package enum SignInWithIdp: APIOperation {
    package struct Request: Decodable, Sendable {
        var autoCreate: Bool?
        package var idToken: String?
        var pendingIdToken: String?
        var pendingToken: String?
        var postBody: String?
        var requestUri: String?
        var returnIdpCredential: Bool?
        var returnRefreshToken: Bool?
        var sessionId: String?
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> SignInWithIdpResponse {
        try call.requireEnabled()
        if call.behavior.refusesUnimplemented, request.pendingIdToken?.isEmpty == false {
            throw WireError.notImplemented("pendingIdToken is not implemented yet.")
        }
        guard let uri = request.requestUri?.nonEmpty else { throw WireError.missingRequestURI }
        guard let url = AbsoluteURL(uri) else { throw WireError.invalidRequestURI }
        let given = IdpParameters(uri: uri, url: url, body: request.postBody)
        var parameters = try await pending(request.pendingToken?.nonEmpty, given, call) ?? given
        let isFirstUse = request.pendingToken?.nonEmpty == nil
        var samlResponse = try SAMLResponseCheck.read(parameters, call)
        var samlRequest: SAMLRequest?
        if samlResponse != nil, isFirstUse {
            (samlRequest, parameters) = try await self.samlRequest(request, parameters, call)
        }
        if let given = parameters["providerId"] {
            let provider = given.lowercased()
            guard call.profile.isReference || IdentityProvider.isFederated(provider) else {
                throw WireError.invalidProviderID
            }
            // Configurations are looked up by the ID with which they were created, in its letter case.
            let config = try await IdentityProvider.admit(given, call)
            if isFirstUse {
                let page = try await CredentialIssuer.ofPage(provider, config, call)
                do throws(WireError) { try verify(parameters, samlResponse, of: provider, config, page, call) } catch {
                    throw call.rules.credentials == .verified ? error.because(.credentialsVerified) : error
                }
                if let response = samlResponse {
                    let check = SAMLResponseCheck(config: config, of: provider, request: samlRequest, call)
                    samlResponse = try await check.accepted(response)
                }
            }
        }
        let credential = try IdpCredential(parameters, samlResponse, call.profile)
        try credential.checkLengths(call.profile)
        if isFirstUse {
            try await NonceCheck.check(credential, raw: parameters["nonce"], call)
            try AuthURI.checkSession(state: parameters["state"], sessionID: request.sessionId, call)
        }

        let attempt = IdpSignIn(request, parameters, credential, context: samlRequest?.context, call)
        switch try await call.signIn({ tx in try attempt.identify(tx) }) {
        case .answered(let response): return response
        case .signedIn(let completed): return attempt.response(completed)
        }
    }

    /// The parameters stored for `pendingToken`.
    private static func pending(
        _ token: String?, _ given: IdpParameters, _ call: OperationContext
    ) async throws -> IdpParameters? {
        guard let token else { return nil }
        guard let flow = try await call.read({ tx in try tx.flow(.idpCredential, token: token) }) else {
            throw WireError.invalidPendingToken
        }
        try call.checkExpiry(of: flow, "pendingToken", .invalidPendingToken)
        let kept = IdpParameters(credential: flow.content, of: given)
        guard given["providerId"] == nil || given["providerId"]?.lowercased() == kept["providerId"]?.lowercased() else {
            throw WireError.invalidPendingToken
        }
        return kept
    }

    /// The request that a SAML response belongs to, and the parameters with its provider: a provider's own form says
    /// neither.
    private static func samlRequest(
        _ request: Request, _ parameters: IdpParameters, _ call: OperationContext
    ) async throws -> (SAMLRequest?, IdpParameters) {
        let states = [request.sessionId?.nonEmpty.map(AuthURI.state), parameters["RelayState"]]
        let (ofSession, ofState) = try await call.read { tx in
            let found = try states.map { try $0.flatMap { try SAMLRequest(state: $0, tx, call) } }
            return (found[0], found[1])
        }
        guard parameters["providerId"] == nil, let provider = (ofSession ?? ofState)?.providerID else {
            return (ofSession, parameters)
        }
        return (ofSession, parameters.naming(provider: provider))
    }

    /// Rule `credentials: verified`. The signature of a SAML response is checked with the rest of it.
    private static func verify(
        _ parameters: IdpParameters, _ samlResponse: SAMLResponse?, of provider: String, _ config: JSON?,
        _ page: CredentialIssuer.Page?, _ call: OperationContext
    ) throws(WireError) {
        if provider.startsWithBytes(of: "saml."), SAMLResponseCheck.isRequired(call) {
            guard samlResponse == nil else { return }
            guard parameters["SAMLResponse"] == nil else { throw .samlSignatureMissing }
            throw .credentialWithoutToken(parameters.quoted(call.profile))
        }
        guard call.rules.credentials == .verified else { return }
        // Only a SAML provider's response says anything.
        guard parameters["SAMLResponse"] == nil else { throw .samlSignatureMissing }
        // What the page signed may have come back as an access token.
        let signed = parameters["access_token"].flatMap { token in page?.signed(token) == true ? token : nil }
        guard let token = parameters["id_token"] ?? signed else {
            throw WireError.invalidCredentialOrProviderID(parameters.quoted(call.profile))
        }
        // Google's tokens are parsed before anything else is asked.
        guard provider != "google.com" || JSONWebToken(token) != nil else {
            throw WireError.idTokenNotJWT(token, of: provider)
        }
        if let page, page.signed(token) { return try page.verify(token, call) }
        guard let issuer = call.settings.project.keys.credentialIssuers[provider] else {
            throw WireError.issuerUnreachable
        }
        try issuer.verify(token, config: config, call)
    }
}

/// Whether an ID token was made for this request: its `nonce` is the SHA-256 of the raw nonce that only the client
/// knows (production.md section 10). The reference never checks this, unless rule `credentials` requires it.
enum NonceCheck {
    /// Checks the nonce of a token, which is used up by that whatever comes of it.
    ///
    /// - Throws: `MISSING_OR_INVALID_NONCE`. A token without a nonce is valid for every request.
    static func check(_ credential: IdpCredential, raw: String?, _ call: OperationContext) async throws {
        guard call.behavior.bindsProviderAnswers || call.rules.credentials == .verified,
            let nonce = credential.claims["nonce"]?.stringValue?.nonEmpty
        else { return }
        guard let raw = raw?.nonEmpty else { throw refusal(.missingNonce, call) }
        // In a transaction of its own, because a refusal of the sign-in must not undo it.
        try await call.write { tx in
            try UsedCredential.use(
                signedPart(of: credential), of: credential.providerID,
                until: credential.claims["exp"]?.tokenTime.map(Timestamp.init(seconds:)), tx, call)
        }
        guard Digest.sha256Hex(Array(raw.utf8)) == nonce else {
            throw refusal(.nonceMismatch(nonce, raw: raw), call)
        }
    }

    private static func refusal(_ error: WireError, _ call: OperationContext) -> WireError {
        call.behavior.bindsProviderAnswers ? error : error.because(.credentialsVerified)
    }

    /// The token without its signature, of which several can be valid.
    private static func signedPart(of credential: IdpCredential) -> String {
        let text = credential.idToken ?? credential.accessToken ?? ""
        guard JSONWebToken(text) != nil, let signed = text.parted(atLast: ".")?.before else { return text }
        return String(signed)
    }
}
