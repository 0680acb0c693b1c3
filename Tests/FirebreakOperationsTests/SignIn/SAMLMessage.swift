import FirebreakWire
import Testing

/// A request to a SAML provider, read from the URL that the browser opens.
struct SAMLMessage {
    let xml: String

    /// - Returns: The request, and `RelayState`.
    static func read(_ url: String) throws -> (SAMLMessage, state: String) {
        let pairs = FormURLEncoding.parse(try #require(AbsoluteURL(url)?.query))
        let message = try #require(pairs.first { $0.name == "SAMLRequest" }?.value, "\(url)")
        let deflated = try #require(Base64.decode(message))
        // One stored block (RFC 1951 section 3.2.4).
        try #require(deflated.count > 5 && deflated[0] == 1)
        let length = Int(deflated[1]) | Int(deflated[2]) << 8
        try #require(deflated.count == 5 + length)
        let state = try #require(pairs.first { $0.name == "RelayState" }?.value)
        return (SAMLMessage(xml: String(decoding: deflated.dropFirst(5), as: UTF8.self)), state)
    }

    /// The value of an attribute of the root.
    func attribute(_ name: String) -> String? {
        xml.split(separator: " \(name)=\"").dropFirst().first.map { String($0.prefix { $0 != "\"" }) }
    }
}
