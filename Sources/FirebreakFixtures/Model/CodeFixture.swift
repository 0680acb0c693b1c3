import FirebreakWire

/// An action code that has been sent.
package struct CodeFixture: Sendable {
    package var path: FixturePath
    package var type: String
    /// An address, which may be that of one of the document's users.
    package var email: String
    package var newEmail: String?
    /// Given, or derived from type and address.
    package var oobCode: String
    package var continueURL: String?
    package var locale: String?
    package var handlesCodeInApp: Bool
}
