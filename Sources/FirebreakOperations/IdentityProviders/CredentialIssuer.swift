import FirebreakCredentials
import FirebreakWire

/// An identity provider whose ID tokens can be verified, from rule `credentialKeys` (production.md section 10).
///
/// Nothing is fetched: the keys are those of the JWKS document that was given.
struct CredentialIssuer: Sendable {
    private let providerID: String
    let keys: KeySet
    private let issuers: [String]
    private let audiences: [String]

    /// The issuers in the rule's document, by provider ID. `null` for a provider counts as absent.
    ///
    /// - Throws: `INVALID_ARGUMENT` naming the provider and the problem.
    static func issuers(of document: JSON) throws(WireError) -> [String: CredentialIssuer] {
        var issuers: [String: CredentialIssuer] = [:]
        for member in document.objectValue ?? [] where !member.value.isNull {
            issuers[member.key.lowercased()] = try CredentialIssuer(member.key, member.value)
        }
        return issuers
    }

    /// Issuers of well-known providers, used if the document names none.
    private static let knownIssuers = [
        "google.com": ["https://accounts.google.com", "accounts.google.com"],
        "apple.com": ["https://appleid.apple.com"],
        "yahoo.com": ["https://api.login.yahoo.com"],
    ]

    private init(_ providerID: String, _ document: JSON) throws(WireError) {
        self.providerID = providerID.lowercased()
        let audiences = document["audiences"].map { $0.arrayValue?.map(\.stringValue) ?? [nil] } ?? []
        guard audiences.allSatisfy({ $0 != nil }), document["issuer"].map({ $0.stringValue != nil }) ?? true else {
            throw .invalidArgument("rule credentialKeys: \(providerID) needs texts as issuer and in the list audiences")
                .about("credentialKeys")
        }
        self.audiences = audiences.compactMap(\.self)
        issuers = document["issuer"]?.stringValue.map { [$0] } ?? Self.knownIssuers[self.providerID] ?? []
        do throws(KeySetError) { keys = try KeySet(document: document) } catch {
            throw .invalidArgument("rule credentialKeys: the keys of \(providerID) cannot be read: \(error)")
                .about("credentialKeys")
        }
    }

    /// Checks signature and claims of an ID token.
    ///
    /// - Parameter config: The provider's configuration in the project, whose issuer and client ID apply if the
    ///   document with the keys names none.
    /// - Throws: `INVALID_IDP_RESPONSE` with production's message for the first problem.
    func verify(_ text: String, config: JSON?, _ call: OperationContext) throws(WireError) {
        guard let token = JSONWebToken(text, huge: .refused) else { throw .idTokenNotJWT(text, of: providerID) }
        guard keys.verifies(text) else { throw .idTokenSignatureInvalid }
        let payload = token.payload
        let issuers = issuers.isEmpty ? [config?["issuer"]?.stringValue].compactMap(\.self) : issuers
        let audiences = audiences.isEmpty ? Self.audiences(in: config) : audiences
        let issuer = payload["iss"]?.stringValue ?? ""
        if let expected = issuers.first, !issuers.contains(issuer) {
            throw .idTokenIssuerMismatch(issuer, expected: expected)
        }
        let named = payload["aud"]?.arrayValue?.compactMap(\.stringValue) ?? [payload["aud"]?.stringValue ?? ""]
        if let expected = audiences.first, audiences.allSatisfy({ !named.contains($0) }) {
            throw providerID == "google.com"
                ? .googleAudienceNotAuthorized(
                    named.joined(separator: ", "), projectNumber: call.settings.project.projectNumber)
                : .idTokenAudienceMismatch(named.joined(separator: ", "), expected: expected)
        }
        let now = call.now.seconds
        let issuedAt = payload["iat"]?.tokenTime ?? 0
        guard let expiry = payload["exp"]?.tokenTime, expiry > now, issuedAt <= now else {
            throw .idTokenStale(issuedAt: String(issuedAt))
        }
        guard payload["sub"]?.stringValue?.isEmpty == false else {
            throw .idTokenWithoutIdentity(payload.claimsInShownOrder.text)
        }
    }

    /// The audiences of a provider's tokens: the client ID, and bundle IDs of Apple apps.
    private static func audiences(in config: JSON?) -> [String] {
        let bundles = config?[path: "appleSignInConfig.bundleIds"]?.arrayValue ?? []
        return ([config?["clientId"]] + bundles).compactMap { $0?.stringValue?.nonEmpty }
    }
}

extension CredentialIssuer {
    /// This server's sign-in page in a provider's place: where rule `credentials` is `verified`, it signs what the
    /// provider would say, and that is trusted as long as rule `idpPages` lets the page stand in (idp.md section 3.5).
    struct Page: Sendable {
        fileprivate let issuer: CredentialIssuer
        fileprivate let key: SigningKey
        fileprivate let now: Timestamp

        /// An ID token with these claims, as the provider would issue it now.
        func sign(_ claims: JSON) throws -> String {
            var claims = claims
            claims["iss"] = issuer.issuers.first.map(JSON.string)
            claims["aud"] = issuer.audiences.first.map(JSON.string)
            claims["iat"] = .int(now.seconds)
            claims["exp"] = .int(now.seconds + 3600)
            let header: JSON = ["alg": "RS256", "typ": "JWT", "kid": .string(key.id)]
            return try JSONWebToken.signed(header: header, payload: claims.bytes) { try key.signature(of: $0) }
        }

        /// Whether a token is signed with the page's key. It may still say what only this server itself says.
        func signed(_ token: String) -> Bool { issuer.keys.verifies(token) }

        /// - Throws: As ``CredentialIssuer/verify(_:config:_:)``.
        func verify(_ token: String, _ call: OperationContext) throws(WireError) {
            try issuer.verify(token, config: nil, call)
        }
    }

    /// - Parameters:
    ///   - id: The provider's.
    ///   - config: The provider's configuration.
    /// - Returns: `nil` where the page signs nothing.
    static func ofPage(_ id: String, _ config: JSON?, _ call: OperationContext) async throws -> Page? {
        guard call.rules.credentials == .verified, call.rules.idpPages == .builtin, !id.startsWithBytes(of: "saml.")
        else {
            return nil
        }
        let key = try await call.services.signer.signingKey()
        return Page(issuer: try CredentialIssuer(pageOf: id.lowercased(), config, key, call), key: key, now: call.now)
    }

    /// Names issuer and audience in any case, so that nothing else that the key signs passes for the provider's word.
    private init(pageOf id: String, _ config: JSON?, _ key: SigningKey, _ call: OperationContext) throws {
        let given = call.settings.project.keys.credentialIssuers[id]
        providerID = id
        keys = try KeySet(document: ["keys": [key.jwk]])
        let named = given?.issuers ?? Self.knownIssuers[id] ?? []
        issuers = named.isEmpty ? [config?["issuer"]?.stringValue?.nonEmpty ?? "https://\(id)"] : named
        let audiences = given?.audiences ?? []
        let configured = audiences.isEmpty ? Self.audiences(in: config) : audiences
        self.audiences = configured.isEmpty ? [call.projectID.rawValue] : configured
    }
}
