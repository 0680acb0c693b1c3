/// The creation of a passkey (WebAuthn level 2 section 7.1).
package enum PasskeyRegistration {
    /// Verifies the result of `navigator.credentials.create()`.
    ///
    /// The attestation statement is not verified, whatever its format: options ask for `none`.
    ///
    /// - Parameters:
    ///   - clientDataJSON: The bytes of the response's member of that name.
    ///   - attestationObject: The bytes of the response's member of that name.
    ///   - credentialID: The ID given with the response, which must be the attested one; `nil` if there is none.
    /// - Returns: The passkey, to be stored if no account has one with this ID.
    package static func verify(
        clientDataJSON: [UInt8], attestationObject: [UInt8], credentialID: [UInt8]?,
        expecting expectation: PasskeyCeremonyCheck
    ) throws(PasskeyFailure) -> RegisteredPasskey {
        guard let attestation = try? CBOR(decoding: attestationObject),  // the position of the error is irrelevant
            attestation["fmt"]?.textValue != nil, attestation["attStmt"]?.mapValue != nil,
            let data = attestation["authData"]?.bytesValue
        else { throw .malformedAttestation }
        let authenticatorData = try AuthenticatorData(data)
        let rpID = try expectation.check(clientDataJSON, type: "webauthn.create", authenticatorData)

        guard let attested = authenticatorData.attestedCredential else { throw .missingCredential }
        guard credentialID == nil || credentialID == attested.credentialID else { throw .credentialMismatch }
        let key = try COSEKey(attested.publicKey)
        return RegisteredPasskey(
            credentialID: attested.credentialID, publicKey: key.bytes, signCount: authenticatorData.signCount,
            rpID: rpID)
    }
}
