import Testing

@testable import FirebreakCredentials

/// SAML core sections 2 and 3.3.3.
struct SAMLResponseTests {
    private static let head = """
        <samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns="urn:oasis:names:tc:SAML:2.0:assertion"
        Destination="https://sp.test/acs?a=1&amp;b=2" InResponseTo="_r">
        """
    private static let signature = #"<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>"#
    private static let assertion = """
        <Assertion><Issuer> https://idp.test </Issuer><Subject><NameID>a<!-- b -->c@x.test</NameID>
        <SubjectConfirmation><SubjectConfirmationData InResponseTo="_r"/></SubjectConfirmation></Subject>
        <Conditions NotBefore="2026-06-01T12:00:00Z" NotOnOrAfter="2026-06-01T12:05:00Z">
        <AudienceRestriction><Audience>one</Audience><Audience>two</Audience></AudienceRestriction>
        <AudienceRestriction><Audience>three</Audience></AudienceRestriction></Conditions>
        <AttributeStatement><Attribute Name="role"><AttributeValue>x &amp; y</AttributeValue>
        <AttributeValue>z</AttributeValue></Attribute><Attribute Name="none"/></AttributeStatement></Assertion>
        """
    private static let status = """
        <samlp:Status><samlp:StatusCode Value="outer"><samlp:StatusCode Value="inner"/></samlp:StatusCode></samlp:Status>
        """

    private func read(_ xml: String) -> SAMLResponse? { SAMLResponse(xml: Array(xml.utf8)) }

    @Test func `everything that counts is read`() throws {
        let response = try #require(read(Self.head + Self.status + Self.assertion + "</samlp:Response>"))

        #expect(response.destination == "https://sp.test/acs?a=1&b=2")
        #expect(response.inResponseTo == "_r")
        #expect(response.status == "outer")
        #expect(!response.isSigned)
        let assertion = try #require(response.assertion)
        #expect(assertion.issuer == "https://idp.test")
        #expect(assertion.nameID == "ac@x.test")
        #expect(assertion.inResponseTo == "_r")
        #expect(assertion.notBefore == "2026-06-01T12:00:00Z")
        #expect(assertion.notOnOrAfter == "2026-06-01T12:05:00Z")
        #expect(assertion.audiences == [["one", "two"], ["three"]])
        #expect(assertion.attributes.map(\.name) == ["role", "none"])
        #expect(assertion.attributes.map(\.values) == [["x & y", "z"], []])
    }

    @Test func `the first assertion counts`() throws {
        let other = "<Assertion><Issuer>other</Issuer><Subject><NameID>other</NameID></Subject></Assertion>"

        let response = try #require(read(Self.head + Self.assertion + other + "</samlp:Response>"))

        #expect(response.assertion?.issuer == "https://idp.test")
        #expect(response.assertion?.nameID == "ac@x.test")
    }

    @Test(arguments: [head + signature + assertion, head + "<Assertion>\(signature)</Assertion>"])
    func `a signature is noticed in both places`(xml: String) {
        #expect(read(xml + "</samlp:Response>")?.isSigned == true)
    }

    @Test func `a response may have no assertion`() throws {
        let response = try #require(read(Self.head + Self.status + "</samlp:Response>"))

        #expect(response.assertion == nil)
    }

    @Test(
        arguments: [
            "", "text", "{}", "<a/>", "<Other><Response/></Other>", "<Response>", "<Response></Other>",
            "<Response/><Response/>",
        ])
    func `anything else is no response`(xml: String) { #expect(read(xml) == nil) }

    @Test func `a document has a size`() {
        func response(_ bytes: Int) -> String {
            let (start, end) = ("<Response><Assertion><Subject><NameID>a</NameID></Subject>", "</Assertion></Response>")
            return start + String(repeating: " ", count: bytes - start.utf8.count - end.utf8.count) + end
        }
        #expect(read(response(SAMLResponseReader.maximumBytes))?.assertion?.nameID == "a")
        #expect(read(response(SAMLResponseReader.maximumBytes + 1)) == nil)
    }

    @Test func `nesting and entities without end are refused`() {
        let depth = 100_000
        let nested = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        #expect(read("<Response>\(nested)</Response>") == nil)

        let entities = (1...12).map { #"<!ENTITY e\#($0) "\#(String(repeating: "&e\($0 - 1);", count: 10))">"# }
        let bomb = #"<!DOCTYPE r [<!ENTITY e0 "ha">\#(entities.joined())]><Response>&e12;</Response>"#
        #expect(read(bomb)?.assertion == nil)
    }
}
