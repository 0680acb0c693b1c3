/// A mail as a mail server gets it.
package struct OutgoingMail: Sendable, Equatable {
    /// As SMTP writes addresses; `nil` for one that it has no form for.
    package var sender: String?
    /// As SMTP writes addresses; `nil` for one that it has no form for.
    package var recipient: String?
    /// The whole mail, as ``MessageProjection/eml`` shows it.
    package var content: [UInt8]
}
