import FirebreakCredentials
import FirebreakTestSupport
import Testing

struct PasskeyAssertionTests {
    private static let challenge: [UInt8] = Array(100..<132)

    private func verify(
        _ assertion: SoftwareAuthenticator.Assertion, _ publicKey: [UInt8], storedSignCount: UInt32 = 0,
        expecting expectation: PasskeyCeremonyCheck = .example(Self.challenge)
    ) throws(PasskeyFailure) -> UInt32 {
        try PasskeyAssertion.verify(
            clientDataJSON: assertion.clientDataJSON, authenticatorData: assertion.authenticatorData,
            signature: assertion.signature, publicKey: publicKey, storedSignCount: storedSignCount,
            expecting: expectation)
    }

    /// The failure of a sign-in by an authenticator changed like this.
    private func failure(_ change: (inout SoftwareAuthenticator) -> Void) -> PasskeyFailure? {
        var authenticator = SoftwareAuthenticator(.es256)
        change(&authenticator)
        let assertion = authenticator.assert(challenge: Self.challenge)
        return #expect(throws: PasskeyFailure.self) { try verify(assertion, authenticator.publicKey) }
    }

    @Test(arguments: SoftwareAuthenticator.Algorithm.allCases)
    func `a registered passkey signs in`(algorithm: SoftwareAuthenticator.Algorithm) throws {
        var authenticator = SoftwareAuthenticator(algorithm)
        authenticator.signCountStep = 1
        let registration = authenticator.register(challenge: [1])
        let passkey = try PasskeyRegistration.verify(
            clientDataJSON: registration.clientDataJSON, attestationObject: registration.attestationObject,
            credentialID: nil, expecting: .example([1]))

        var signCount = passkey.signCount
        for extensions in [false, true] {
            let assertion = authenticator.assert(challenge: Self.challenge, extensions: extensions)
            signCount = try verify(assertion, passkey.publicKey, storedSignCount: signCount)
        }

        #expect(signCount == 2)
    }

    @Test func `what another ceremony resulted in is refused`() {
        var authenticator = SoftwareAuthenticator(.es256)
        let assertion = authenticator.assert(challenge: Self.challenge, type: "webauthn.create")
        #expect(throws: PasskeyFailure.wrongType) { try verify(assertion, authenticator.publicKey) }
    }

    @Test func `the answer to another challenge is refused`() {
        var authenticator = SoftwareAuthenticator(.es256)
        let assertion = authenticator.assert(challenge: [1])
        #expect(throws: PasskeyFailure.challengeMismatch) { try verify(assertion, authenticator.publicKey) }
    }

    @Test func `origin, relying party and user must be right`() {
        #expect(failure { $0.origin = "https://evil.example" } == .originNotAllowed)
        #expect(failure { $0.crossOrigin = true } == .crossOrigin)
        #expect(failure { $0.relyingPartyID = "example.com" } == .relyingPartyMismatch)
        #expect(failure { $0.flags.remove(.userPresent) } == .userNotPresent)
        #expect(failure { $0.flags.remove(.userVerified) } == .userNotVerified)
    }

    @Test func `user verification is needed only where it is required`() throws {
        var authenticator = SoftwareAuthenticator(.es256)
        authenticator.flags = .userPresent
        let assertion = authenticator.assert(challenge: Self.challenge)
        _ = try verify(
            assertion, authenticator.publicKey, expecting: .example(Self.challenge, requiresUserVerification: false))
    }

    @Test(arguments: SoftwareAuthenticator.Algorithm.allCases)
    func `only the passkey's signature over just this data is good`(
        algorithm: SoftwareAuthenticator.Algorithm
    ) throws {
        var authenticator = SoftwareAuthenticator(algorithm)
        let good = authenticator.assert(challenge: Self.challenge)
        _ = try verify(good, authenticator.publicKey)

        var bad = good
        bad.signature[good.signature.count - 1] ^= 1
        #expect(throws: PasskeyFailure.badSignature) { try verify(bad, authenticator.publicKey) }
        bad = good
        bad.signature = []
        #expect(throws: PasskeyFailure.badSignature) { try verify(bad, authenticator.publicKey) }
        bad = good
        bad.authenticatorData[36] ^= 1
        #expect(throws: PasskeyFailure.badSignature) { try verify(bad, authenticator.publicKey) }
        bad = good
        bad.clientDataJSON += [0x20]
        #expect(throws: PasskeyFailure.badSignature) { try verify(bad, authenticator.publicKey) }
        let other = SoftwareAuthenticator(.es256).publicKey
        #expect(throws: PasskeyFailure.badSignature) { try verify(good, other) }
    }

    @Test(
        arguments: [
            (0, 0, true), (0, 1, true), (1, 2, true), (1, .max, true), (1, 1, false), (2, 1, false), (1, 0, false),
            (.max, 0, false),
        ] as [(UInt32, UInt32, Bool)])
    func `a counter that is used must increase`(stored: UInt32, new: UInt32, isGood: Bool) throws {
        var authenticator = SoftwareAuthenticator(.es256)
        authenticator.signCount = new
        let assertion = authenticator.assert(challenge: Self.challenge)
        if isGood {
            #expect(try verify(assertion, authenticator.publicKey, storedSignCount: stored) == new)
        } else {
            #expect(throws: PasskeyFailure.counterNotIncreased) {
                try verify(assertion, authenticator.publicKey, storedSignCount: stored)
            }
        }
    }

    @Test func `malformed parts are refused`() {
        var authenticator = SoftwareAuthenticator(.es256)
        let good = authenticator.assert(challenge: Self.challenge)

        var bad = good
        bad.clientDataJSON = []
        #expect(throws: PasskeyFailure.malformedClientData) { try verify(bad, authenticator.publicKey) }
        bad = good
        bad.authenticatorData.removeLast()
        #expect(throws: PasskeyFailure.malformedAuthenticatorData) { try verify(bad, authenticator.publicKey) }
        #expect(throws: PasskeyFailure.malformedPublicKey) { try verify(good, []) }
        let edwards: [UInt8] = [0xA2, 1, 1, 3, 0x27]
        #expect(throws: PasskeyFailure.unsupportedAlgorithm) { try verify(good, edwards) }
    }
}
