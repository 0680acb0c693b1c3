import FirebreakWire

/// The response of WebAuthn's `create` or `get` in its JSON form, whose names are not camel-cased (phone-mfa.md section
/// 6; WebAuthn level 3, section 5.1.8).
struct AuthenticatorResponse: Sendable {
    /// The credential's ID as received.
    let id: String?
    private let response: JSON?

    /// - Parameter document: Anything but an object counts as a missing response.
    init?(_ document: JSON?) {
        guard let document, document.objectValue != nil else { return nil }
        id = document["id"]?.stringValue?.nonEmpty
        response = document["response"]
    }

    /// `clientDataJSON`; Apple's SDK writes `clientDataJson`.
    var clientData: [UInt8]? { bytes("clientDataJSON") ?? bytes("clientDataJson") }
    var attestationObject: [UInt8]? { bytes("attestationObject") }
    var authenticatorData: [UInt8]? { bytes("authenticatorData") }
    var signature: [UInt8]? { bytes("signature") }
    /// The account's ID as stored by the authenticator.
    var userHandle: [UInt8]? { bytes("userHandle") }

    /// The ID's bytes.
    var credentialID: [UInt8]? { id.flatMap { Base64.decode($0) } }

    private func bytes(_ name: String) -> [UInt8]? {
        response?[name]?.stringValue?.nonEmpty.flatMap { Base64.decode($0) }
    }
}
