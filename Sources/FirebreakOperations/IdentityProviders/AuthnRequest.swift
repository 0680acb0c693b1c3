import FirebreakCredentials
import FirebreakWire

/// `AuthnRequest` of SAML, which sends the user to the provider by the HTTP-Redirect binding (saml.md section 2).
struct AuthnRequest: Sendable {
    let request: SAMLRequest
    let issuedAt: Timestamp
    /// The provider's URL for single sign-on.
    private let destination: String
    private let issuer: String
    private let key: SigningKey?

    private static let signatureAlgorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"

    /// - Parameter config: The provider's configuration.
    /// - Returns: `nil` if the configuration lacks what a request needs.
    init?(_ request: SAMLRequest, config: JSON, issuedAt: Timestamp) throws {
        guard let destination = config[path: "idpConfig.ssoUrl"]?.stringValue,
            let issuer = config[path: "spConfig.spEntityId"]?.stringValue
        else { return nil }
        self.request = request
        self.issuedAt = issuedAt
        self.destination = AbsoluteURL(destination)?.exact ?? destination
        self.issuer = issuer
        let isSigned = config[path: "idpConfig.signRequest"] == true
        key = isSigned ? try RequestSigningKey.key(of: config) : nil
    }

    /// The document; the order of its attributes is production's.
    var xml: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>\
        <saml2p:AuthnRequest xmlns:saml2p="urn:oasis:names:tc:SAML:2.0:protocol" \
        AssertionConsumerServiceURL="\(request.continueURI.escapedXML)" Destination="\(destination.escapedXML)" \
        ID="\(request.id)" IssueInstant="\(issuedAt.rfc3339)" \
        ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Version="2.0">\
        <saml2:Issuer xmlns:saml2="urn:oasis:names:tc:SAML:2.0:assertion">\(issuer.escapedXML)</saml2:Issuer>\
        </saml2p:AuthnRequest>
        """
    }

    /// The URL that the user's browser opens.
    func url(relayState: String) throws -> String {
        let document = Base64.encode(RawDeflate.encode(Array(xml.utf8)), .standard)
        var query =
            "SAMLRequest=\(PercentEncoding.encode(document))&RelayState=\(PercentEncoding.encode(relayState))"
        if let key {
            query += "&SigAlg=" + PercentEncoding.encode(Self.signatureAlgorithm)
            let signature = Base64.encode(try key.signature(of: Array(query.utf8)), .standard)
            query += "&Signature=" + PercentEncoding.encode(signature)
        }
        return AbsoluteURL.extended(destination, by: query)
    }
}

/// DEFLATE without a header (RFC 1951), as the HTTP-Redirect binding of SAML asks for.
enum RawDeflate {
    /// Bytes that a stored block can have.
    private static let blockLength = 65_535

    /// The bytes in stored blocks: every decoder reads them, and compression would spare a request few bytes.
    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(blockLength)
            rest = rest.dropFirst(blockLength)
            let length = UInt16(block.count)
            output.append(rest.isEmpty ? 1 : 0)  // the last block is marked
            for number in [length, ~length] { output += [UInt8(number & 0xFF), UInt8(number >> 8)] }
            output += block
        } while !rest.isEmpty
        return output
    }
}
