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
        guard let idToken = request.idToken, !idToken.isEmpty || call.facts.emptyCountsAsGiven else {
            throw WireError.missingIDToken
        }
        let duration = try duration(request.validDuration, call.profile)
        let user = try await call.read { tx in try call.authenticate(idToken: idToken, tx, acceptsLegacy: false) }

        let audience = user.token.payload["aud"]?.stringValue ?? call.projectID.rawValue
        // The issuer comes first, all other claims are those of the token.
        var claims: JSON = ["iss": .string("https://session.firebase.google.com/\(audience)")]
        for claim in user.token.payload.objectValue ?? [] where claim.key != "iss" { claims[claim.key] = claim.value }
        claims["iat"] = .int(call.now.seconds)
        claims["exp"] = .int(call.now.seconds &+ duration)
        return Response(
            sessionCookie: try call.token(of: claims.bytes, namesType: call.profile != .production))
    }

    /// In the reference, zero and values that are not numbers count as absent; production requires a whole number.
    private static func duration(_ text: String?, _ profile: Profile) throws -> Int64 {
        guard let text = text?.nonEmpty else { return Int64(durations.upperBound) }
        if profile.facts.requiresIntegers {
            guard Int64(text) != nil else {
                throw SchemaViolation(
                    path: [.key("validDuration")], problem: .type("integer"), value: text, protobufType: "TYPE_INT64")
            }
        }
        let value = Double(text).flatMap { $0 == 0 || $0.isNaN ? nil : $0 } ?? durations.upperBound
        guard durations.contains(value) else { throw WireError.invalidDuration }
        return Int64(value)
    }
}
