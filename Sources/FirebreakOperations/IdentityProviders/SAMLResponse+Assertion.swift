import FirebreakCredentials
import FirebreakWire

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
