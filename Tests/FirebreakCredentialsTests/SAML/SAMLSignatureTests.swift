import FirebreakWire
import Testing

@testable import FirebreakCredentials

/// Signatures of SAML responses (saml.md sections 4 and 7), made by an independent implementation.
struct SAMLSignatureTests {
    private let documents: SAMLDocuments
    private let certificate: String

    init() throws {
        documents = try SAMLDocuments.all.get()
        certificate = try #require(documents.certificates["rsa"])
    }

    private static let good = (try? SAMLDocuments.all.get().good) ?? []
    private static let bad = (try? SAMLDocuments.all.get().bad) ?? []

    private func failure(of xml: [UInt8], _ certificates: [String]) -> SAMLFailure? {
        do throws(SAMLFailure) { _ = try SAMLResponse(xml: xml).verified(by: certificates) } catch { return error }
        return nil
    }

    @Test func `there are documents`() {
        #expect(Self.good.count == 13)
        #expect(Self.bad.count == 20)
    }

    @Test("a good signature is verified, in every form that is supported", arguments: good)
    func isVerified(_ document: SAMLDocuments.Document) throws {
        let response = try SAMLResponse(xml: document.xml).verified(by: ["not-a-certificate", document.told])

        #expect(response.assertion?.nameID == "alice@example.test")
        #expect(response.assertion?.id == "_a")
        #expect(response.status == SAMLResponse.success)
        #expect(response.inResponseTo == "_q")
    }

    @Test("what nobody signed is refused", arguments: bad)
    func isRefused(_ document: SAMLDocuments.Document) {
        let expected: [String: SAMLFailure] = [
            "unsigned": .unsigned, "badSignature": .badSignature, "severalAssertions": .severalAssertions,
            "repeatedID": .repeatedID("_a"),
        ]
        #expect(expected[document.told] != nil)
        #expect(failure(of: document.xml, [certificate]) == expected[document.told])
    }

    @Test("a key has to be configured, whatever the response brings along", arguments: good)
    func needsKey(_ document: SAMLDocuments.Document) throws {
        let other = try #require(documents.certificates["other"])

        #expect(failure(of: document.xml, [other, "junk"]) == .badSignature)
        #expect(failure(of: document.xml, []) == .badSignature)
    }

    @Test func `a name is read past its comments`() throws {
        let response = try SAMLResponse(xml: documents.commented).verified(by: [certificate])

        #expect(response.assertion?.nameID == "alice@example.test.evil.test")
    }

    @Test func `a certificate may be Base64 alone`() throws {
        let document = try #require(documents.good.first)
        let lines = document.told.split(separator: "\n").filter { !$0.hasPrefix("-----") }

        for text in [lines.joined(), lines.joined(separator: "\r\n")] {
            #expect(failure(of: document.xml, [text]) == nil)
        }
    }

    // MARK: Signing

    private static let plain = """
        <p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:s="urn:oasis:names:tc:SAML:2.0:assertion">\
        <s:Assertion ID="_1"><s:Issuer>i</s:Issuer><s:Subject><s:NameID>n</s:NameID></s:Subject></s:Assertion>\
        </p:Response>
        """

    @Test func `this server's key signs assertions that it verifies`() throws {
        let key = try SigningKey()
        let signature = try key.signature(ofAssertionIn: Array(Self.plain.utf8))
        let signed = Array(Self.plain.replacing("</s:Issuer>", with: "</s:Issuer>" + signature).utf8)

        #expect(try SAMLResponse(xml: signed).verified(by: [], or: key).assertion?.nameID == "n")
        #expect(try SAMLResponse(xml: signed).verified(by: [key.certificate()]).assertion?.nameID == "n")
        #expect(failure(of: signed, [certificate]) == .badSignature)
        let changed = String(decoding: signed, as: UTF8.self).replacing(">n<", with: ">m<")
        #expect(throws: SAMLFailure.badSignature) {
            try SAMLResponse(xml: Array(changed.utf8)).verified(by: [], or: key)
        }
    }
}
