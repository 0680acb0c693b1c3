package import FirebreakWire
import Testing

/// The payload of a token.
package func claims(_ token: String?) throws -> JSON {
    let token = try #require(token)
    return try #require(JSONWebToken(token)).payload
}
