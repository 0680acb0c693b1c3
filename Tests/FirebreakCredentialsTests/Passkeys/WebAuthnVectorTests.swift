import Testing

@testable import FirebreakCredentials

/// The test vector "ES256 credential with no attestation" of WebAuthn level 3, section 16.
struct WebAuthnVectorTests {
    private static let credentialID = hex("f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4")
    private static let relyingPartyIDHash = "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b5"
    private static let publicKey = hex(
        "a5010203262001215820afefa16f97ca9b2d23eb86ccb64098d20db90856062eb249c33a9b672f26df61225820"
            + "930a56b87a2fca66334b03458abf879717c12cc68ed73290af2e2664796b9220")

    private static func hex(_ text: String) -> [UInt8] {
        let digits = text.compactMap { $0.hexDigitValue.map { UInt8($0) } }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static func expectation(_ challenge: String, verified: Bool) -> PasskeyCeremonyCheck {
        PasskeyCeremonyCheck(
            challenge: hex(challenge), isAllowedOrigin: { $0 == "https://example.org" ? "example.org" : nil },
            requiresUserVerification: verified)
    }

    @Test func `the published registration is accepted`() throws {
        let clientData = #"""
            {"type":"webauthn.create","challenge":"AMMPt4UxxGTStncdq417YDwBFi8vpIa-pw8oOuVW4TA",\#
            "origin":"https://example.org","crossOrigin":false,"extraData":"clientDataJSON may be extended with additional fields in the future, \#
            such as this: BkQeDjdcTBrXBiAwJTLE5Q=="}
            """#
        let attestationObject =
            Self.hex(
                "a363666d74646e6f6e656761747453746d74a068617574684461746158a4" + Self.relyingPartyIDHash
                    + "59000000008446ccb9ab1db374750b2367ff6f3a1f0020") + Self.credentialID + Self.publicKey

        let passkey = try PasskeyRegistration.verify(
            clientDataJSON: Array(clientData.utf8), attestationObject: attestationObject,
            credentialID: Self.credentialID,
            expecting: Self.expectation(
                "00c30fb78531c464d2b6771dab8d7b603c01162f2fa486bea70f283ae556e130", verified: false))

        #expect(passkey.publicKey == Self.publicKey)
        #expect(passkey.signCount == 0)
        #expect(passkey.rpID == "example.org")
    }

    @Test func `the published authentication is accepted`() throws {
        let clientData = #"""
            {"type":"webauthn.get","challenge":"OcDnUhQXulTUPo3JUXT0I97pvzzYBP9tZchXyav01Ag",\#
            "origin":"https://example.org","crossOrigin":false}
            """#

        let signCount = try PasskeyAssertion.verify(
            clientDataJSON: Array(clientData.utf8),
            authenticatorData: Self.hex(Self.relyingPartyIDHash + "1900000000"),
            signature: Self.hex(
                "3046022100f50a4e2e4409249c4a853ba361282f09841df4dd4547a13a87780218deffcd380221008480ac0f0b93538174f575"
                    + "bf11a1dd5d78c6e486013f937295ea13653e331e87"),
            publicKey: Self.publicKey, storedSignCount: 0,
            expecting: Self.expectation(
                "39c0e7521417ba54d43e8dc95174f423dee9bf3cd804ff6d65c857c9abf4d408", verified: false))

        #expect(signCount == 0)
    }
}
