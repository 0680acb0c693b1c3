import FirebreakStore
import FirebreakWire

/// Signs in, or links an identity, with what Apple's Game Center states about a player (tenants-config.md B5).
package enum SignInWithGameCenter: APIOperation {
    package struct Request: Decodable, Sendable {
        var displayName: String?
        var gamePlayerId: String?
        package var idToken: String?
        var playerId: String?
        var publicKeyUrl: String?
        var salt: String?
        var signature: String?
        var teamPlayerId: String?
        var timestamp: String?
    }

    package struct Response: Encodable, Sendable {
        var localId: String
        var playerId: String
        var teamPlayerId: String?
        var gamePlayerId: String?
        var displayName: String?
        var isNewUser: Bool
        var idToken: String?
        var refreshToken: String?
        var expiresIn: String?
    }

    static let providerID = "gc.apple.com"

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        let statement = try GameCenterStatement(request, call)
        guard IdentifierLength.identity.allows(statement.playerID, call.profile) else {
            throw WireError.invalidGameCenterResponse("playerId is too long.")
        }
        _ = try await IdentityProvider.admit(providerID, call)
        if let issuer = call.settings.project.keys.credentialIssuers[providerID] {
            try statement.verify(with: issuer.keys)
        }
        let outcome: SignInOutcome<Never> = try await call.signIn { tx in
            try identify(request, statement.playerID, tx, call)
        }
        switch outcome {
        case .signedIn(let completed):
            return Response(
                localId: completed.account.id.rawValue, playerId: request.playerId ?? "",
                teamPlayerId: request.teamPlayerId, gamePlayerId: request.gamePlayerId,
                displayName: completed.account.userProfile.displayName, isNewUser: completed.isNew,
                idToken: completed.tokens?.idToken, refreshToken: completed.tokens?.refreshToken,
                expiresIn: completed.tokens?.expiresIn)
        }
    }

    private static func identify(
        _ request: Request, _ playerID: String, _ tx: Transaction, _ call: OperationContext
    ) throws -> Identification<Never> {
        let user = try request.idToken?.nonEmpty.map { try call.authenticate(idToken: $0, tx) }
        let owner = try tx.account(providerID: providerID, rawID: playerID)
        if let user {
            guard owner == nil || owner?.id == user.account.id else { throw WireError.federatedUserIDAlreadyLinked }
            let hasOther = user.account.providers?.contains { $0.providerID == providerID } ?? false
            guard owner != nil || !hasOther else { throw WireError.providerAlreadyLinked }
        }
        let found = user?.account ?? owner
        guard found?.disabled != true else { throw WireError.userDisabled }
        guard found != nil || !call.settings.disablesUserSignUp else {
            throw WireError.adminOnlyOperation.because(.setting(.userSignUp))
        }
        var pending = PendingSignIn(
            try found ?? Account(newIn: tx, call), isNew: found == nil, SignIn(provider: providerID),
            SignInContext(method: providerID))
        // Players have no second factor: one cannot be added to this kind of sign-in.
        pending.asksForSecondFactor = false
        pending.update = { account, _ in
            if let name = request.displayName?.nonEmpty, account.userProfile.displayName == nil {
                account.userProfile.displayName = name
            }
            var identity = FederatedIdentity(providerID: providerID, rawID: playerID)
            identity.displayName = request.displayName?.nonEmpty
            account.updateProviders(linking: [identity])
            if found == nil { account.lastLoginAt = String(call.now.milliseconds) }
        }
        pending.recheck = { account, tx in
            if let owner = try tx.account(providerID: providerID, rawID: playerID), owner.id != account.id {
                throw WireError.federatedUserIDAlreadyLinked
            }
        }
        return .identified(pending)
    }
}
