/// A JSON Web Token as received: decoded, not verified.
package struct JSONWebToken: Sendable, Equatable {
    package var header: JSON
    package var payload: JSON
    /// The third segment as text; empty for unsigned tokens.
    package var signature: String

    /// Splits and decodes a token of three base64url segments, of which the third may be empty (tokens.md section 3).
    /// Numbers in it that no double holds are `null`: tokens of an earlier version may have some.
    ///
    /// - Returns: `nil` when the text is anything else, or when the payload is not a JSON object.
    package init?(_ text: String) { self.init(text, huge: .null) }

    /// - Parameter huge: What becomes of numbers in the payload that no double holds.
    package init?(_ text: String, huge: JSON.HugeNumbers) {
        let bytes = Array(text.utf8)
        let dot = UInt8(ascii: ".")
        guard let first = bytes.firstIndex(of: dot), let last = bytes[(first + 1)...].firstIndex(of: dot),
            let payload = Base64.decodeURLSafe(bytes[(first + 1)..<last]),
            let claims = try? JSON(parsing: payload, keys: .claims, huge: huge),  // not JSON: not a token
            case .object = claims, let header = Self.header(bytes[..<first])
        else { return nil }
        let signature = bytes[(last + 1)...]
        guard Base64.isURLSafe(signature) else { return nil }
        self.header = header
        self.payload = claims
        self.signature = String(decoding: signature, as: UTF8.self)
    }

    /// The header that ``unsigned(payload:namesType:)`` writes needs no decoding.
    private static func header(_ text: ArraySlice<UInt8>) -> JSON? {
        text.elementsEqual(unsignedHeader)
            ? unsignedHeaderJSON : Base64.decodeURLSafe(text).flatMap { try? JSON(parsing: $0) }
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
