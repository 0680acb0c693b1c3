import FirebreakWire

/// The response of WebAuthn's `create` or `get` in its JSON form, whose names are not camel-cased (phone-mfa.md section
/// 6; WebAuthn level 3, section 5.1.8).
struct AuthenticatorResponse: Decodable, Sendable {
    /// The credential's ID as received.
    let id: String?
    private let response: JSON?

    private enum CodingKeys: CodingKey { case id, response }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        response = try container.contains(.response) ? container.decode(JSON.self, forKey: .response) : nil
        // Its members are not checked any further: a number is an ID as well.
        switch try container.contains(.id) ? container.decode(JSON.self, forKey: .id) : nil {
        case .string(let text): id = text.nonEmpty
        case .number(let literal): id = JSON.text(ofNumber: literal)
        default: id = nil
        }
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
