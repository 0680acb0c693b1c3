import FirebreakCredentials
import FirebreakWire

/// A custom token (tokens.md section 5): a JSON Web Token or, as a fake, bare JSON; under rule `credentials: verified`
/// only one signed by a service account of the project (production.md section 6.4).
struct CustomToken: Sendable {
    var accountID: AccountID
    /// The developer's claims, if the token has any.
    var claims: JSON?

    static let audience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

    /// - Throws: In this order `TENANT_ID_MISMATCH`, `INVALID_CUSTOM_TOKEN`, `CREDENTIAL_MISMATCH`,
    ///   `MISSING_IDENTIFIER`, `INVALID_CLAIMS`, `FORBIDDEN_CLAIM`.
    init(_ text: String, _ call: OperationContext) throws(WireError) {
        let payload = try Self.payload(of: text, call)
        accountID = try Self.accountID(in: payload, call.profile)
        if let claims = payload["claims"] {
            guard case .object = claims else { throw .invalidClaims }
            if let name = CustomClaims.firstReservedName(in: claims) { throw .forbiddenClaim(name) }
            self.claims = claims
        }
    }

    private static func payload(of text: String, _ call: OperationContext) throws(WireError) -> JSON {
        guard call.rules.credentials == .unverified else {
            let payload: JSON
            do throws(WireError) {
                payload = try verifiedPayload(text, by: call.settings.project.keys.serviceAccounts, at: call.now)
            } catch { throw error.because(.credentialsVerified) }
            try checkTenant(of: payload, call)
            return payload
        }
        if text.startsWithBytes(of: "{") {
            guard let payload = try? JSON(parsing: text, keys: .claims, huge: call.behavior.hugeClaims),
                case .object = payload
            else {
                throw .invalidCustomTokenJSON
            }
            // Fake JSON need not name the tenant, but what it names counts, except in the reference.
            if !call.profile.isReference, payload.namesTenant { try checkTenant(of: payload, call) }
            return payload
        }
        guard let token = JSONWebToken(text, huge: call.behavior.hugeClaims) else {
            throw call.tenant == nil ? .customTokenNotJWT : .customTokenNotJWTInTenant
        }
        try checkTenant(of: token.payload, call)
        let audience = token.payload["aud"]
        guard audience?.stringValue == Self.audience else {
            throw .invalidCustomTokenAudience(audience.map { $0.stringValue ?? $0.text } ?? "undefined")
        }
        if call.rules.expiry == .on, let expiry = token.payload["exp"]?.tokenTime, hasEnded(expiry, at: call.now) {
            throw .customTokenInvalid.because(
                .expired(lifetime: nil, at: Timestamp(milliseconds: expiry &* 1000)))
        }
        return token.payload
    }

    /// A token of a tenant signs in to that tenant only, above all not to the project (production.md section 8.1); in
    /// the reference the project takes every token (tokens.md section 5).
    private static func checkTenant(of payload: JSON, _ call: OperationContext) throws(WireError) {
        guard let tenant = call.tenant else {
            guard call.profile.isReference || !payload.namesTenant else {
                throw .tenantIDMismatchInCustomToken
            }
            return
        }
        guard !tenant.isNamed(payload["tenant_id"]?.stringValue) else { return }
        throw payload["tenant_id"] == nil ? .customTokenWithoutTenant : .tenantIDMismatchInCustomToken
    }

    /// `uid`, or `user_id` when that is absent or not a primitive; an empty `uid` does not fall back.
    private static func accountID(in payload: JSON, _ profile: Profile) throws(WireError) -> AccountID {
        guard let id = primitiveText(payload["uid"]) ?? primitiveText(payload["user_id"]) else {
            throw .missingIdentifier
        }
        guard !id.isEmpty else { throw .emptyUserID }
        guard IdentifierLength.accountID.allows(id, profile) else { throw .invalidUserIDLength }
        return AccountID(rawValue: id)
    }

    private static func primitiveText(_ value: JSON?) -> String? {
        switch value {
        case .string(let text): text
        case .number(let text): Double(text).map(JSON.javaScriptText(of:)) ?? text
        case .bool(let flag): flag ? "true" : "false"
        case nil, .null, .array, .object: nil
        }
    }
}

extension JSON {
    /// Whether the payload of a custom token is for a tenant; an empty name is the project.
    fileprivate var namesTenant: Bool {
        guard let name = self["tenant_id"], !name.isNull else { return false }
        return name != ""
    }
}

/// What is checked of custom tokens under rule `credentials: verified`; the expiry always (production.md section 6.4).
extension CustomToken {
    /// How long a custom token may be used, in seconds, and how long after its expiry it is still accepted.
    private static let longestLifetime: Int64 = 3600
    private static let tolerance: Int64 = 300

    /// Checks the signer of a custom token and its times.
    ///
    /// - Returns: The payload.
    /// - Throws: `INVALID_CUSTOM_TOKEN`, `CREDENTIAL_MISMATCH` for a token of another signer.
    static func verifiedPayload(
        _ text: String, by accounts: ServiceAccounts, at now: Timestamp
    ) throws(WireError) -> JSON {
        guard let token = JSONWebToken(text, huge: .refused) else { throw .invalidCustomTokenSegments }
        guard token.header["alg"] != "none" else { throw .customTokenInvalid }
        guard !token.signature.isEmpty else { throw .customTokenWithoutSignature }
        let payload = token.payload
        guard token.header["alg"] == "RS256", payload["aud"]?.stringValue == audience,
            let issuer = payload["iss"]?.stringValue, payload["sub"]?.stringValue == issuer
        else { throw .customTokenInvalid }
        guard let keys = accounts.keys(of: issuer) else { throw .credentialMismatch }
        guard keys.verifies(text) else { throw .customTokenInvalid }
        guard let issuedAt = payload["iat"]?.tokenTime, let expiry = payload["exp"]?.tokenTime,
            issuedAt >= 0, issuedAt <= now.seconds, expiry >= issuedAt, expiry - issuedAt <= Self.longestLifetime,
            !hasEnded(expiry, at: now)
        else { throw .customTokenInvalid }
        return payload
    }

    /// Whether a token with this expiry, in seconds since 1970, is accepted no more.
    static func hasEnded(_ expiry: Int64, at now: Timestamp) -> Bool { expiry <= now.seconds &- tolerance }
}

/// The service accounts whose custom tokens are accepted, with their keys, from rule `serviceAccounts` (production.md
/// section 6.4).
struct ServiceAccounts: Sendable {
    private let keys: [String: KeySet]

    /// No account.
    static let nobody = ServiceAccounts()

    private init() { keys = [:] }

    /// - Parameter document: By e-mail address a JWKS document, or an object of key IDs and PEM certificates as Google
    ///   serves it for a service account; a `null` entry counts as absent.
    /// - Throws: `INVALID_ARGUMENT` naming the account and the problem.
    init(_ document: JSON) throws(WireError) {
        var keys: [String: KeySet] = [:]
        for member in document.objectValue ?? [] where !member.value.isNull {
            let isKeySet = member.value["keys"] != nil || member.value["certificates"] != nil
            do throws(KeySetError) {
                keys[member.key] = try KeySet(document: isKeySet ? member.value : ["certificates": member.value])
            } catch {
                throw .invalidArgument("rule serviceAccounts: the keys of \(member.key) cannot be read: \(error)")
                    .about("serviceAccounts")
            }
        }
        self.keys = keys
    }

    /// The keys of an account; `nil` if its custom tokens are not accepted.
    func keys(of account: String) -> KeySet? { keys[account] }
}
