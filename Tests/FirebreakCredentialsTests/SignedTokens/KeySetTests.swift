import Crypto
import CryptoExtras
import FirebreakCredentials
import FirebreakWire
import JWTKit
import Testing

struct KeySetTests {
    private struct Payload: JWTPayload, Equatable {
        var sub = "alice"
        var exp = 1
        var nested = ["a": ["b"]]

        func verify(using algorithm: some JWTAlgorithm) {}
    }

    /// Making an RSA key takes long.
    private static let rsaKey = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

    private let rsa: _RSA.Signing.PrivateKey
    private let ec = P256.Signing.PrivateKey()

    init() throws { rsa = try Self.rsaKey.get() }

    private func jwk(_ key: _RSA.Signing.PublicKey, kid: String?, more: [JSON.Member] = []) throws -> JSON {
        let numbers = try key.getKeyPrimitives()
        let members: [JSON.Member] = [
            .init("kty", "RSA"), .init("n", .string(Base64.encode(Array(numbers.modulus), .urlSafe))),
            .init("e", .string(Base64.encode(Array(numbers.publicExponent), .urlSafe))),
        ]
        return .object(members + (kid.map { [.init("kid", .string($0))] } ?? []) + more)
    }

    private func jwk(_ point: some Sequence<UInt8>, _ curve: String, kid: String?, more: [JSON.Member] = []) -> JSON {
        let point = Array(point)
        let members: [JSON.Member] = [
            .init("kty", "EC"), .init("crv", .string(curve)),
            .init("x", .string(Base64.encode(Array(point.prefix(point.count / 2)), .urlSafe))),
            .init("y", .string(Base64.encode(Array(point.suffix(point.count / 2)), .urlSafe))),
        ]
        return .object(members + (kid.map { [.init("kid", .string($0))] } ?? []) + more)
    }

    private func keySet(_ keys: JSON...) async throws -> KeySet { try await KeySet(document: ["keys": .array(keys)]) }

    private func both() async throws -> KeySet {
        try await keySet(
            jwk(rsa.publicKey, kid: "r"), jwk(ec.publicKey.rawRepresentation, "P-256", kid: "e"))
    }

    private func rsaToken(kid: String?, _ digest: DigestAlgorithm = .sha256) async throws -> String {
        let keys = try await JWTKeyCollection()
            .add(rsa: Insecure.RSA.PrivateKey(backing: rsa), digestAlgorithm: digest)
        return try await keys.sign(Payload(), header: kid.map { ["kid": .string($0)] } ?? [:])
    }

    private func ecToken(kid: String?) async throws -> String {
        let keys = try await JWTKeyCollection().add(ecdsa: ES256PrivateKey(backing: ec))
        return try await keys.sign(Payload(), header: kid.map { ["kid": .string($0)] } ?? [:])
    }

    /// A token of these bytes, signed by the elliptic key.
    private func token(header: JSON, payload: [UInt8] = Array("{}".utf8)) throws -> String {
        let signed = Base64.encode(header.bytes, .urlSafe) + "." + Base64.encode(payload, .urlSafe)
        let signature = try ec.signature(for: Array(signed.utf8)).rawRepresentation
        return signed + "." + Base64.encode(Array(signature), .urlSafe)
    }

    @Test func `tokens of any key and any of its algorithms are verified`() async throws {
        let keys = try await both()
        for digest in [DigestAlgorithm.sha256, .sha384, .sha512] {
            #expect(keys.verifies(try await rsaToken(kid: "r", digest)))
            #expect(keys.verifies(try await rsaToken(kid: nil, digest)))
        }
        #expect(keys.verifies(try await ecToken(kid: "e")))
        #expect(keys.verifies(try await ecToken(kid: nil)))
    }

    @Test func `longer curves go with longer digests`() async throws {
        let key = P384.Signing.PrivateKey()
        let keys = try await keySet(jwk(key.publicKey.rawRepresentation, "P-384", kid: nil))
        let signer = try await JWTKeyCollection().add(ecdsa: ES384PrivateKey(backing: key))
        #expect(keys.verifies(try await signer.sign(Payload())))
        let longer = P521.Signing.PrivateKey()
        let longerKeys = try await keySet(jwk(longer.publicKey.rawRepresentation, "P-521", kid: nil))
        let longerSigner = try await JWTKeyCollection().add(ecdsa: ES512PrivateKey(backing: longer))
        let token = try await longerSigner.sign(Payload())
        #expect(longerKeys.verifies(token))
        #expect(!keys.verifies(token))
    }

    @Test(arguments: ["{}", "[1,2]", "null", "\"text\"", "not JSON", ""])
    func `the payload may be anything`(payload: String) async throws {
        let keys = try await both()
        #expect(keys.verifies(try token(header: ["alg": "ES256"], payload: Array(payload.utf8))))
    }

    @Test func `a token is held against the key it names`() async throws {
        let other = P256.Signing.PrivateKey().publicKey.rawRepresentation
        let keys = try await keySet(
            jwk(other, "P-256", kid: "other"), jwk(ec.publicKey.rawRepresentation, "P-256", kid: "e"),
            jwk(rsa.publicKey, kid: "r"))
        #expect(keys.verifies(try await ecToken(kid: "e")))
        #expect(keys.verifies(try await ecToken(kid: nil)))
        #expect(!keys.verifies(try await ecToken(kid: "other")))
        #expect(!keys.verifies(try await ecToken(kid: "r")))
        #expect(!keys.verifies(try await ecToken(kid: "unknown")))
        #expect(!keys.verifies(try await ecToken(kid: "")))
        #expect(!keys.verifies(try token(header: ["alg": "ES256", "kid": 1])))
        #expect(!keys.verifies(try token(header: ["alg": "ES256", "kid": nil])))
    }

    @Test func `a key without an ID verifies only tokens that name none`() async throws {
        let keys = try await keySet(jwk(ec.publicKey.rawRepresentation, "P-256", kid: nil))
        #expect(keys.verifies(try await ecToken(kid: nil)))
        #expect(!keys.verifies(try await ecToken(kid: "e")))
    }

    @Test func `tokens of other keys are refused`() async throws {
        let keys = try await keySet(
            jwk(P256.Signing.PrivateKey().publicKey.rawRepresentation, "P-256", kid: "e"),
            jwk(_RSA.Signing.PrivateKey(keySize: .bits2048).publicKey, kid: "r"))
        for kid in ["e", nil] { #expect(!keys.verifies(try await ecToken(kid: kid))) }
        for kid in ["r", nil] { #expect(!keys.verifies(try await rsaToken(kid: kid))) }
    }

    @Test func `a token that was tampered with is refused`() async throws {
        let keys = try await both()
        for token in [try await rsaToken(kid: "r"), try await ecToken(kid: "e")] {
            #expect(keys.verifies(token))
            // Every character matters, to the last bit.
            for place in token.utf8.indices {
                var bytes = Array(token.utf8)
                let offset = token.utf8.distance(from: token.utf8.startIndex, to: place)
                bytes[offset] = bytes[offset] == UInt8(ascii: "B") ? UInt8(ascii: "C") : UInt8(ascii: "B")
                #expect(!keys.verifies(String(decoding: bytes, as: UTF8.self)), "at \(offset)")
            }
            let last = try #require(token.utf8.last)
            for more in ["=", ".", "A", " ", "AAAA", "\n"] { #expect(!keys.verifies(token + more)) }
            let neighbour = String(decoding: [last == UInt8(ascii: "A") ? UInt8(ascii: "B") : last + 1], as: UTF8.self)
            #expect(!keys.verifies(String(token.dropLast()) + neighbour))
        }
    }

    @Test(arguments: ["", ".", "..", "a.b", "a.b.c", "e30.e30.", "e30.e30.AA", "....", "ö.ö.ö", "W10.e30.AA"])
    func `what is not a token is refused`(text: String) async throws {
        let keys = try await both()
        #expect(!keys.verifies(text))
    }

    @Test func `unsigned tokens are refused`() async throws {
        let keys = try await both()
        #expect(!keys.verifies(JSONWebToken.unsigned(payload: Array("{}".utf8))))
        let signed = try await ecToken(kid: "e")
        let payload = try #require(signed.split(separator: ".").dropFirst().first)
        for header in [["alg": "none", "kid": "e"], ["alg": "None"], ["alg": ""], [:], ["alg": nil]] as [JSON] {
            let start = Base64.encode(header.bytes, .urlSafe) + "." + payload + "."
            #expect(!keys.verifies(start))
            #expect(!keys.verifies(start + (signed.split(separator: ".").last ?? "")))
            #expect(!keys.verifies(try token(header: header)))
        }
    }

    @Test(arguments: [DigestAlgorithm.sha256, .sha384, .sha512])
    func `a public key is not a shared secret`(digest: DigestAlgorithm) async throws {
        let keys = try await both()
        let publicKey = rsa.publicKey
        let secrets = [
            Array(publicKey.pemRepresentation.utf8), Array(publicKey.derRepresentation),
            Array(try publicKey.getKeyPrimitives().modulus), Array(ec.publicKey.x963Representation),
        ]
        for secret in secrets {
            for kid in ["r", "e", nil] {
                let signer = await JWTKeyCollection().add(hmac: HMACKey(from: secret), digestAlgorithm: digest)
                let token = try await signer.sign(Payload(), header: kid.map { ["kid": .string($0)] } ?? [:])
                #expect(!keys.verifies(token))
            }
        }
    }

    @Test(arguments: ["RS256", "ES384", "HS256", "none", "PS256", "EdDSA", "es256"])
    func `the header must name the algorithm of the signature`(algorithm: String) async throws {
        let keys = try await both()
        #expect(!keys.verifies(try token(header: ["alg": .string(algorithm), "kid": "e"])))
        #expect(!keys.verifies(try token(header: ["alg": .string(algorithm)])))
    }

    @Test func `a key that names its algorithm has no other`() async throws {
        let keys = try await keySet(jwk(rsa.publicKey, kid: "r", more: [.init("alg", "RS384")]))
        #expect(keys.verifies(try await rsaToken(kid: "r", .sha384)))
        #expect(!keys.verifies(try await rsaToken(kid: "r", .sha256)))
    }

    @Test func `headers that demand extensions are refused`() async throws {
        let keys = try await both()
        #expect(!keys.verifies(try token(header: ["alg": "ES256", "b64": false, "crit": ["b64"]])))
    }

    @Test func `keys that cannot be used are passed over`() async throws {
        let good = jwk(ec.publicKey.rawRepresentation, "P-256", kid: "e", more: [.init("use", "sig")])
        let keys = try await keySet(
            ["kty": "oct", "k": "AAAA", "alg": "HS256", "kid": "e"], ["kty": "EC", "crv": "P-256", "kid": "e"], good)
        #expect(keys.verifies(try await ecToken(kid: "e")))
    }

    @Test(
        arguments: [
            nil, [], "keys", [:], ["keys": nil], ["keys": [:]], ["keys": [1]], ["keys": ["a"]],
        ] as [JSON])
    func `documents of another form are malformed`(document: JSON) async {
        await #expect(throws: KeySetError.malformed) { try await KeySet(document: document) }
    }

    @Test func `documents without a usable key are refused`() async throws {
        let small = try _RSA.Signing.PrivateKey(unsafeKeySize: _RSA.Signing.KeySize(bitCount: 1024)).publicKey
        let point = Array(ec.publicKey.rawRepresentation)
        let keys: [JSON] = [
            [:], ["kty": "oct", "k": "AAAA"], ["kty": "RSA"], ["kty": "RSA", "n": "", "e": ""],
            ["kty": "RSA", "n": "!", "e": "AQAB"], ["kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"],
            try jwk(small, kid: "small"), jwk(point, "P-384", kid: nil), jwk(point, "secp256k1", kid: nil),
            jwk(point.reversed(), "P-256", kid: nil), jwk(point, "P-256", kid: nil, more: [.init("use", "enc")]),
            jwk(point, "P-256", kid: nil, more: [.init("alg", "ES384")]),
            jwk(point, "P-256", kid: nil, more: [.init("alg", "HS256")]),
            try jwk(rsa.publicKey, kid: nil, more: [.init("alg", "RSA-OAEP")]),
            ["kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"],
        ]
        await #expect(throws: KeySetError.noUsableKey) { try await KeySet(document: ["keys": []]) }
        for key in keys {
            await #expect(throws: KeySetError.noUsableKey, "\(key.text)") {
                try await KeySet(document: ["keys": [key]])
            }
        }
    }

    @Test func `private members are not looked at`() async throws {
        let key = jwk(ec.publicKey.rawRepresentation, "P-256", kid: "e", more: [.init("d", "not a number")])
        #expect(try await keySet(key).verifies(try await ecToken(kid: "e")))
    }
}
