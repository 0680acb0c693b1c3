import Crypto

/// The use of a passkey (WebAuthn level 2 section 7.2).
package enum PasskeyAssertion {
    /// Verifies the result of `navigator.credentials.get()`, except for the owner of the passkey: the caller looks up
    /// the credential ID.
    ///
    /// - Parameters:
    ///   - clientDataJSON: The bytes of the response's member of that name.
    ///   - authenticatorData: The bytes of the response's member of that name.
    ///   - signature: The bytes of the response's member of that name.
    ///   - publicKey: The passkey's key in COSE form, as registered.
    ///   - storedSignCount: The counter of the registration or of the last sign-in.
    /// - Returns: The new counter, to be stored.
    package static func verify(
        clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8], publicKey: [UInt8],
        storedSignCount: UInt32, expecting expectation: PasskeyCeremonyCheck
    ) throws(PasskeyFailure) -> UInt32 {
        let data = try AuthenticatorData(authenticatorData)
        _ = try expectation.check(clientDataJSON, type: "webauthn.get", data)

        let key = try COSEKey(publicKey)
        let signed = authenticatorData + Array(SHA256.hash(data: clientDataJSON))
        guard key.verifies(signature: signature, over: signed) else { throw .badSignature }
        if data.signCount != 0 || storedSignCount != 0 {
            guard data.signCount > storedSignCount else { throw .counterNotIncreased }
        }
        return data.signCount
    }
}
