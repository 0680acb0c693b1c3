import FirebreakCredentials
import FirebreakStore
import FirebreakWire

/// Challenges for authenticators, each valid once (phone-mfa.md section 6; WebAuthn level 2, section 13.4.3).
///
/// The reference creates them and never checks them.
enum PasskeyChallenge {
    /// Alphanumeric texts whose length is divisible by three have the same form in both Base64 alphabets, without
    /// padding, so that browsers and Apple's SDK read them alike. The reference has 32.
    private static let length = 33

    /// A new challenge in its form on the wire.
    ///
    /// - Parameter account: The owner of the new passkey; `nil` for a sign-in, whose account is not known yet.
    static func make(for account: AccountID?, _ call: OperationContext) async throws -> String {
        let text = call.random.alphanumeric(call.behavior.verifiesPasskeys ? length : length - 1)
        let challenge = Array(text.utf8)
        guard call.behavior.verifiesPasskeys else { return Base64.encode(challenge, .standard) }
        var content = JSON.emptyObject
        content["localId"] = account.map { .string($0.rawValue) }
        let flow = Flow(
            token: token(of: challenge), kind: .passkeyChallenge, content: content,
            expiresAt: call.rules.expiry(\.passkeyChallenge, from: call.now))
        try await call.write { tx in try tx.insert(flow, at: call.now) }
        return Base64.encode(challenge, .standard)
    }

    /// What an authenticator's response must match, after its challenge was found to be one of ours. The challenge is
    /// consumed, so the transaction must be committed even if the response turns out to be invalid.
    ///
    /// - Parameters:
    ///   - account: The account that the challenge must have been made for; `nil` for none in particular.
    ///   - userVerification: Whether the options required user verification.
    static func expectation(
        in clientDataJSON: [UInt8], for account: AccountID?, userVerification: Bool, _ tx: Transaction,
        _ call: OperationContext
    ) throws -> PasskeyCeremonyCheck {
        guard let challenge = CollectedClientData.challenge(in: clientDataJSON),
            let flow = try tx.flow(.passkeyChallenge, token: token(of: challenge)), !flow.isCompleted,
            flow.content["localId"]?.stringValue == account?.rawValue
        else { throw WireError.invalidAuthenticatorResponse(PasskeyFailure.challengeMismatch.description) }
        try call.checkExpiry(of: flow, "passkeyChallenge", .passkeyChallengeTimedOut)
        try tx.complete(flow)
        let settings = call.settings.project
        return PasskeyCeremonyCheck(
            challenge: challenge, isAllowedOrigin: { origin in host(of: origin, settings) },
            requiresUserVerification: userVerification)
    }

    /// The host of a page that may use passkeys: one on an authorized domain.
    static func host(of origin: String, _ settings: ProjectSettings) -> String? {
        guard let url = AbsoluteURL(origin), url.isWeb, AuthorizedDomain.allows(url, settings) else { return nil }
        return url.host
    }

    /// The error for a response that does not match, to a client with these data.
    static func refusal(_ failure: PasskeyFailure, _ clientDataJSON: [UInt8], _ call: OperationContext) -> WireError {
        let error = WireError.invalidAuthenticatorResponse(failure.description)
        guard failure == .originNotAllowed,
            let origin = try? JSON(parsing: clientDataJSON)["origin"]?.stringValue,  // it was read before
            let url = AbsoluteURL(origin)
        else { return error }
        return error.because(AuthorizedDomain.reason(url, call.settings.project))
    }

    private static func token(of challenge: [UInt8]) -> String { "passkey:" + Base64.encode(challenge, .urlSafe) }
}

/// The site that a passkey belongs to.
enum RelyingParty {
    /// The calling page's host, if it may use passkeys; else `localhost`, as in the reference.
    static func id(_ call: OperationContext) -> String {
        guard call.behavior.verifiesPasskeys, let origin = call.client.origin else { return "localhost" }
        return PasskeyChallenge.host(of: origin, call.settings.project) ?? "localhost"
    }
}
