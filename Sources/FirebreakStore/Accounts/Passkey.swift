package import FirebreakWire

/// A passkey as look-ups show it. What verifies its signatures is a ``PasskeyCredential``.
package struct Passkey: AccountEntry {
    package enum Key: String {
        case credentialID = "credentialId"
        case name
    }

    package var document: JSON

    package init(document: JSON) { self.document = document }

    package init(credentialID: String, name: String) {
        self.init()
        self[text: .credentialID] = credentialID
        self[text: .name] = name
    }

    package var credentialID: String? { self[text: .credentialID] }
}
