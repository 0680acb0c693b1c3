import Crypto
import FirebreakWire

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

/// What a relying party expects of a ceremony.
package struct PasskeyCeremonyCheck: Sendable {
    /// The relying party ID that is accepted besides the host of the page, because it is the one in the options.
    static let defaultRelyingPartyID = "localhost"

    /// The challenge that the client was given.
    var challenge: [UInt8]
    /// Returns the host of an origin that may use passkeys here; `nil` for any other origin.
    var isAllowedOrigin: @Sendable (_ origin: String) -> String?
    /// Whether the authenticator must have verified the user, by a fingerprint or a PIN for example.
    var requiresUserVerification: Bool

    package init(
        challenge: [UInt8], isAllowedOrigin: @escaping @Sendable (_ origin: String) -> String?,
        requiresUserVerification: Bool
    ) {
        self.challenge = challenge
        self.isAllowedOrigin = isAllowedOrigin
        self.requiresUserVerification = requiresUserVerification
    }

    /// Checks what both ceremonies have in common (WebAuthn level 2, steps 7 to 15 of section 7.1 and 11 to 17 of
    /// section 7.2): type, challenge, origin, relying party and flags. Pages in frames of other origins are refused,
    /// because projects cannot allow framing (level 3, section 7.1 step 10).
    ///
    /// - Returns: The relying party ID that the passkey is for.
    func check(
        _ clientDataJSON: [UInt8], type: String, _ authenticatorData: AuthenticatorData
    ) throws(PasskeyFailure) -> String {
        let clientData = try CollectedClientData(json: clientDataJSON)
        guard clientData.type == type else { throw .wrongType }
        guard equalInConstantTime(clientData.challenge, challenge) else { throw .challengeMismatch }
        guard let host = isAllowedOrigin(clientData.origin) else { throw .originNotAllowed }
        guard !clientData.crossOrigin else { throw .crossOrigin }
        let relyingPartyID = [host, Self.defaultRelyingPartyID].first { candidate in
            Array(SHA256.hash(data: Array(candidate.utf8))) == authenticatorData.relyingPartyIDHash
        }
        guard let relyingPartyID else { throw .relyingPartyMismatch }
        guard authenticatorData.flags.contains(.userPresent) else { throw .userNotPresent }
        guard !requiresUserVerification || authenticatorData.flags.contains(.userVerified) else {
            throw .userNotVerified
        }
        return relyingPartyID
    }
}

/// What the browser says about a ceremony (WebAuthn level 2 section 5.8.1).
package struct CollectedClientData: Sendable, Equatable {
    /// `webauthn.create` or `webauthn.get`.
    package let type: String
    let challenge: [UInt8]
    /// The page's origin, such as `https://example.com`; an app has another form.
    let origin: String
    /// Whether the page is in a frame of another origin; `false` if absent.
    let crossOrigin: Bool

    /// - Throws: ``PasskeyFailure/malformedClientData`` if this is not JSON, or a member is missing or of another type.
    package init(json bytes: [UInt8]) throws(PasskeyFailure) {
        guard let json = try? JSON(parsing: bytes),  // the position of the error is irrelevant
            let type = json["type"]?.stringValue, let origin = json["origin"]?.stringValue,
            let challenge = json["challenge"]?.stringValue.flatMap({ Base64.decode($0) })
        else { throw .malformedClientData }
        let crossOrigin = json["crossOrigin"] ?? false
        guard let crossOrigin = crossOrigin.boolValue else { throw .malformedClientData }
        self.type = type
        self.challenge = challenge
        self.origin = origin
        self.crossOrigin = crossOrigin
    }

    /// The challenge that a client responds to, to look it up; nothing else is checked.
    package static func challenge(in clientDataJSON: [UInt8]) -> [UInt8]? {
        (try? CollectedClientData(json: clientDataJSON))?.challenge  // no client data: no challenge
    }
}

/// What a relying party stores of a new passkey.
package struct RegisteredPasskey: Sendable, Equatable {
    var credentialID: [UInt8]
    /// The public key in COSE form, as ``COSEKey`` reads it.
    package var publicKey: [UInt8]
    /// Signatures made so far; always 0 if the authenticator does not count.
    package var signCount: UInt32
    /// The relying party ID that the passkey is for.
    var rpID: String
}

/// Why a registration or a sign-in with a passkey is refused. The raw value says it in a sentence.
package enum PasskeyFailure: String, Error, CaseIterable, Sendable, CustomStringConvertible {
    case malformedClientData = "The client data is not JSON with a type, a challenge and an origin."
    case malformedAttestation = "The attestation object is not a CBOR map of a format, a statement and data."
    case malformedAuthenticatorData = "The authenticator data has a wrong length or malformed content."
    case malformedPublicKey = "The public key is not a COSE key that fits its algorithm."
    case wrongType = "The client data belongs to another kind of ceremony."
    case challengeMismatch = "The client answers another challenge."
    case originNotAllowed = "The origin may not use passkeys of this project."
    case crossOrigin = "The page sits in a frame of another origin."
    case relyingPartyMismatch = "The passkey is for another relying party ID."
    case userNotPresent = "The authenticator did not test the user's presence."
    case userNotVerified = "The authenticator did not verify the user."
    case missingCredential = "The authenticator data has no new credential."
    case credentialMismatch = "The credential ID is not the one that the authenticator attests."
    case unsupportedAlgorithm = "The key is for another algorithm than ES256 and RS256."
    case badSignature = "The signature is not of this passkey."
    case counterNotIncreased = "The signature counter did not increase: the passkey may be a copy."

    package var description: String { rawValue }
}
