import Crypto
import CryptoExtras
import FirebreakCredentials
import FirebreakWire
import Testing

/// Headers that ask for another algorithm than the key's owner signs with.
struct AlgorithmConfusionTests {
    private let rsaKey: _RSA.Signing.PrivateKey
    private let rsa: TokenSigner
    private let ecKey = P256.Signing.PrivateKey()
    private let ec: TokenSigner
    private let keys: KeySet

    init() throws {
        rsaKey = try TokenSigner.rsaKey.get()
        rsa = try TokenSigner(rsaKey)
        ec = TokenSigner(ecKey)
        keys = try KeySet(document: ["keys": [rsa.jwk.with("kid", "r"), ec.jwk.with("kid", "e")]])
    }

    @Test func `unsigned tokens are refused`() throws {
        #expect(!keys.verifies(JSONWebToken.unsigned(payload: Array("{}".utf8))))
        let signed = try ec.token("ES256", kid: "e")
        let payload = try #require(signed.split(separator: ".").dropFirst().first)
        for header in [
            ["alg": "none", "kid": "e"], ["alg": "None"], ["alg": "NONE"], ["alg": ""], [:], ["alg": nil], ["alg": 1],
            ["alg": ["ES256"]],
        ] as [JSON] {
            let start = Base64.encode(header.bytes, .urlSafe) + "." + payload + "."
            #expect(!keys.verifies(start))
            #expect(!keys.verifies(start + (signed.split(separator: ".").last ?? "")))
            #expect(!keys.verifies(try ec.token(header: header)))
        }
    }

    @Test(arguments: ["HS256", "HS384", "HS512"])
    func `a public key is not a shared secret`(algorithm: String) throws {
        let publicKey = rsaKey.publicKey
        let secrets = [
            Array(publicKey.pemRepresentation.utf8), Array(publicKey.derRepresentation),
            Array(publicKey.pkcs1DERRepresentation), Array(try publicKey.getKeyPrimitives().modulus),
            Array(ecKey.publicKey.x963Representation), Array(ecKey.publicKey.rawRepresentation),
            Array(ecKey.publicKey.pemRepresentation.utf8), rsa.jwk.bytes, ec.jwk.bytes,
        ]
        for secret in secrets {
            let key = SymmetricKey(data: secret)
            for kid in ["r", "e", nil] {
                let header = (["alg": .string(algorithm)] as JSON).with("kid", kid.map { .string($0) })
                let token = JSONWebToken.signed(header: header, payload: Array("{}".utf8)) { bytes in
                    switch algorithm {
                    case "HS384": Array(HMAC<SHA384>.authenticationCode(for: bytes, using: key))
                    case "HS512": Array(HMAC<SHA512>.authenticationCode(for: bytes, using: key))
                    default: Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
                    }
                }
                #expect(!keys.verifies(token))
            }
        }
    }

    @Test(
        arguments: ["RS256", "RS384", "RS512", "ES384", "ES512", "HS256", "none", "PS256", "EdDSA", "es256", " ES256"])
    func `the header must name the algorithm of the signature`(algorithm: String) throws {
        #expect(keys.verifies(try ec.token("ES256")))
        for kid in ["e", "r", nil] { #expect(!keys.verifies(try ec.token(algorithm, kid: kid))) }
    }

    @Test(arguments: ["ES256", "ES384", "ES512", "HS256", "none", "PS256", "PS384", "PS512", "RSA-OAEP", "rs256"])
    func `RSA keys sign with one kind of padding alone`(algorithm: String) throws {
        #expect(keys.verifies(try rsa.token("RS256")))
        for kid in ["e", "r", nil] { #expect(!keys.verifies(try rsa.token(algorithm, kid: kid))) }
    }

    @Test func `a signature of one algorithm is none of another`() throws {
        for signed in ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"] {
            for named in ["RS256", "RS384", "RS512"] where named != signed {
                let token = try rsa.token(header: ["alg": .string(named)], signing: signed)
                #expect(!keys.verifies(token), "\(signed) as \(named)")
            }
        }
    }

    @Test func `a key that names its algorithm has no other`() throws {
        let keys = try KeySet(document: ["keys": [rsa.jwk.with("alg", "RS384")]])
        #expect(keys.verifies(try rsa.token("RS384")))
        #expect(!keys.verifies(try rsa.token("RS256")))
        #expect(!keys.verifies(try rsa.token("RS512")))
    }

    @Test func `headers that demand extensions are refused`() throws {
        #expect(keys.verifies(try ec.token(header: ["alg": "ES256", "b64": true])))
        #expect(!keys.verifies(try ec.token(header: ["alg": "ES256", "b64": false, "crit": ["b64"]])))
    }

    @Test func `keys that a token brings along are not looked at`() throws {
        let stranger = TokenSigner(P256.Signing.PrivateKey())
        #expect(!keys.verifies(try stranger.token(header: ["alg": "ES256", "jwk": stranger.jwk])))
        #expect(keys.verifies(try ec.token(header: ["alg": "ES256", "jwk": stranger.jwk])))
    }
}
