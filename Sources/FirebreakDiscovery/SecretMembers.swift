package import FirebreakWire

/// Members whose values are passwords, tokens, codes, secrets or API keys, wherever they stand: in messages, in forms
/// inside of them, in queries and links.
///
/// They go by their name alone, so that they are known in documents without a schema as well, and where a client put
/// them by mistake. A test sorts every text of the schemas into these and the others.
package enum SecretMembers {
    /// In camel case, however a document spells them.
    package static let names: Set<String> = [
        // Passwords and what they are stored as.
        "associatedData", "hashKey", "newPassword", "oldPassword", "password", "passwordHash", "rawPassword", "salt",
        "saltSeparator", "signerKey",
        // Tokens and other proofs of who a user is.
        "accessToken", "androidVerificationProof", "appToken", "assertion", "attestationObject", "authenticatorData",
        "authorization", "clientAssertion", "clientDataJson", "customToken", "idToken", "mfaPendingCredential", "nonce",
        "oauthAccessToken", "oauthConsumerKey", "oauthIdToken", "oauthRefreshToken", "oauthRequestToken", "oauthToken",
        "oauthTokenSecret", "pendingIdToken", "pendingToken", "playIntegrityToken", "receipt", "iosReceipt",
        "refreshToken", "safetyNetToken", "samlResponse", "sessionCookie", "signature", "temporaryProof", "token",
        "verificationProof",
        // Codes, and the sessions that they belong to.
        "authorizationCode", "code", "codeVerifier", "oauthAuthorizationCode", "oobCode", "sessionId", "sessionInfo",
        "verificationCode",
        // Answers to challenges.
        "captchaChallenge", "captchaResp", "captchaResponse", "challenge", "recaptchaStoken", "recaptchaToken",
        // Secrets of apps and of second factors.
        "clientSecret", "iosSecret", "privateKey", "secret", "sharedSecretKey",
        "apiKey",
    ]

    /// What the value of a member is, if that must not be seen: its name, but for a few.
    ///
    /// - Parameter name: As in the document.
    package static func kind(of name: String) -> String? {
        let name = name.lodashCamelCased
        // Numbers with the codes that they always get.
        if name == "testPhoneNumbers" { return "code" }
        return names.contains(name) ? name : nil
    }

    /// The same for a parameter of a query, where the API key is called `key`.
    package static func kind(ofParameter name: String) -> String? { name == "key" ? "apiKey" : kind(of: name) }
}

extension JSON {
    /// With an ellipsis in the place of each secret, at any depth.
    package var withoutSecrets: JSON {
        switch self {
        case .object(let members):
            .object(
                members.map { Member($0.key, SecretMembers.kind(of: $0.key) == nil ? $0.value.withoutSecrets : "…") })
        case .array(let elements): .array(elements.map(\.withoutSecrets))
        case .null, .bool, .number, .string: self
        }
    }
}
