import FirebreakCredentials
import FirebreakStore
import FirebreakWire

/// Returns the options for creating a passkey for the signed-in user (phone-mfa.md section 6).
package enum StartPasskeyEnrollment: APIOperation {
    package struct Request: Decodable, Sendable {
        package var idToken: String?
    }

    package struct Response: Encodable, Sendable {
        var credentialCreationOptions: JSON
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        try PasskeyList.requireAllowed(call)
        guard let idToken = request.idToken?.nonEmpty else { throw WireError.missingIDToken }
        let account = try await call.read { tx in try call.authenticate(idToken: idToken, tx).account }
        try PasskeyList.checkRoom(in: account, call)
        let challenge = try await PasskeyChallenge.make(for: account.id, call)
        let relyingParty = RelyingParty.id(call)
        var options: JSON = [
            "rp": ["name": .string(relyingParty), "id": .string(relyingParty)],
            "user": [
                "id": .string(Base64.encode(Array(account.id.rawValue.utf8), .standard)),
                "name": .string(account.email ?? "user@example.com"),
                "displayName": .string(account.userProfile.displayName ?? "User"),
            ],
            "challenge": .string(challenge),
            "pubKeyCredParams": [
                ["type": "public-key", "alg": -7], ["type": "public-key", "alg": -257],
            ],
            "timeout": 60000, "attestation": "none",
        ]
        if call.behavior.verifiesPasskeys {
            options["excludeCredentials"] = PasskeyList.descriptors(of: account)
            // Without it an authenticator has nothing to offer to a person who has not said who they are.
            options["authenticatorSelection"] = [
                "residentKey": "required", "requireResidentKey": true, "userVerification": "required",
            ]
        }
        return Response(credentialCreationOptions: options)
    }
}

/// The passkeys of an account, and whether it can get another (phone-mfa.md section 6).
enum PasskeyList {

    /// Rule `passkeys`. The reference has no such switch.
    ///
    /// - Throws: `PASSKEY_NOT_ENABLED`
    static func requireAllowed(_ call: OperationContext) throws(WireError) {
        guard call.rules.passkeys == .on || call.profile.isReference else {
            throw .passkeysNotEnabled.because(.rule(name: "passkeys", value: "off", other: "on"))
        }
    }

    /// - Throws: `PASSKEY_LIMIT_EXCEEDED`
    static func checkRoom(in account: Account, _ call: OperationContext) throws(WireError) {
        guard !call.behavior.enforcesLimits || Limit.passkeys.allows((account.passkeys?.count ?? 0) + 1) else {
            throw .passkeyLimitExceeded
        }
    }

    /// Why an account cannot get the passkey with this ID; `nil` where it can. One that it lists and that cannot be used,
    /// because it came without its key, can be made anew.
    static func obstacle(
        to id: String, in account: Account, _ tx: Transaction, _ call: OperationContext
    ) throws -> WireError? {
        if let known = try tx.passkey(id: id) {
            let isUseless = call.behavior.verifiesPasskeys && known.credential.publicKey == nil
            return isUseless && known.account.id == account.id ? nil : .passkeyInUse
        }
        guard account.passkeys?.contains(where: { $0.credentialID == id }) != true else { return nil }
        do throws(WireError) { try checkRoom(in: account, call) } catch { return error }
        return nil
    }

    /// As WebAuthn describes credentials, with the IDs that look-ups show.
    static func descriptors(of account: Account) -> JSON {
        .array(
            (account.passkeys ?? []).compactMap(\.credentialID).map { id in
                ["type": "public-key", "id": .string(id)]
            })
    }
}

/// Adds a passkey to the signed-in user (phone-mfa.md section 6). Outside profile `emulator` the authenticator's
/// response is actually verified (WebAuthn level 2, section 7.1).
package enum FinalizePasskeyEnrollment: APIOperation {
    package struct Request: Decodable, Sendable {
        var authenticatorRegistrationResponse: AuthenticatorResponse?
        var displayName: String?
        package var idToken: String?
        package var name: String?
    }

    package struct Response: Encodable, Sendable {
        var localId: String
        var idToken: String
        var refreshToken: String?
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        try PasskeyList.requireAllowed(call)
        guard let idToken = request.idToken?.nonEmpty else { throw WireError.missingIDToken }
        guard let response = request.authenticatorRegistrationResponse else {
            throw WireError.missingAuthenticatorResponse
        }
        return try await call.write { tx -> Outcome in
            let user = try call.authenticate(idToken: idToken, tx)
            var account = user.account
            let passkey: PasskeyCredential
            switch try credential(in: response, of: account, tx, call) {
            case .success(let credential): passkey = credential
            case .failure(let error): return .failure(error)
            }
            if let error = try PasskeyList.obstacle(to: passkey.id, in: account, tx, call) { return .failure(error) }
            let name = request.name?.nonEmpty ?? request.displayName?.nonEmpty ?? "Unnamed Passkey"
            // One that the authenticator made anew takes the place of the one that it overwrote.
            account.passkeys = (account.passkeys ?? []).filter { $0.credentialID != passkey.id }
            account.passkeys?.append(Passkey(credentialID: passkey.id, name: name))
            try tx.save(account)
            try tx.save(passkey)
            let tokens = try TokenIssuer(call).reissue(&account, SignIn(provider: "passkey"), tx)
            return .success(
                Response(localId: account.id.rawValue, idToken: tokens.idToken, refreshToken: tokens.refreshToken))
        }.get()
    }

    private typealias Outcome = Result<Response, WireError>

    /// - Returns: A failure that consumed the challenge, so that the transaction must be committed.
    private static func credential(
        in response: AuthenticatorResponse, of account: Account, _ tx: Transaction, _ call: OperationContext
    ) throws -> Result<PasskeyCredential, WireError> {
        guard let id = response.id else { throw WireError.invalidCredentialID }
        guard call.behavior.verifiesPasskeys else {
            return .success(PasskeyCredential(id: id, accountID: account.id, publicKey: nil, signCount: 0))
        }
        guard let credentialID = response.credentialID else { throw WireError.invalidCredentialID }
        guard let clientData = response.clientData, let attestation = response.attestationObject else {
            throw WireError.missingAuthenticatorResponse
        }
        let expectation = try PasskeyChallenge.expectation(
            in: clientData, for: account.id, userVerification: true, tx, call)
        let registered: RegisteredPasskey
        do throws(PasskeyFailure) {
            registered = try PasskeyRegistration.verify(
                clientDataJSON: clientData, attestationObject: attestation, credentialID: credentialID,
                expecting: expectation)
        } catch {
            return .failure(PasskeyChallenge.refusal(error, clientData, call))
        }
        return .success(
            PasskeyCredential(
                id: Base64.encode(credentialID, .urlSafe), accountID: account.id, publicKey: registered.publicKey,
                signCount: Int64(registered.signCount)))
    }
}
