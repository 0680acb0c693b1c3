import FirebreakCredentials
import FirebreakStore
import FirebreakWire

/// What a SAML response has to be before it signs a user in, in the order of saml.md section 7.
struct SAMLResponseCheck {
    private let config: JSON?
    private let providerID: String
    /// The request that it has to answer; `nil` if that is not known.
    private let request: SAMLRequest?
    private let call: OperationContext

    /// By how many milliseconds clocks may differ.
    private static let tolerance: Int64 = 60_000

    /// Whether responses have to be signed: by production always, whatever the rule says (saml.md section 7).
    static func isRequired(_ call: OperationContext) -> Bool {
        call.profile == .production || call.rules.credentials == .verified
    }

    /// Reads a response as identity providers send it: XML in Base64.
    ///
    /// - Returns: `nil` if there is none, or one in the reference's form: JSON.
    /// - Throws: `INVALID_IDP_RESPONSE`
    static func read(_ parameters: IdpParameters, _ call: OperationContext) throws(WireError) -> SAMLResponse? {
        guard call.behavior.speaksSAML || isRequired(call), let text = parameters["SAMLResponse"],
            !text.startsWithBytes(of: "{")
        else { return nil }
        guard let xml = Base64.decode(text.withoutWhiteSpace) else { throw .samlResponseUnreadable }
        do throws(SAMLFailure) { return try SAMLResponse(xml: xml) } catch { throw error.wireError }
    }

    /// - Parameter config: The provider's configuration; without one, names are not compared.
    init(config: JSON?, of providerID: String, request: SAMLRequest?, _ call: OperationContext) {
        self.config = config
        self.providerID = providerID
        self.request = request?.providerID == providerID ? request : nil
        self.call = call
    }

    /// Checks a response, whose assertion is used up by that if it is good up to then.
    ///
    /// - Returns: What of it can be trusted.
    /// - Throws: `INVALID_IDP_RESPONSE`, `MISSING_OR_INVALID_NONCE`, with production's message for the first problem.
    func accepted(_ response: SAMLResponse) async throws -> SAMLResponse {
        let response = try await verified(response)
        guard response.status == SAMLResponse.success else { throw WireError.samlStatus(response.status ?? "") }
        guard let assertion = response.assertion else { throw WireError.samlWithout("assertion") }
        try checkParties(response, assertion)
        try checkTime(from: assertion.notBefore, to: assertion.notOnOrAfter)
        try checkTime(from: nil, to: assertion.confirmationEnd)
        if let request {
            guard let outer = response.inResponseTo, let inner = assertion.inResponseTo else {
                throw WireError.samlWithoutRequest
            }
            guard outer == request.id, inner == request.id else { throw WireError.samlOtherRequest }
        }
        try await use(assertion)
        guard assertion.nameID?.nonEmpty != nil else { throw WireError.samlWithoutNameID }
        return response
    }

    private func verified(_ response: SAMLResponse) async throws -> SAMLResponse {
        guard Self.isRequired(call) else { return response }
        let certificates = config?[path: "idpConfig.idpCertificates"]?.arrayValue ?? []
        // This server's sign-in page signs with a key of its own, which is good for the sessions that it was opened for.
        let isByPage = call.rules.idpPages == .builtin && request?.isAnsweredHere == true
        let own = isByPage ? try await call.services.signer.signingKey() : nil
        do throws(SAMLFailure) {
            return try response.verified(by: certificates.compactMap { $0["x509Certificate"]?.stringValue }, or: own)
        } catch {
            throw call.profile == .production ? error.wireError : error.wireError.because(.credentialsVerified)
        }
    }

    private func checkParties(
        _ response: SAMLResponse, _ assertion: SAMLResponse.Assertion
    ) throws(WireError) {
        if let destination = response.destination,
            let callback = config?[path: "spConfig.callbackUri"]?.stringValue,
            destination != callback, destination != request?.continueURI
        {
            throw .samlDestination(destination, expected: callback)
        }
        if let expected = config?[path: "idpConfig.idpEntityId"]?.stringValue {
            // The response itself need not name one.
            for issuer in [assertion.issuer ?? "", response.issuer ?? expected] where issuer != expected {
                throw .samlIssuer(issuer, expected: expected)
            }
        }
        if let party = config?[path: "spConfig.spEntityId"]?.stringValue,
            !assertion.audiences.allSatisfy({ $0.contains(party) })
        {
            throw .samlAudience(expected: party)
        }
    }

    private func checkTime(from start: String?, to end: String?) throws(WireError) {
        if let start = try time(start), start > call.now.advanced(byMilliseconds: Self.tolerance) {
            throw .samlNotYetValid(now: call.now.rfc3339, start: start.rfc3339).because(.notNow(start))
        }
        if let end = try time(end), end <= call.now.advanced(byMilliseconds: -Self.tolerance) {
            throw .samlExpired(now: call.now.rfc3339, end: end.rfc3339).because(
                .notNow(end.advanced(byMilliseconds: -1000)))
        }
    }

    private func time(_ text: String?) throws(WireError) -> Timestamp? {
        guard let text else { return nil }
        guard let time = Timestamp(rfc3339: text) else { throw .samlResponseUnreadable }
        return time
    }

    /// In a transaction of its own, because a refusal of the sign-in must not undo it.
    private func use(_ assertion: SAMLResponse.Assertion) async throws {
        guard let id = assertion.id?.nonEmpty else {
            guard Self.isRequired(call) else { return }
            throw WireError.samlResponseUnreadable
        }
        let ends = [try time(assertion.notOnOrAfter), try time(assertion.confirmationEnd)].compactMap(\.self)
        let end = ends.min()?.advanced(byMilliseconds: Self.tolerance)
        try await call.write { tx in try UsedCredential.use(id, of: providerID, until: end, tx, call) }
    }
}

extension SAMLResponse.Assertion {
    /// In the reference's form, from which profiles are made (idp.md 1.4).
    var document: JSON {
        // Where a name stands more than once, its values are one list (saml.md section 5).
        var values: [String: [JSON]] = [:]
        for attribute in self.attributes { values[attribute.name, default: []] += attribute.values.map(JSON.string) }
        var attributes = JSON.emptyObject
        for name in self.attributes.map(\.name) {
            guard attributes[name] == nil, let values = values[name] else { continue }
            attributes[name] = values.count == 1 ? values.first : .array(values)
        }
        var subject: JSON = ["nameId": nameID.map(JSON.string) ?? .null]
        subject["format"] = .string(nameIDFormat ?? Self.unspecified)
        var document: JSON = ["subject": subject]
        if attributes != .emptyObject { document["attributeStatements"] = attributes }
        return document
    }

    /// The format of a name that states none (SAML core section 2.2.2).
    static let unspecified = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified"
    static let emailAddress = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"

    /// Whether a name of this format may be an address (saml.md section 5).
    static func mayBeAddress(_ format: String) -> Bool { format == emailAddress }
}

extension SAMLFailure {
    /// As the client sees it.
    var wireError: WireError {
        switch self {
        case .libraryMissing: .samlRefused("SAML needs the library libxml2, which this system does not have.")
        case .unreadable: .samlResponseUnreadable
        case .documentType: .samlRefused("SAMLResponse has a document type declaration.")
        case .repeatedID(let id): .samlRefused("SAMLResponse has the ID \(id) more than once.")
        case .severalAssertions: .samlRefused("SAMLResponse has more than one Assertion.")
        case .misplacedAssertion: .samlRefused("SAMLResponse has an Assertion that is not directly below Response.")
        case .encrypted: .samlRefused("SAMLResponse has encrypted elements, which are not supported.")
        case .unsigned: .samlSignatureMissing
        case .badSignature: .samlSignatureInvalid
        }
    }
}
