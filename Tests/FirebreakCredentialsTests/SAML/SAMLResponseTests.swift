import Testing

@testable import FirebreakCredentials

/// SAML core sections 2 and 3.3.3, saml.md section 7.
struct SAMLResponseTests {
    private static let namespaces =
        #"xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns="urn:oasis:names:tc:SAML:2.0:assertion""#
    private static let head = """
        <samlp:Response \(namespaces) Destination="https://sp.test/acs?a=1&amp;b=2" InResponseTo="_r">
        """
    private static let assertion = """
        <Assertion ID="_1"><Issuer> https://idp.test </Issuer><Subject><NameID Format="f">a<!-- b -->c<![CDATA[@x]]>.test\
        </NameID><SubjectConfirmation><SubjectConfirmationData InResponseTo="_r" NotOnOrAfter="2026-06-01T12:06:00Z"/>
        </SubjectConfirmation></Subject>
        <Conditions NotBefore="2026-06-01T12:00:00Z" NotOnOrAfter="2026-06-01T12:05:00Z">
        <AudienceRestriction><Audience>one</Audience><Audience>two</Audience></AudienceRestriction>
        <AudienceRestriction><Audience>three</Audience></AudienceRestriction></Conditions>
        <AttributeStatement><Attribute Name="role"><AttributeValue>x &amp; y</AttributeValue>
        <AttributeValue>z</AttributeValue></Attribute><Attribute Name="none"/></AttributeStatement></Assertion>
        """
    private static let status = """
        <samlp:Status><samlp:StatusCode Value="outer"><samlp:StatusCode Value="inner"/></samlp:StatusCode></samlp:Status>
        """
    private static let end = "</samlp:Response>"

    private func read(_ xml: String) throws(SAMLFailure) -> SAMLResponse { try SAMLResponse(xml: Array(xml.utf8)) }

    private func failure(_ xml: String) -> SAMLFailure? {
        do throws(SAMLFailure) { _ = try read(xml) } catch { return error }
        return nil
    }

    @Test func `everything that counts is read`() throws {
        let response = try read(Self.head + Self.status + Self.assertion + Self.end)

        #expect(response.destination == "https://sp.test/acs?a=1&b=2")
        #expect(response.inResponseTo == "_r")
        #expect(response.status == "outer")
        let assertion = try #require(response.assertion)
        #expect(assertion.id == "_1")
        #expect(assertion.issuer == "https://idp.test")
        #expect(assertion.nameID == "ac@x.test")
        #expect(assertion.nameIDFormat == "f")
        #expect(assertion.inResponseTo == "_r")
        #expect(assertion.confirmationEnd == "2026-06-01T12:06:00Z")
        #expect(assertion.notBefore == "2026-06-01T12:00:00Z")
        #expect(assertion.notOnOrAfter == "2026-06-01T12:05:00Z")
        #expect(assertion.audiences == [["one", "two"], ["three"]])
        #expect(assertion.attributes.map(\.name) == ["role", "none"])
        #expect(assertion.attributes.map(\.values) == [["x & y", "z"], []])
    }

    @Test func `a response may have no assertion`() throws {
        #expect(try read(Self.head + Self.status + Self.end).assertion == nil)
    }

    @Test(
        arguments: [
            "", "text", "{}", "<a/>", "<Response/>", "<Other><Response/></Other>", head, head + "</Other>",
            head + end + head + end, head + "&x;" + end,
        ])
    func `anything else is not a response`(xml: String) { #expect(failure(xml) == .unreadable) }

    /// What could make a document mean something else than what was signed.
    private static let dangerous: [(xml: String, failure: SAMLFailure)] = [
        (head + assertion + "<Assertion/>" + end, .severalAssertions),
        (head + "<samlp:Extensions>\(assertion)</samlp:Extensions>" + end, .misplacedAssertion),
        (head + "<EncryptedAssertion/>" + end, .encrypted),
        (head + assertion.replacing("<NameID", with: "<EncryptedID/><NameID") + end, .encrypted),
        (head + assertion.replacing("<Issuer", with: #"<Issuer ID="_1""#) + end, .repeatedID("_1")),
        (head + assertion.replacing("<Issuer", with: #"<Issuer xml:id="_1""#) + end, .repeatedID("_1")),
        ("<!DOCTYPE Response>" + head + assertion + end, .documentType),
        (#"<!DOCTYPE r [<!ENTITY e "x">]>"# + head + "&e;" + end, .documentType),
        (#"<!DOCTYPE r SYSTEM "file:///etc/passwd">"# + head + end, .documentType),
    ]

    @Test(arguments: 0..<dangerous.count)
    func `a document with two meanings is refused`(_ index: Int) {
        #expect(failure(Self.dangerous[index].xml) == Self.dangerous[index].failure)
    }

    @Test func `a document has a size`() throws {
        func response(_ bytes: Int) -> String {
            let start = Self.head + Self.assertion
            return start + String(repeating: " ", count: bytes - start.utf8.count - Self.end.utf8.count) + Self.end
        }
        #expect(try read(response(XMLTree.maximumBytes)).assertion?.nameID == "ac@x.test")
        #expect(failure(response(XMLTree.maximumBytes + 1)) == .unreadable)
    }

    @Test func `nesting has an end`() {
        func response(_ depth: Int) -> String {
            Self.head + String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth) + Self.end
        }
        #expect(failure(response(XMLTree.maximumDepth - 1)) == nil)
        #expect(failure(response(XMLTree.maximumDepth)) == .unreadable)
        #expect(failure(response(30_000)) == .unreadable)
    }

    @Test func `entities without end are not expanded`() {
        let entities = (1...12).map { #"<!ENTITY e\#($0) "\#(String(repeating: "&e\($0 - 1);", count: 10))">"# }
        let bomb = #"<!DOCTYPE r [<!ENTITY e0 "ha">\#(entities.joined())]>"# + Self.head + "&e12;" + Self.end
        #expect(failure(bomb) == .documentType)
        for text in [
            "<?xml version='1.0'?> <!-- <r> --> <?a <b?>" + bomb, "<!DOCTYPE Response>" + Self.head + Self.end,
        ] {
            #expect(failure(text) == .documentType)
            let wide: [UInt8] = text.utf16.reduce(into: [0xFE, 0xFF]) {
                $0 += [UInt8($1 >> 8), UInt8(truncatingIfNeeded: $1)]
            }
            #expect(throws: SAMLFailure.documentType) { try SAMLResponse(xml: wide) }
        }
    }

    @Test func `what only looks like a document type is read`() throws {
        let comment = "<!-- <!DOCTYPE r> -->"
        #expect(try read(comment + Self.head + comment + Self.assertion + Self.end).assertion != nil)
    }
}
