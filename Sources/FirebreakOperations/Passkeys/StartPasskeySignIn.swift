import FirebreakWire

/// Returns the options for signing in with a passkey (phone-mfa.md section 6).
package enum StartPasskeySignIn: APIOperation {
    package struct Response: Encodable, Sendable {
        var credentialRequestOptions: JSON
    }

    package static func run(_ request: NoParameters, _ call: Call) async throws -> Response {
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
