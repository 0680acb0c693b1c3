import Crypto
import CryptoExtras
import FirebreakWire
import SwiftASN1
import X509

/// A document with one response that has at most one assertion, directly below it.
struct SAMLDocument {
    let response: XMLElement
    let assertion: XMLElement?
    /// Whether a signature stands anywhere in it.
    let isSigned: Bool

    /// - Throws: ``SAMLFailure`` for what a signature could be misread with.
    init(_ xml: [UInt8]) throws(SAMLFailure) {
        let tree = try XMLTree(parsing: xml)
        response = try tree.root()
        guard response.is("Response", in: SAMLNamespace.protocols) else { throw .unreadable }
        let elements = tree.elements
        isSigned = elements.contains { $0.is("Signature", in: SAMLNamespace.signatures) }
        var identifiers: Set<String> = []
        for id in elements.flatMap(\.identifiers) {
            guard identifiers.insert(id).inserted else { throw .repeatedID(id) }
        }
        let isEncrypted = elements.contains {
            $0.namespace == SAMLNamespace.assertions && $0.name.startsWithBytes(of: "Encrypted")
        }
        guard !isEncrypted else { throw .encrypted }
        let assertions = elements.filter { $0.is("Assertion", in: SAMLNamespace.assertions) }
        guard assertions.count < 2 else { throw .severalAssertions }
        assertion = response.children("Assertion", in: SAMLNamespace.assertions).first
        guard assertions.isEmpty || assertion != nil else { throw .misplacedAssertion }
    }
}

/// The public key of an identity provider's certificate. Nothing else in the certificate counts, not even its dates.
struct SAMLKey {
    private enum Key {
        case rsa(RSAPublicKey)
        case ecdsa(P256.Signing.PublicKey)
    }

    private let key: Key

    /// - Parameter text: A certificate in PEM, or its Base64 alone; `nil` if it is neither or has another kind of key.
    init?(certificate text: String) {
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.startsWithBytes(of: "-----") }
        guard let der = Base64.decode(lines.joined().withoutWhiteSpace),
            let certificate = try? Certificate(derEncoded: der)  // not a certificate, which is not an error here
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

/// The namespaces of SAML responses.
enum SAMLNamespace {
    static let protocols = "urn:oasis:names:tc:SAML:2.0:protocol"
    static let assertions = "urn:oasis:names:tc:SAML:2.0:assertion"
    static let signatures = "http://www.w3.org/2000/09/xmldsig#"
}

/// Why a SAML response is not read.
package enum SAMLFailure: Error, Sendable, Equatable {
    /// The system has no libxml2, which is loaded when it is first needed.
    case libraryMissing
    /// No XML document with a response, or too large or deep.
    case unreadable
    /// The document has a document type, with which it could define entities.
    case documentType
    /// Two elements have this ID, so that a signature could be of either.
    case repeatedID(String)
    case severalAssertions
    /// An assertion stands elsewhere than directly below the response.
    case misplacedAssertion
    case encrypted
    /// Neither the response nor its assertion is signed.
    case unsigned
    /// No signature is of what it should be of and by one of the keys.
    case badSignature
}
