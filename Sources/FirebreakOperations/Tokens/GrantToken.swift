import FirebreakStore
import FirebreakWire

/// The secure token service: new tokens for a refresh token (tokens.md section 4, production.md section 6.2).
package enum GrantToken: APIOperation {
    package struct Request: Decodable, Sendable {
        package var code: String?
        var grantType: String?
        var refreshToken: String?
        var tenantId: String?
    }

    package struct Response: Encodable, Sendable {
        var access_token: String
        var expires_in: String
        var token_type = "Bearer"
        var refresh_token: String
        var id_token: String
        var user_id: String
        var project_id: String
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        let text = request.refreshToken?.nonEmpty
        if !call.behavior.storesSessions {
            // Reference: an invalid token is detected before an invalid grant type.
            let token = try text.map { text throws(WireError) in
                guard let token = ReferenceRefreshToken(text) else { throw .invalidRefreshToken }
                return token
            }
            try checkGrant(request)
            guard let token else { throw WireError.missingRefreshToken }
            return try await grantReference(token, request, call)
        }
        try checkGrant(request)
        guard let text else { throw WireError.missingRefreshToken }
        guard let token = OpaqueRefreshToken(text) else { throw WireError.invalidRefreshToken }
        return try await grant(token, text, request, call)
    }

    private static func checkGrant(_ request: Request) throws(WireError) {
        guard let type = request.grantType, !type.isEmpty else { throw .missingGrantType }
        guard type == "refresh_token" else { throw .invalidGrantType }
    }

    private static func grant(
        _ token: OpaqueRefreshToken, _ text: String, _ request: Request, _ call: OperationContext
    ) async throws -> Response {
        guard let session = try await call.read({ tx in try token.session(tx) }) else {
            // A token that proves a session is good, whichever project made it: a fork has its original's.
            guard let project = token.project, project != call.projectID else { throw WireError.invalidRefreshToken }
            throw WireError.projectNumberMismatch.because(.otherProject(project.rawValue))
        }
        let call = try await scoped(call, to: session.tenant, request)
        try call.requireEnabled()
        return try await call.write { tx in
            guard var account = try tx.account(id: session.accountID) else { throw WireError.userNotFound }
            guard account.disabled != true else { throw WireError.userDisabled }
            guard account.allows(session) else { throw WireError.tokenExpired }
            account.lastRefreshAt = call.now
            try tx.noteRefresh(account.id, lastRefreshAt: call.now)
            let signIn = SignIn(
                provider: session.provider, extraClaims: session.extraClaims, secondFactor: session.secondFactor,
                attributes: session.attributes)
            return try answer(account, signIn, authTime: session.authTime, refreshToken: text, call)
        }
    }

    private static func grantReference(
        _ token: ReferenceRefreshToken, _ request: Request, _ call: OperationContext
    ) async throws -> Response {
        guard call.projectID.isNamed(token.projectID) else {
            throw WireError.invalidRefreshToken.because(.otherProject(token.projectID))
        }
        let call = try await scoped(call, to: token.tenant, request)
        return try await call.write { tx in
            guard var account = try tx.account(id: token.accountID) else { throw WireError.invalidRefreshToken }
            guard account.disabled != true else { throw WireError.userDisabled }
            account.lastRefreshAt = call.now
            try tx.noteRefresh(account.id, lastRefreshAt: call.now)
            let renewed = ReferenceRefreshToken(account, token.signIn, call).text
            return try answer(account, token.signIn, authTime: call.now.seconds, refreshToken: renewed, call)
        }
    }

    private static func answer(
        _ account: Account, _ signIn: SignIn, authTime: Int64, refreshToken: String, _ call: OperationContext
    ) throws -> Response {
        let issuer = TokenIssuer(call)
        let idToken = try issuer.idToken(account, signIn, authTime: authTime)
        return Response(
            access_token: idToken, expires_in: issuer.expiresIn, refresh_token: refreshToken, id_token: idToken,
            user_id: account.id.rawValue, project_id: call.settings.project.projectNumber)
    }

    /// The tenant comes from the token; one in the request must be the same.
    private static func scoped(_ call: OperationContext, to tenant: TenantID?, _ request: Request) async throws
        -> OperationContext
    {
        // Production ignores the request's tenant (production.md section 8.1), the reference compares it (tokens.md
        // section 4).
        if call.profile.isReference, let asked = request.tenantId?.nonEmpty, tenant?.isNamed(asked) != true {
            throw WireError.refreshTokenTenantMismatch
        }
        guard tenant != call.tenant else { return call }
        return call.scoped(to: try await call.services.settings(of: call.project, tenant: tenant))
    }
}
