import FirebreakWire

/// Turns an ID token into a session cookie with the same claims (tokens.md section 6).
package enum CreateSessionCookie: APIOperation {
    package struct Request: Decodable, Sendable {
        package var idToken: String?
        package var validDuration: String?
    }

    package struct Response: Encodable, Sendable {
        var sessionCookie: String
    }

    /// Seconds.
    private static let durations: ClosedRange<Double> = 300...1_209_600

    package static func run(_ request: Request, _ call: Call) async throws -> Response {
        guard let idToken = request.idToken, !idToken.isEmpty else { throw WireError.missingIDToken }
        let duration = try duration(request.validDuration)
        let user = try await call.read { tx in try call.authenticate(idToken: idToken, tx, acceptsLegacy: false) }

        let audience = user.token.payload["aud"]?.stringValue ?? call.projectID.rawValue
        var claims = user.token.payload
        claims["iat"] = .int(call.now.seconds)
        claims["exp"] = .int(call.now.seconds &+ duration)
        claims["iss"] = .string("https://session.firebase.google.com/\(audience)")
        return Response(sessionCookie: JSONWebToken.unsigned(payload: claims.bytes))
    }

    /// What is not a number counts as not given, and so does zero.
    private static func duration(_ text: String?) throws(WireError) -> Int64 {
        let value = text.flatMap(Double.init).flatMap { $0 == 0 || $0.isNaN ? nil : $0 } ?? durations.upperBound
        guard durations.contains(value) else { throw .invalidDuration }
        return Int64(value)
    }
}
