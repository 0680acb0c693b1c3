import Crypto
import CryptoExtras
import FirebreakWire

/// Signs tokens as an issuer does, with a key of any kind.
struct TokenSigner: Sendable {
    private enum Key: Sendable {
        case rsa(_RSA.Signing.PrivateKey)
        case p256(P256.Signing.PrivateKey)
        case p384(P384.Signing.PrivateKey)
        case p521(P521.Signing.PrivateKey)
    }

    /// Making an RSA key takes long.
    static let rsaKey = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

    private let key: Key
    /// The public key as a JSON Web Key without an ID.
    let jwk: JSON

    init(_ key: _RSA.Signing.PrivateKey) throws {
        self.key = .rsa(key)
        let numbers = try key.publicKey.getKeyPrimitives()
        jwk = Self.jwk(modulus: Array(numbers.modulus), exponent: Array(numbers.publicExponent))
    }

    init(_ key: P256.Signing.PrivateKey) {
        self.key = .p256(key)
        jwk = Self.jwk(point: Array(key.publicKey.rawRepresentation), "P-256")
    }

    init(_ key: P384.Signing.PrivateKey) {
        self.key = .p384(key)
        jwk = Self.jwk(point: Array(key.publicKey.rawRepresentation), "P-384")
    }

    init(_ key: P521.Signing.PrivateKey) {
        self.key = .p521(key)
        jwk = Self.jwk(point: Array(key.publicKey.rawRepresentation), "P-521")
    }

    static func jwk(modulus: [UInt8], exponent: [UInt8]) -> JSON {
        [
            "kty": "RSA", "n": .string(Base64.encode(modulus, .urlSafe)),
            "e": .string(Base64.encode(exponent, .urlSafe)),
        ]
    }

    /// - Parameter point: Both coordinates, one after the other.
    static func jwk(point: [UInt8], _ curve: String) -> JSON {
        let (x, y) = (point.prefix(point.count / 2), point.suffix(point.count / 2))
        return jwk(x: Array(x), y: Array(y), curve)
    }

    static func jwk(x: [UInt8], y: [UInt8], _ curve: String) -> JSON {
        [
            "kty": "EC", "crv": .string(curve), "x": .string(Base64.encode(x, .urlSafe)),
            "y": .string(Base64.encode(y, .urlSafe)),
        ]
    }

    func token(_ algorithm: String, kid: String? = nil) throws -> String {
        try token(header: (["alg": .string(algorithm)] as JSON).with("kid", kid.map { .string($0) }))
    }

    /// A token of these bytes.
    ///
    /// - Parameter signing: The algorithm that says which digest is signed and how; what does not fit the key is signed
    ///   as the key does for SHA-256, or as it always does. `nil` for that of the header.
    func token(header: JSON, payload: [UInt8] = Array("{}".utf8), signing: String? = nil) throws -> String {
        try JSONWebToken.signed(header: header, payload: payload) { bytes in
            try signature(of: bytes, signing ?? header["alg"]?.stringValue)
        }
    }

    private func signature(of bytes: [UInt8], _ algorithm: String?) throws -> [UInt8] {
        switch key {
        case .rsa(let key):
            let padding: _RSA.Signing.Padding = algorithm?.hasPrefix("PS") == true ? .PSS : .insecurePKCS1v1_5
            let signature =
                switch algorithm?.suffix(3) {
                case "384": try key.signature(for: SHA384.hash(data: bytes), padding: padding)
                case "512": try key.signature(for: SHA512.hash(data: bytes), padding: padding)
                default: try key.signature(for: SHA256.hash(data: bytes), padding: padding)
                }
            return Array(signature.rawRepresentation)
        case .p256(let key): return Array(try key.signature(for: bytes).rawRepresentation)
        case .p384(let key): return Array(try key.signature(for: bytes).rawRepresentation)
        case .p521(let key): return Array(try key.signature(for: bytes).rawRepresentation)
        }
    }
}

extension JSON {
    /// The object with another member, or without it.
    func with(_ name: String, _ value: JSON?) -> JSON {
        var object = self
        object[name] = value
        return object
    }
}
