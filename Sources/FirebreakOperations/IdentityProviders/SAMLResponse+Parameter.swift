import FirebreakCredentials
import FirebreakWire

extension SAMLResponse {
    /// A response as sent by identity providers: XML in Base64.
    ///
    /// - Returns: `nil` for anything else, which may be a response in the reference's form.
    init?(parameter text: String?) {
        guard let text, !text.hasPrefix("{"), let xml = Base64.decode(text.filter { !$0.isWhitespace }) else {
            return nil
        }
        self.init(xml: xml)
    }
}

extension SAMLResponse.Assertion {
    /// In the reference's form, from which profiles are made (idp.md 1.4).
    var document: JSON {
        let attributes = JSON(
            lastWins: self.attributes.map { attribute in
                let values = attribute.values.map(JSON.string)
                return JSON.Member(attribute.name, values.count == 1 ? values[0] : .array(values))
            })
        var document: JSON = ["subject": ["nameId": nameID.map(JSON.string) ?? .null]]
        if attributes != .emptyObject { document["attributeStatements"] = attributes }
        return document
    }
}
