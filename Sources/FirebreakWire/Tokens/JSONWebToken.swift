/// A JSON Web Token as received: decoded, not verified.
package struct JSONWebToken: Sendable, Equatable {
    package var header: JSON
    package var payload: JSON
    /// The third segment as text; empty for unsigned tokens.
    package var signature: String

    /// Splits and decodes a token of three base64url segments, of which the third may be empty (tokens.md section 3).
    ///
    /// - Returns: `nil` when the text is anything else, or when the payload is not a JSON object.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        let segments = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard segments.count == 3, !segments[0].isEmpty, !segments[1].isEmpty,
            segments.allSatisfy({ $0.allSatisfy(Self.isURLSafeDigit) }),
            let payloadBytes = Base64.decode(segments[1]),
            let payload = try? JSON(parsing: payloadBytes, keys: .claims),  // not JSON: not a token
            case .object = payload
        else { return nil }
        if segments[0].elementsEqual(Self.unsignedHeader) {
            header = Self.unsignedHeaderJSON
        } else {
            guard let headerBytes = Base64.decode(segments[0]),
                let header = try? JSON(parsing: headerBytes)  // not JSON: not a token
            else { return nil }
            self.header = header
        }
        self.payload = payload
        signature = String(decoding: segments[2], as: UTF8.self)
    }

    private static func isURLSafeDigit(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private static let unsignedHeaderJSON: JSON = ["alg": "none", "typ": "JWT"]
    private static let bareHeader = Base64.encodedBytes((["alg": "none"] as JSON).bytes, .urlSafe)
    private static let unsignedHeader = Base64.encodedBytes(unsignedHeaderJSON.bytes, .urlSafe)

    /// A signed token in the compact form (RFC 7515 section 3.1).
    ///
    /// - Parameters:
    ///   - payload: The payload's compact JSON.
    ///   - sign: Gets the header and payload exactly as in the token.
    package static func signed(
        header: JSON, payload: [UInt8], sign: (_ bytes: [UInt8]) throws -> [UInt8]
    ) rethrows -> String {
        var token = Base64.encodedBytes(header.bytes, .urlSafe)
        token.append(UInt8(ascii: "."))
        token.append(contentsOf: Base64.encodedBytes(payload, .urlSafe))
        let signature = try sign(token)
        token.append(UInt8(ascii: "."))
        token.append(contentsOf: Base64.encodedBytes(signature, .urlSafe))
        return String(decoding: token, as: UTF8.self)
    }

    /// An unsigned token around this payload: header `{"alg":"none","typ":"JWT"}`, empty signature (tokens.md 2).
    ///
    /// - Parameters:
    ///   - payload: The payload's compact JSON.
    ///   - namesType: Whether the header has `typ`; production's cookies and older tokens do not.
    package static func unsigned(payload: [UInt8], namesType: Bool = true) -> String {
        var token = namesType ? unsignedHeader : bareHeader
        token.append(UInt8(ascii: "."))
        token.append(contentsOf: Base64.encodedBytes(payload, .urlSafe))
        token.append(UInt8(ascii: "."))
        return String(decoding: token, as: UTF8.self)
    }
}
