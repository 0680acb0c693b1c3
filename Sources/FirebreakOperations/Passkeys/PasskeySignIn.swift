import FirebreakCredentials
import FirebreakStore
import FirebreakWire

/// Returns the options for signing in with a passkey (phone-mfa.md section 6).
package enum StartPasskeySignIn: APIOperation {
    package struct Response: Encodable, Sendable {
        var credentialRequestOptions: JSON
    }

    package static func run(_ request: NoParameters, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        try PasskeyList.requireAllowed(call)
        let challenge = try await PasskeyChallenge.make(for: nil, call)
        return Response(
            credentialRequestOptions: [
                "challenge": .string(challenge), "rpId": .string(RelyingParty.id(call)),
                "userVerification": "required",
            ])
    }
}

/// Signs in with a passkey (phone-mfa.md section 6). Outside profile `emulator` the signature is actually verified
/// (WebAuthn level 2, section 7.2). It requires no second factor and calls no blocking function.
package enum FinalizePasskeySignIn: APIOperation {
    package struct Request: Decodable, Sendable {
        var authenticatorAuthenticationResponse: AuthenticatorResponse?
        /// Nothing but its type counts, as in the reference; so does ``displayName``.
        package var name: String?
        var displayName: String?
    }

    package struct Response: Encodable, Sendable {
        var idToken: String
        var refreshToken: String?
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        try PasskeyList.requireAllowed(call)
        guard let response = request.authenticatorAuthenticationResponse else {
            throw WireError.missingAuthenticatorResponse
        }
        guard let given = response.id else { throw WireError.invalidCredentialID }
        guard
            let id = call.behavior.verifiesPasskeys ? response.credentialID.map({ Base64.encode($0, .urlSafe) }) : given
        else { throw WireError.invalidCredentialID }
        return try await call.write { tx -> Result<Response, WireError> in
            guard let found = try tx.passkey(id: id) else { throw WireError.passkeyNotFound }
            var account = found.account
            if call.behavior.verifiesPasskeys, let failure = try failure(of: response, found.credential, tx, call) {
                return .failure(failure)
            }
            guard account.disabled != true else { return .failure(.userDisabled) }
            let tokens = try TokenIssuer(call).signIn(&account, SignIn(provider: "passkey"), tx)
            return .success(Response(idToken: tokens.idToken, refreshToken: tokens.refreshToken))
        }.get()
    }

    /// Checks the authenticator's response and stores its counter.
    ///
    /// - Returns: The failure, if it consumed the challenge; `nil` if the response is valid.
    private static func failure(
        of response: AuthenticatorResponse, _ stored: PasskeyCredential, _ tx: Transaction, _ call: OperationContext
    ) throws -> WireError? {
        guard let clientData = response.clientData, let data = response.authenticatorData,
            let signature = response.signature
        else { throw WireError.missingAuthenticatorResponse }
        if let handle = response.userHandle, handle != Array(stored.accountID.rawValue.utf8) {
            throw WireError.passkeyNotFound
        }
        let expectation = try PasskeyChallenge.expectation(in: clientData, for: nil, userVerification: true, tx, call)
        var credential = stored
        do throws(PasskeyFailure) {
            let count = try PasskeyAssertion.verify(
                clientDataJSON: clientData, authenticatorData: data, signature: signature,
                publicKey: stored.publicKey ?? [], storedSignCount: UInt32(clamping: stored.signCount),
                expecting: expectation)
            credential.signCount = Int64(count)
        } catch {
            return PasskeyChallenge.refusal(error, clientData, call)
        }
        try tx.save(credential)
        return nil
    }
}
