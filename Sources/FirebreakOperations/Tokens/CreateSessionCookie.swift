import FirebreakWire

/// Turns an ID token into a session cookie with the same claims (tokens.md section 6).
package enum CreateSessionCookie: APIOperation {
    package struct Request: Decodable, Sendable {
        package var idToken: String?
        var validDuration: String?
    }

    package struct Response: Encodable, Sendable {
        var sessionCookie: String
    }

    /// Seconds.
    private static let durations: ClosedRange<Double> = 300...1_209_600

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        guard let idToken = request.idToken, !idToken.isEmpty || call.behavior.emptyCountsAsGiven else {
            throw WireError.missingIDToken
        }
        let duration = try duration(request.validDuration, call.profile)
        let end = Double(call.now.seconds) + duration
        let user = try await call.read { tx in try call.authenticate(idToken: idToken, tx, acceptsLegacy: false) }

        let audience = user.token.payload["aud"]?.stringValue ?? call.projectID.rawValue
        // The issuer comes first, all other claims are those of the token.
        var claims: JSON = ["iss": .string("https://session.firebase.google.com/\(audience)")]
        for claim in user.token.payload.objectValue ?? [] where claim.key != "iss" { claims[claim.key] = claim.value }
        claims["iat"] = .int(call.now.seconds)
        claims["exp"] = .number(JSON.javaScriptText(of: end))
        return Response(
            sessionCookie: try call.token(of: claims.bytes, namesType: call.profile.isReference))
    }

    /// In the reference, zero and values that are not numbers count as absent, white space around a number does not count,
    /// and it may have a fraction; production requires a whole number, which the schema has checked (production.md section
    /// 6.3).
    private static func duration(_ text: String?, _ profile: Profile) throws(WireError) -> Double {
        guard let text = text?.nonEmpty else { return durations.upperBound }
        var value = Double(profile.isReference ? text.trimmed : text)
        if profile.isReference, value == 0 || value?.isNaN == true { value = nil }
        let seconds = value ?? durations.upperBound
        guard durations.contains(seconds) else { throw WireError.invalidDuration }
        return seconds
    }
}
