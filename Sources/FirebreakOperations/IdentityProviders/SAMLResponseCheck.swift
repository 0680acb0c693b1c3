import FirebreakCredentials
import FirebreakWire

/// The checks of a SAML response before it signs a user in (production.md section 10.2), except for its signature.
enum SAMLResponseCheck {
    /// - Parameter config: The provider's configuration; without one, names are not compared.
    /// - Throws: `INVALID_IDP_RESPONSE` with production's message for the first problem.
    static func check(_ response: SAMLResponse, config: JSON?, _ call: Call) throws(WireError) {
        guard response.status == SAMLResponse.success else { throw .samlStatus(response.status ?? "") }
        guard let assertion = response.assertion else { throw .samlWithout("assertion") }
        let callback = config?[path: "spConfig.callbackUri"]?.stringValue
        if let destination = response.destination, let callback, destination != callback {
            throw .samlDestination(destination, expected: callback)
        }
        if let expected = config?[path: "idpConfig.idpEntityId"]?.stringValue, assertion.issuer != expected {
            throw .samlIssuer(assertion.issuer ?? "", expected: expected)
        }
        if let party = config?[path: "spConfig.spEntityId"]?.stringValue,
            !assertion.audiences.allSatisfy({ $0.contains(party) })
        {
            throw .samlAudience(expected: party)
        }
        try checkTime(assertion, call.now)
        try checkRequest(response, assertion, call.profile)
    }

    private static func checkTime(_ assertion: SAMLResponse.Assertion, _ now: Timestamp) throws(WireError) {
        if let text = assertion.notBefore {
            guard let start = Timestamp(rfc3339: text) else { throw .samlResponseUnreadable }
            guard now >= start else { throw .samlNotYetValid(now: now.rfc3339, start: text) }
        }
        if let text = assertion.notOnOrAfter {
            guard let end = Timestamp(rfc3339: text) else { throw .samlResponseUnreadable }
            guard now < end else { throw .samlExpired(now: now.rfc3339, end: text) }
        }
    }

    /// Sign-in pages of this server stand in for identity providers and make no SAML requests, so there is no ID to
    /// compare with. Profile `local` also accepts unsolicited responses, such as those of issueSamlResponse.
    private static func checkRequest(
        _ response: SAMLResponse, _ assertion: SAMLResponse.Assertion, _ profile: Profile
    ) throws(WireError) {
        if profile == .local, response.inResponseTo == nil, assertion.inResponseTo == nil { return }
        guard let outer = response.inResponseTo, let inner = assertion.inResponseTo else {
            throw .samlWithoutRequest
        }
        guard outer == inner else { throw .samlOtherRequest }
    }
}
