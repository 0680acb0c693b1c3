import FirebreakDiscovery
import FirebreakWire
import Testing

/// Which members of Google's messages are secret.
struct SecretMembersTests {
    /// Parts of names that secrets have. A name that has one is a secret or stands in ``harmless``.
    private static let hints = [
        "assertion", "captcha", "challenge", "code", "cookie", "credential", "hash", "key", "nonce", "password",
        "private", "proof", "receipt", "salt", "secret", "session", "signature", "signer", "token",
    ]

    /// Names and settings that are nobody's secret.
    private static let harmless: Set<String> = [
        "allowPasswordSignup", "androidVerificationProofExpireTime", "appSignatureHash", "bodyFormat",
        "credentialId", "forwardInboundCredentials", "hashAlgorithm", "hashConfig", "hashingAlgorithm", "keyId", "keys",
        "nextPageToken", "passwordPolicyConfig", "passwordPolicyVersion", "passwordPolicyVersions", "publicKeyUrl",
        "recaptchaConfig", "recaptchaKey", "recaptchaKeys", "recaptchaSiteKey", "key", "temporaryProofExpiresIn",
        "verificationProofExpiresIn",
    ]

    /// The names of all members that hold a text, or any value.
    private static func texts() -> Set<String> {
        var names: Set<String> = []
        func look(at shape: MessageShape) {
            switch shape {
            case .object(let members):
                for (name, member) in members {
                    switch member.shape {
                    case .string, .anything, .array(.string), .map(.string): names.insert(name)
                    default: look(at: member.shape)
                    }
                }
            case .array(let element), .map(let element): look(at: element)
            default: break
            }
        }
        for (document, messages) in [(DiscoverySchemas.v1, DiscoveryMessages.v1), (.v2, .v2)] {
            for schema in (try? document.parsed().schemas) ?? [] { look(at: messages[schema.key]) }
        }
        return names
    }

    @Test func `every text of the schemas that sounds like a secret is one, or is known not to be`() {
        let names = Self.texts()
        let suspicious = names.filter { name in
            Self.hints.contains { name.lowercased().contains($0) } && !Self.harmless.contains(name)
        }
        let unknown = suspicious.filter { SecretMembers.kind(of: $0) == nil }

        // Fewer would mean that they are not read.
        #expect(suspicious.count > 30)
        #expect(unknown.sorted() == [])
    }

    @Test(arguments: [
        ("password", "password"), ("id_token", "idToken"), ("SAMLResponse", "samlResponse"), ("oobCode", "oobCode"),
        ("testPhoneNumbers", "code"), ("clientDataJSON", "clientDataJson"),
    ])
    func `a member is known however it is spelled`(name: String, kind: String) {
        #expect(SecretMembers.kind(of: name) == kind)
    }

    @Test func `key is the API key in a query alone`() {
        #expect(SecretMembers.kind(of: "key") == nil)
        #expect(SecretMembers.kind(ofParameter: "key") == "apiKey")
        #expect(SecretMembers.kind(ofParameter: "email") == nil)
    }
}
