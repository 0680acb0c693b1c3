import FirebreakOperations
package import FirebreakWire
import Testing

extension SoftwareAuthenticator {
    /// One in a browser on this machine, as far as the server can tell.
    package static func local(_ algorithm: Algorithm = .es256, id: [UInt8] = Array(1...16)) -> SoftwareAuthenticator {
        var authenticator = SoftwareAuthenticator(algorithm)
        authenticator.origin = "http://localhost:5173"
        authenticator.relyingPartyID = "localhost"
        authenticator.credentialID = id
        authenticator.signCountStep = 1
        authenticator.signCount = 1
        return authenticator
    }

    /// The credential's ID as it goes over the wire.
    package var id: String { Base64.encode(credentialID, .urlSafe) }

    /// What `navigator.credentials.create()` results in, in its JSON form.
    package mutating func created(_ challenge: [UInt8], type: String = "webauthn.create") -> JSON {
        let registration = register(challenge: challenge, type: type)
        return [
            "id": .string(id), "rawId": .string(id), "type": "public-key",
            "response": [
                "clientDataJSON": .string(Base64.encode(registration.clientDataJSON, .urlSafe)),
                "attestationObject": .string(Base64.encode(registration.attestationObject, .urlSafe)),
            ],
        ]
    }

    /// What `navigator.credentials.get()` results in, in its JSON form.
    package mutating func got(_ challenge: [UInt8], userHandle: String? = nil, type: String = "webauthn.get") -> JSON {
        let assertion = assert(challenge: challenge, type: type)
        var response: JSON = [
            "clientDataJSON": .string(Base64.encode(assertion.clientDataJSON, .urlSafe)),
            "authenticatorData": .string(Base64.encode(assertion.authenticatorData, .urlSafe)),
            "signature": .string(Base64.encode(assertion.signature, .urlSafe)),
        ]
        response["userHandle"] = userHandle.map { .string(Base64.encode(Array($0.utf8), .urlSafe)) }
        return ["id": .string(id), "rawId": .string(id), "type": "public-key", "response": response]
    }
}

extension TestServer {
    package static let passkeyMethods = [
        "passkeyEnrollment:start", "passkeyEnrollment:finalize", "passkeySignIn:start", "passkeySignIn:finalize",
    ]

    /// The challenge for a new passkey.
    package func enrollmentChallenge(_ user: SignedInUser) async throws -> [UInt8] {
        let answer = try await appV2("accounts/passkeyEnrollment:start", ["idToken": user.token])
        let text = try #require(answer.string("credentialCreationOptions.challenge"), "\(answer.text)")
        return try #require(Base64.decode(text))
    }

    /// The challenge for signing in with a passkey.
    package func signInChallenge() async throws -> [UInt8] {
        let answer = try await appV2("accounts/passkeySignIn:start")
        let text = try #require(answer.string("credentialRequestOptions.challenge"), "\(answer.text)")
        return try #require(Base64.decode(text))
    }

    package func finishPasskey(_ user: SignedInUser, _ response: JSON, _ more: JSON = [:]) async throws -> TestAnswer {
        let body: JSON = ["idToken": user.token, "authenticatorRegistrationResponse": response]
        return try await appV2("accounts/passkeyEnrollment:finalize", body.merging(more))
    }

    package func signInByPasskey(_ response: JSON) async throws -> TestAnswer {
        try await appV2("accounts/passkeySignIn:finalize", ["authenticatorAuthenticationResponse": response])
    }

    /// The whole flow of adding a passkey.
    @discardableResult
    package func enrollPasskey(_ authenticator: inout SoftwareAuthenticator, _ user: SignedInUser) async throws
        -> SignedInUser
    {
        let challenge = try await enrollmentChallenge(user)
        return try SignedInUser(await finishPasskey(user, authenticator.created(challenge)))
    }
}
