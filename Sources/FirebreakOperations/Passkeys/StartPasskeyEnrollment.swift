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

    package static func run(_ request: Request, _ call: Call) async throws -> Response {
        try call.requireEnabled()
        guard let idToken = request.idToken?.nonEmpty else { throw WireError.missingIDToken }
        let account = try await call.read { tx in try call.authenticate(idToken: idToken, tx).account }
        let challenge = try await PasskeyChallenge.make(for: account.id, call)
        let relyingParty = RelyingParty.id(call)
        return Response(
            credentialCreationOptions: [
                "rp": ["name": .string(relyingParty), "id": .string(relyingParty)],
                "user": [
                    "id": .string(Base64.encode(Array(account.id.rawValue.utf8), .standard)),
                    "name": .string(account.email ?? "user@example.com"),
                    "displayName": .string(account.displayName ?? "User"),
                ],
                "challenge": .string(challenge),
                "pubKeyCredParams": [
                    ["type": "public-key", "alg": -7], ["type": "public-key", "alg": -257],
                ],
                "timeout": 60000, "attestation": "none",
            ])
    }
}
