import Crypto
import CryptoExtras
import FirebreakCredentials
import FirebreakWire
import Foundation
import SwiftASN1
import Testing
import X509

/// What is read as keys and what is not.
struct KeySetDocumentTests {
    private let ecKey = P256.Signing.PrivateKey()
    private let ec: TokenSigner
    private let rsa: TokenSigner

    init() throws {
        ec = TokenSigner(ecKey)
        rsa = try TokenSigner(TokenSigner.rsaKey.get())
    }

    private static func isUsable(_ key: JSON) -> Bool {
        do throws(KeySetError) {
            _ = try KeySet(document: ["keys": [key]])
            return true
        } catch {
            #expect(error == .noUsableKey, "\(key.text)")
            return false
        }
    }

    @Test(
        arguments: [
            nil, [], "keys", [:], ["keys": nil], ["keys": [:]], ["keys": [1]], ["keys": ["a"]], ["certificates": nil],
            ["certificates": []], ["keys": [], "certificates": "text"],
        ] as [JSON])
    func `documents of another form are malformed`(document: JSON) {
        #expect(throws: KeySetError.malformed) { try KeySet(document: document) }
    }

    @Test(
        arguments: [
            ["keys": []], ["certificates": [:]], ["keys": [[:]]], ["keys": [["kty": "oct", "k": "AAAA"]]],
            ["keys": [["kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"]]],
            ["keys": [["kty": "unknown"], ["kty": 1], ["kty": nil]]], ["keys": [["kty": "RSA"]]],
            ["keys": [["kty": "RSA", "x5c": ["MIIC"]]]], ["keys": [["kty": "RSA", "n": "", "e": ""]]],
            ["keys": [["kty": "RSA", "n": 1, "e": 65537]]], ["keys": [["kty": "EC", "crv": "P-256"]]],
            ["keys": [["kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"]]],
            ["keys": [["kty": "EC", "crv": "P-256", "x": "", "y": ""]]],
        ] as [JSON])
    func `documents without a usable key are refused`(document: JSON) {
        #expect(throws: KeySetError.noUsableKey) { try KeySet(document: document) }
    }

    @Test func `keys that cannot be used are passed over`() throws {
        let keys = try KeySet(document: [
            "keys": [
                ["kty": "oct", "k": "AAAA", "alg": "HS256", "kid": "e"], ["kty": "EC", "crv": "P-256", "kid": "e"],
                ["kty": "nope", "kid": "e"], ec.jwk.with("kid", "e"),
            ]
        ])
        #expect(keys.verifies(try ec.token("ES256", kid: "e")))
    }

    @Test func `keys are for the use and the algorithm that they name`() {
        #expect(Self.isUsable(ec.jwk.with("use", "sig")))
        for use in ["enc", "SIG", "", 1, nil] as [JSON] { #expect(!Self.isUsable(ec.jwk.with("use", use))) }
        #expect(Self.isUsable(ec.jwk.with("alg", "ES256")))
        for algorithm in ["ES384", "RS256", "HS256", "none", "es256", "", 1, nil] as [JSON] {
            #expect(!Self.isUsable(ec.jwk.with("alg", algorithm)))
        }
        for algorithm in ["RS256", "RS384", "RS512"] as [JSON] {
            #expect(Self.isUsable(rsa.jwk.with("alg", algorithm)))
        }
        for algorithm in ["ES256", "PS256", "RSA-OAEP", "HS256", 1, nil] as [JSON] {
            #expect(!Self.isUsable(rsa.jwk.with("alg", algorithm)))
        }
    }

    // MARK: Elliptic curves

    /// A point of each curve: both coordinates, one after the other.
    private static let points = [
        ("P-256", Array(P256.Signing.PrivateKey().publicKey.rawRepresentation)),
        ("P-384", Array(P384.Signing.PrivateKey().publicKey.rawRepresentation)),
        ("P-521", Array(P521.Signing.PrivateKey().publicKey.rawRepresentation)),
    ]

    @Test(arguments: points)
    func `points are on the curve that is named`(curve: String, point: [UInt8]) {
        #expect(Self.isUsable(TokenSigner.jwk(point: point, curve)))
        for other in ["P-256", "P-384", "P-521", "secp256k1", "p-256", ""] where other != curve {
            #expect(!Self.isUsable(TokenSigner.jwk(point: point, other)))
        }
        #expect(!Self.isUsable(TokenSigner.jwk(point: point.reversed(), curve)))
        #expect(!Self.isUsable(TokenSigner.jwk(point: [UInt8](repeating: 0, count: point.count), curve)))
        #expect(!Self.isUsable(TokenSigner.jwk(point: [UInt8](repeating: 0xFF, count: point.count), curve)))
    }

    @Test(arguments: points)
    func `coordinates have the length of the curve`(curve: String, point: [UInt8]) {
        let length = point.count / 2
        func isUsable(_ x: some Sequence<UInt8>, _ y: some Sequence<UInt8>) -> Bool {
            Self.isUsable(TokenSigner.jwk(x: Array(x), y: Array(y), curve))
        }
        let x = Array(point.prefix(length))
        let y = Array(point.suffix(length))
        #expect(isUsable(x, y))
        #expect(!isUsable([0] + x, y) && !isUsable(x, [0] + y) && !isUsable([0] + x, [0] + y))
        #expect(!isUsable(x.dropFirst(), y) && !isUsable(x, y.dropFirst()) && !isUsable(x.dropLast(), y.dropLast()))
        // All bytes are there, and some of them in the other coordinate.
        for split in [0, 1, length - 1, length + 1, 2 * length] {
            #expect(!isUsable(point.prefix(split), point.dropFirst(split)), "\(split)")
        }
    }

    // MARK: RSA

    @Test(
        arguments: [
            (2048, [1, 0, 1], true), (2047, [1, 0, 1], false), (1024, [1, 0, 1], false), (4096, [1, 0, 1], true),
            (8192, [1, 0, 1], true), (2048, [3], true), (2048, [0, 0, 3], true), (2048, [2], false), (2048, [1], false),
            (2048, [0], false), (2048, [], false), (2048, [UInt8](repeating: 0xFF, count: 256), false),
            (0, [1, 0, 1], false),
        ] as [(Int, [UInt8], Bool)])
    func `RSA keys have 2048 bits or more and a small odd exponent`(bits: Int, exponent: [UInt8], isGood: Bool) {
        var modulus = [UInt8](repeating: 0xFF, count: (bits + 7) / 8)
        if let first = modulus.first, bits % 8 > 0 { modulus[0] = first >> (8 - bits % 8) }
        #expect(Self.isUsable(TokenSigner.jwk(modulus: modulus, exponent: exponent)) == isGood)
        #expect(Self.isUsable(TokenSigner.jwk(modulus: [0] + modulus, exponent: exponent)) == isGood)
    }

    @Test func `members are base64 of either alphabet, padded or not`() throws {
        let modulus = try #require(rsa.jwk["n"]?.stringValue.flatMap { Base64.decode($0) })
        for alphabet in [Base64.Alphabet.standard, .paddedURLSafe] {
            #expect(Self.isUsable(rsa.jwk.with("n", .string(Base64.encode(modulus, alphabet)))))
        }
        let text = Base64.encode(modulus, .urlSafe)
        for wrong in ["!", text + "!", " " + text, text + "\n", text + "=A", "=" + text, String(text.dropLast()) + "ö"]
        {
            #expect(!Self.isUsable(rsa.jwk.with("n", .string(wrong))))
        }
        for wrong in ["AQAB\n", "AQA", "A", "="] { #expect(!Self.isUsable(rsa.jwk.with("e", .string(wrong)))) }
    }

    // MARK: Certificates

    @Test func `a certificate's key is for RS256 and tokens that name it or none`() throws {
        let signer = try SigningKey(pem: try TokenSigner.rsaKey.get().pemRepresentation)
        let keys = try KeySet(document: ["certificates": ["c": .string(try signer.certificate(commonName: "c"))]])
        #expect(keys.verifies(try rsa.token("RS256", kid: "c")))
        #expect(keys.verifies(try rsa.token("RS256")))
        #expect(!keys.verifies(try rsa.token("RS256", kid: signer.id)))
        #expect(!keys.verifies(try rsa.token("RS384", kid: "c")))
        #expect(!keys.verifies(try rsa.token("RS512")))
    }

    @Test func `keys and certificates count together`() throws {
        let signer = try SigningKey(pem: try TokenSigner.rsaKey.get().pemRepresentation)
        let certificate = JSON.string(try signer.certificate(commonName: "c"))
        let keys = try KeySet(document: ["keys": [ec.jwk.with("kid", "e")], "certificates": ["c": certificate]])
        #expect(keys.verifies(try rsa.token("RS256", kid: "c")))
        #expect(keys.verifies(try ec.token("ES256", kid: "e")))
        #expect(throws: KeySetError.notACertificate) {
            try KeySet(document: ["keys": [ec.jwk], "certificates": ["c": certificate, "d": "text"]])
        }
    }

    @Test func `a certificate of another kind of key is refused`() throws {
        let name = try DistinguishedName { CommonName("c") }
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: Certificate.PublicKey(ecKey.publicKey),
            notValidBefore: Date(timeIntervalSince1970: 0), notValidAfter: Date(timeIntervalSince1970: 1), issuer: name,
            subject: name, signatureAlgorithm: .ecdsaWithSHA256, extensions: Certificate.Extensions {},
            issuerPrivateKey: Certificate.PrivateKey(ecKey))
        let pem = try certificate.serializeAsPEM().pemString
        #expect(throws: KeySetError.notACertificate) { try KeySet(document: ["certificates": ["c": .string(pem)]]) }
    }
}
