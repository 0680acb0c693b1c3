import Crypto
import FirebreakWire

/// A signature inside the element that it signs (XML Signature, SAML core section 5.4).
struct EnvelopedSignature {
    private let signature: XMLElement
    private let signed: XMLElement

    private static let envelopedURI = SAMLNamespace.signatures + "enveloped-signature"

    /// The signature directly below an element; `nil` if it has none, or several.
    init?(of element: XMLElement) {
        let signatures = element.children("Signature", in: SAMLNamespace.signatures)
        guard let signature = signatures.first, signatures.count == 1 else { return nil }
        self.signature = signature
        signed = element
    }

    /// Verifies the signature.
    ///
    /// - Returns: The octets that were signed, which are the element without its signature and the only part of the
    ///   document that is vouched for; `nil` if the signature is not good, or by none of the keys.
    func verifiedOctets(_ keys: [SAMLKey]) -> [UInt8]? {
        guard let information = only("SignedInfo", in: signature),
            let method = only("CanonicalizationMethod", in: information).flatMap(CanonicalXML.init),
            let algorithm = only("SignatureMethod", in: information)?.attribute("Algorithm")
                .flatMap(XMLSignatureAlgorithm.init(rawValue:)),
            let value = base64(only("SignatureValue", in: signature)),
            let octets = method.octets(of: information),
            keys.contains(where: { $0.verifies(value, of: octets, algorithm) })
        else { return nil }
        return only("Reference", in: information).flatMap(referencedOctets)
    }

    /// What a reference is to, if it is to the element and its digest is right.
    private func referencedOctets(_ reference: XMLElement) -> [UInt8]? {
        guard let id = signed.attribute("ID"), !id.isEmpty, reference.attribute("URI") == "#" + id,
            let method = transformation(of: reference),
            let digest = only("DigestMethod", in: reference)?.attribute("Algorithm")
                .flatMap(XMLDigest.init(rawValue:)),
            let value = base64(only("DigestValue", in: reference)),
            let octets = method.octets(of: signed, without: signature),
            digest.digest(octets) == value
        else { return nil }
        return octets
    }

    /// The canonical form that the transforms ask for; `nil` if they are others than SAML allows.
    private func transformation(of reference: XMLElement) -> CanonicalXML? {
        guard let list = only("Transforms", in: reference) else { return nil }
        let transforms = list.children("Transform", in: SAMLNamespace.signatures)
        // The signature is taken out first; canonical XML ends with octets, so nothing can follow it.
        guard transforms.count == list.children.count, (1...2).contains(transforms.count),
            transforms.first?.attribute("Algorithm") == Self.envelopedURI
        else { return nil }
        return transforms.count == 1 ? .standard : transforms.last.flatMap(CanonicalXML.init)
    }

    private func only(_ name: String, in parent: XMLElement) -> XMLElement? {
        let found = parent.children(name, in: SAMLNamespace.signatures)
        return found.count == 1 ? found.first : nil
    }

    private func base64(_ element: XMLElement?) -> [UInt8]? {
        element.flatMap { Base64.decode($0.text.withoutWhiteSpace) }
    }
}

/// A digest that XML signatures name by a URI.
enum XMLDigest: String {
    case sha1 = "http://www.w3.org/2000/09/xmldsig#sha1"
    case sha256 = "http://www.w3.org/2001/04/xmlenc#sha256"
    case sha384 = "http://www.w3.org/2001/04/xmldsig-more#sha384"
    case sha512 = "http://www.w3.org/2001/04/xmlenc#sha512"

    func digest(_ octets: [UInt8]) -> [UInt8] {
        switch self {
        case .sha1: Array(Insecure.SHA1.hash(data: octets))
        case .sha256: Array(SHA256.hash(data: octets))
        case .sha384: Array(SHA384.hash(data: octets))
        case .sha512: Array(SHA512.hash(data: octets))
        }
    }
}

/// An algorithm that XML signatures name by a URI (RFC 9231).
enum XMLSignatureAlgorithm: String {
    case rsaSHA1 = "http://www.w3.org/2000/09/xmldsig#rsa-sha1"
    case rsaSHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
    case rsaSHA384 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha384"
    case rsaSHA512 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512"
    case ecdsaSHA256 = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256"
}
