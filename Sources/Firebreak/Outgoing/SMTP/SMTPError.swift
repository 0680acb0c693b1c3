/// Why a mail was not taken.
struct SMTPError: Error, Sendable, Equatable, CustomStringConvertible {
    /// For the record.
    var description: String
    /// Whether it has words of the server, which may repeat what it was sent.
    var quotesServer = false
    /// Whether another attempt would end in the same way.
    var isPermanent = false

    init(_ description: String, isPermanent: Bool = false, quotesServer: Bool = false) {
        self.description = description
        self.isPermanent = isPermanent
        self.quotesServer = quotesServer
    }

    static let closed = SMTPError("the server closed the connection")
    static let timedOut = SMTPError("the server did not answer in time")

    /// A command that was refused.
    ///
    /// - Parameter command: Without its arguments, which may be secret.
    static func refused(_ command: String, _ reply: SMTPReply, isPermanent: Bool = false) -> SMTPError {
        SMTPError("\(command): \(reply.text)", isPermanent: isPermanent, quotesServer: true)
    }
}
