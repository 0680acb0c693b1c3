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
