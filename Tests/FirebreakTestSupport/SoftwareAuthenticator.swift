package import Crypto
package import CryptoExtras
package import FirebreakCredentials
import FirebreakWire

/// An authenticator and the browser around it, with one passkey. Its properties can be set to misbehave.
package struct SoftwareAuthenticator {
    package enum Algorithm: Sendable, CaseIterable { case es256, rs256 }

    private enum PrivateKey {
        case es256(P256.Signing.PrivateKey)
        case rs256(_RSA.Signing.PrivateKey)
    }

    package struct Registration {
        package var clientDataJSON: [UInt8]
        package var attestationObject: [UInt8]
    }

    package struct Assertion {
        package var clientDataJSON: [UInt8]
        package var authenticatorData: [UInt8]
        package var signature: [UInt8]
    }

    /// Making an RSA key takes long.
    private static let rsaKey = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

    private let key: PrivateKey
    package var origin = "https://app.example.com"
    /// Whether the page sits in a frame of another origin.
    package var crossOrigin = false
    package var relyingPartyID = "app.example.com"
    package var flags: AuthenticatorData.Flags = [.userPresent, .userVerified, .backupEligible, .backedUp]
    package var credentialID: [UInt8] = Array(1...16)
    /// The counter of the next ceremony; it grows by the step with each.
    package var signCount: UInt32 = 0
    package var signCountStep: UInt32 = 0
    package var format = "none"
    /// In COSE form.
    package var publicKey: [UInt8]

    package init(_ algorithm: Algorithm) {
        switch algorithm {
        case .es256:
            let key = P256.Signing.PrivateKey()
            self.key = .es256(key)
            publicKey = Self.coseKey(key.publicKey)
        case .rs256:
            let key = try! Self.rsaKey.get()
            self.key = .rs256(key)
            publicKey = Self.coseKey(key.publicKey)
        }
    }

    package static func coseKey(_ key: P256.Signing.PublicKey, algorithm: UInt8 = 0x26) -> [UInt8] {
        let point = Array(key.rawRepresentation)
        return [0xA5, 1, 2, 3, algorithm, 0x20, 1, 0x21, 0x58, 32] + point.prefix(32) + [0x22, 0x58, 32]
            + point.suffix(32)
    }

    package static func coseKey(_ key: _RSA.Signing.PublicKey) -> [UInt8] {
        let numbers = try! key.getKeyPrimitives()
        return coseKey(modulus: Array(numbers.modulus), exponent: Array(numbers.publicExponent))
    }

    package static func coseKey(modulus: [UInt8], exponent: [UInt8]) -> [UInt8] {
        [0xA4, 1, 3, 3, 0x39, 1, 0, 0x20] + byteString(modulus) + [0x21] + byteString(exponent)
    }

    private static func byteString(_ bytes: [UInt8]) -> [UInt8] {
        [0x59, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes
    }

    private static func textString(_ text: String) -> [UInt8] { [0x60 + UInt8(text.utf8.count)] + text.utf8 }

    package func clientData(_ type: String, _ challenge: [UInt8]) -> [UInt8] {
        let json: JSON = [
            "type": .string(type), "challenge": .string(Base64.encode(challenge, .urlSafe)), "origin": .string(origin),
            "crossOrigin": .bool(crossOrigin),
            "other_keys_can_be_added_here": "do not compare clientDataJSON against a template",
        ]
        return json.bytes
    }

    package func data(attested: Bool, extensions: Bool = false) -> [UInt8] {
        var flags = flags
        if attested { flags.insert(.attestedCredential) }
        if extensions { flags.insert(.extensions) }
        var data = Array(SHA256.hash(data: Array(relyingPartyID.utf8))) + [flags.rawValue]
        data += withUnsafeBytes(of: signCount.bigEndian) { Array($0) }
        if attested {
            data += [UInt8](repeating: 0xAA, count: 16)
            data += [UInt8(credentialID.count >> 8), UInt8(credentialID.count & 255)] + credentialID + publicKey
        }
        if extensions { data += [0xA1] + Self.textString("credProtect") + [0x02] }
        return data
    }

    package func attestationObject(_ authData: [UInt8]) -> [UInt8] {
        [0xA3] + Self.textString("fmt") + Self.textString(format) + Self.textString("attStmt") + [0xA0]
            + Self.textString("authData") + Self.byteString(authData)
    }

    package mutating func register(challenge: [UInt8], type: String = "webauthn.create") -> Registration {
        defer { signCount &+= signCountStep }
        return Registration(
            clientDataJSON: clientData(type, challenge), attestationObject: attestationObject(data(attested: true)))
    }

    package mutating func assert(challenge: [UInt8], type: String = "webauthn.get", extensions: Bool = false)
        -> Assertion
    {
        defer { signCount &+= signCountStep }
        let clientDataJSON = clientData(type, challenge)
        let data = data(attested: false, extensions: extensions)
        return Assertion(
            clientDataJSON: clientDataJSON, authenticatorData: data,
            signature: sign(data + Array(SHA256.hash(data: clientDataJSON))))
    }

    package func sign(_ message: [UInt8]) -> [UInt8] {
        switch key {
        case .es256(let key): Array(try! key.signature(for: message).derRepresentation)
        case .rs256(let key):
            Array(try! key.signature(for: message, padding: .insecurePKCS1v1_5).rawRepresentation)
        }
    }
}
