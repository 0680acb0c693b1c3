import Crypto
import CryptoExtras
import FirebreakWire
import SwiftASN1
import X509

/// The public key of an identity provider's certificate. Nothing else in the certificate counts, not even its dates.
struct SAMLKey {
    private enum Key {
        case rsa(RSAPublicKey)
        case ecdsa(P256.Signing.PublicKey)
    }

    private let key: Key

    /// - Parameter text: A certificate in PEM, or its Base64 alone; `nil` if it is neither or has another kind of key.
    init?(certificate text: String) {
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.begins(with: "-----") }
        guard let der = Base64.decode(lines.joined().withoutWhiteSpace),
            let certificate = try? Certificate(derEncoded: der)  // not a certificate, which is no error here
        else { return nil }
        if let key = _RSA.Signing.PublicKey(certificate.publicKey) {
            self.key = .rsa(RSAPublicKey(key))
        } else if let key = P256.Signing.PublicKey(certificate.publicKey) {
            self.key = .ecdsa(key)
        } else {
            return nil
        }
    }

    init(_ key: SigningKey) { self.key = .rsa(key.publicKey) }

    func verifies(_ signature: [UInt8], of octets: [UInt8], _ algorithm: XMLSignatureAlgorithm) -> Bool {
        switch (key, algorithm) {
        case (.rsa(let key), .rsaSHA1): key.verifies(signature, of: octets, Insecure.SHA1.self)
        case (.rsa(let key), .rsaSHA256): key.verifies(signature, of: octets, SHA256.self)
        case (.rsa(let key), .rsaSHA384): key.verifies(signature, of: octets, SHA384.self)
        case (.rsa(let key), .rsaSHA512): key.verifies(signature, of: octets, SHA512.self)
        case (.ecdsa(let key), .ecdsaSHA256): key.verifies(signature, of: octets)
        case (.rsa, .ecdsaSHA256), (.ecdsa, _): false
        }
    }
}
