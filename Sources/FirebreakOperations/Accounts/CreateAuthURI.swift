import FirebreakStore
import FirebreakWire

/// Tells by which methods an address signs in (accounts.md section 11), as far as enumeration protection lets it.
package enum CreateAuthURI: APIOperation {
    package struct Request: Decodable, Sendable {
        package var context: String?
        var continueUri: String?
        var customParameter: JSON?
        var hostedDomain: String?
        var identifier: String?
        var oauthScope: String?
        var providerId: String?
        var sessionId: String?
    }

    package struct Response: OmitsDefaults, Sendable {
        package static let alwaysShown: Set = ["registered", "forExistingProvider"]

        var kind = "identitytoolkit#CreateAuthUriResponse"
        var authUri: String?
        var allProviders: [String]?
        var registered: Bool?
        var providerId: String?
        var forExistingProvider: Bool?
        var sessionId: String
        var signinMethods: [String]?
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        if let provider = request.providerId, !provider.isEmpty {
            return try await providerFlow(provider.lowercased(), request, call)
        }
        guard let identifier = request.identifier, !identifier.isEmpty else { throw WireError.missingIdentifier }
        guard let continueURI = request.continueUri, !continueURI.isEmpty else { throw WireError.missingContinueURI }
        guard let email = EmailAddress.normalized(identifier, call.profile) else { throw WireError.invalidIdentifier }
        guard AbsoluteURL(continueURI) != nil else { throw WireError.invalidContinueURI }

        try await checkForm(of: email, identifier, call)

        let session = request.sessionId?.nonEmpty ?? call.random.alphanumeric(27)
        guard !EnumerationProtection(call).hidesSignInMethods() else { return Response(sessionId: session) }
        let methods = try await call.read { tx in
            SignInMethods(try candidates(email, identifier, tx), call.settings.allowsDuplicateEmails)
        }
        return Response(
            allProviders: methods.providers, registered: methods.isRegistered, sessionId: session,
            signinMethods: methods.methods)
    }

    /// Where to sign in with an identity provider: this server's page stands in for all of them.
    private static func providerFlow(
        _ provider: String, _ request: Request, _ call: OperationContext
    ) async throws -> Response {
        guard IdentityProvider.isFederated(provider) else { throw WireError.invalidProviderID }
        guard let given = request.continueUri?.nonEmpty else { throw WireError.missingContinueURI }
        guard let url = AbsoluteURL(given), url.isWeb, url.fragment == nil,
            !FormURLEncoding.parse(url.query ?? "").contains(where: { $0.name == "state" })
        else { throw WireError.invalidContinueURI }
        let config = try await IdentityProvider.admit(request.providerId ?? "", call)
        // Production lets a provider return to `localhost` in any case (production.md section 2).
        let isLocal = !call.profile.isReference && url.host == "localhost"
        guard isLocal || AuthorizedDomain.allows(url, call.settings.project) else {
            let reason = AuthorizedDomain.reason(url, call.settings.project)
            AuthorizedDomain.logRefusal(of: url, because: reason, call)
            throw WireError.invalidOAuthContinueURI(provider: provider).because(reason)
        }
        let continueURI = url.exact
        let session = request.sessionId?.nonEmpty ?? call.random.alphanumeric(27)
        let builtin = AuthURI.make(provider, request, continueURI: continueURI, session: session, call)
        let isSAML = call.behavior.speaksSAML && provider.startsWithBytes(of: "saml.")
        var response = Response(
            authUri: isSAML
                ? try await samlURI(request, config, continueURI: continueURI, session: session, call) ?? builtin
                : builtin,
            providerId: provider, sessionId: session)
        if let identifier = request.identifier?.nonEmpty, !EnumerationProtection(call).hidesSignInMethods() {
            guard let email = EmailAddress.normalized(identifier, call.profile) else {
                throw WireError.invalidIdentifier
            }
            try await checkForm(of: email, identifier, call)
            let found = try await call.read { tx in try candidates(email, identifier, tx) }
            response.registered = !found.isEmpty
            response.forExistingProvider = found.first?.providers?.contains { $0.providerID == provider } ?? false
        }
        return response
    }

    /// Begins a sign-in at a SAML provider, whose response is compared with what is kept here (saml.md section 2).
    ///
    /// - Returns: The provider's URL; `nil` if this server's page stands in for the provider.
    private static func samlURI(
        _ request: Request, _ config: JSON?, continueURI: String, session: String, _ call: OperationContext
    ) async throws -> String? {
        let id = request.providerId ?? ""
        let state = AuthURI.state(of: session)
        let samlRequest = SAMLRequest(
            id.lowercased(), continueURI: continueURI, context: request.context?.nonEmpty, call)
        try await call.write { tx in try samlRequest.keep(for: state, tx, call) }
        guard call.rules.idpPages == .provider, let config else { return nil }
        let provider = try await RequestSigningKey.completed(ProviderConfigRecord(id: id, document: config), call)
        return try AuthnRequest(samlRequest, config: provider.document, issuedAt: call.now)?.url(relayState: state)
    }

    /// Refuses an address that no account can get, unless one has it already.
    private static func checkForm(of email: String, _ identifier: String, _ call: OperationContext) async throws {
        guard !EmailAddress.allowsNew(email, call.profile) else { return }
        let found = try await call.read { tx in try candidates(email, identifier, tx) }
        guard !found.isEmpty else { throw WireError.invalidIdentifier }
    }

    /// The account with the address first, then those with a provider entry of it. Provider addresses are stored as
    /// they came, so both spellings are looked up.
    private static func candidates(_ email: String, _ identifier: String, _ tx: Transaction) throws -> [Account] {
        var candidates = [try tx.account(email: email)].compactMap(\.self)
        // One after the other, so that the order is the same each time.
        for spelling in email.hasSameBytes(as: identifier) ? [email] : [email, identifier] {
            for account in try tx.accounts(providerEmail: spelling)
            where !candidates.contains(where: { $0.id == account.id }) {
                candidates.append(account)
            }
        }
        return candidates
    }
}

/// How an address can sign in, by the accounts that have it.
private struct SignInMethods {
    var isRegistered: Bool
    var providers: [String] = []
    var methods: [String] = []

    init(_ candidates: [Account], _ allowsDuplicates: Bool) {
        isRegistered = allowsDuplicates ? candidates.contains { $0.email != nil } : !candidates.isEmpty
        guard let first = candidates.first else { return }
        if allowsDuplicates {
            if first.hasPasswordProvider { addPassword(of: first) }
            return
        }
        for provider in first.providers ?? [] {
            switch provider {
            case .password: addPassword(of: first)
            case .phone: continue
            case .federated:
                providers.append(provider.providerID)
                methods.append(provider.providerID)
            }
        }
    }

    private mutating func addPassword(of account: Account) {
        providers.append("password")
        if account.passwordHash != nil { methods.append("password") }
        if account.emailLinkSignIn == true { methods.append("emailLink") }
    }
}
