import Crypto
import FirebreakTestSupport
import Testing

@testable import FirebreakCredentials

struct PasskeyRegistrationTests {
    private static let challenge: [UInt8] = Array(100..<132)

    private func verify(
        _ registration: SoftwareAuthenticator.Registration, credentialID: [UInt8]? = nil,
        expecting expectation: PasskeyCeremonyCheck = .example(Self.challenge)
    ) throws(PasskeyFailure) -> RegisteredPasskey {
        try PasskeyRegistration.verify(
            clientDataJSON: registration.clientDataJSON, attestationObject: registration.attestationObject,
            credentialID: credentialID, expecting: expectation)
    }

    /// The failure of a registration by an authenticator changed like this.
    private func failure(_ change: (inout SoftwareAuthenticator) -> Void) -> PasskeyFailure? {
        var authenticator = SoftwareAuthenticator(.es256)
        change(&authenticator)
        let registration = authenticator.register(challenge: Self.challenge)
        return #expect(throws: PasskeyFailure.self) { try verify(registration) }
    }

    @Test(arguments: SoftwareAuthenticator.Algorithm.allCases)
    func `a new passkey is registered`(algorithm: SoftwareAuthenticator.Algorithm) throws {
        var authenticator = SoftwareAuthenticator(algorithm)
        authenticator.signCount = 7
        let registration = authenticator.register(challenge: Self.challenge)

        let passkey = try verify(registration, credentialID: authenticator.credentialID)

        #expect(
            passkey
                == RegisteredPasskey(
                    credentialID: authenticator.credentialID, publicKey: authenticator.publicKey, signCount: 7,
                    rpID: "app.example.com"))
        #expect(try verify(registration) == passkey)
    }

    @Test(arguments: ["https://app.example.com", "http://localhost:5173"])
    func `localhost may be the relying party of any origin`(origin: String) throws {
        var authenticator = SoftwareAuthenticator(.es256)
        authenticator.origin = origin
        authenticator.relyingPartyID = "localhost"
        #expect(try verify(authenticator.register(challenge: Self.challenge)).rpID == "localhost")
    }

    @Test func `attestation of any format is accepted`() throws {
        var authenticator = SoftwareAuthenticator(.es256)
        authenticator.format = "fido-u2f"
        _ = try verify(authenticator.register(challenge: Self.challenge))
    }

    @Test func `what another ceremony resulted in is refused`() {
        var authenticator = SoftwareAuthenticator(.es256)
        let registration = authenticator.register(challenge: Self.challenge, type: "webauthn.get")
        #expect(throws: PasskeyFailure.wrongType) { try verify(registration) }
    }

    @Test(arguments: [[], [1], Array(101..<133), Array(100..<131)] as [[UInt8]])
    func `the answer to another challenge is refused`(challenge: [UInt8]) {
        var authenticator = SoftwareAuthenticator(.es256)
        let registration = authenticator.register(challenge: challenge)
        #expect(throws: PasskeyFailure.challengeMismatch) { try verify(registration) }
    }

    @Test func `origin and relying party must be this project's`() {
        #expect(failure { $0.origin = "https://evil.example" } == .originNotAllowed)
        #expect(failure { $0.crossOrigin = true } == .crossOrigin)
        #expect(failure { $0.relyingPartyID = "example.com" } == .relyingPartyMismatch)
        #expect(failure { $0.origin = "http://localhost:5173" } == .relyingPartyMismatch)
    }

    @Test func `the user must be present, and verified where that is required`() throws {
        #expect(failure { $0.flags.remove(.userPresent) } == .userNotPresent)
        #expect(failure { $0.flags.remove(.userVerified) } == .userNotVerified)

        var authenticator = SoftwareAuthenticator(.es256)
        authenticator.flags = .userPresent
        _ = try verify(
            authenticator.register(challenge: Self.challenge),
            expecting: .example(Self.challenge, requiresUserVerification: false))
    }

    @Test func `the key must be one that options offer`() {
        let point = P256.Signing.PrivateKey().publicKey
        #expect(
            failure { $0.publicKey = SoftwareAuthenticator.coseKey(point, algorithm: 0x27) } == .unsupportedAlgorithm)
        #expect(failure { $0.publicKey = [0xA0] } == .malformedPublicKey)
    }

    @Test func `the ID beside the response must be the attested one`() {
        var authenticator = SoftwareAuthenticator(.es256)
        let registration = authenticator.register(challenge: Self.challenge)
        #expect(throws: PasskeyFailure.credentialMismatch) { try verify(registration, credentialID: [1, 2, 3]) }
    }

    @Test func `data without a credential is refused`() {
        var authenticator = SoftwareAuthenticator(.es256)
        var registration = authenticator.register(challenge: Self.challenge)
        registration.attestationObject = authenticator.attestationObject(authenticator.data(attested: false))
        #expect(throws: PasskeyFailure.missingCredential) { try verify(registration) }
    }

    @Test func `malformed parts are refused`() {
        var authenticator = SoftwareAuthenticator(.es256)
        let good = authenticator.register(challenge: Self.challenge)

        var bad = good
        bad.clientDataJSON = Array("{}".utf8)
        #expect(throws: PasskeyFailure.malformedClientData) { try verify(bad) }
        for object in [[], [0xA0], good.attestationObject + [0], good.attestationObject.dropLast()] as [[UInt8]] {
            bad = good
            bad.attestationObject = object
            #expect(throws: PasskeyFailure.malformedAttestation) { try verify(bad) }
        }
        bad = good
        bad.attestationObject = authenticator.attestationObject(authenticator.data(attested: true) + [0])
        #expect(throws: PasskeyFailure.malformedAuthenticatorData) { try verify(bad) }
    }

    @Test func `every failure has a sentence of its own`() {
        for failure in PasskeyFailure.allCases { #expect(failure.description.hasSuffix(".")) }
        #expect(PasskeyFailure.badSignature.description == "The signature is not of this passkey.")
    }
}
