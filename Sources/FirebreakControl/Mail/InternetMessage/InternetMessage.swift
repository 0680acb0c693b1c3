import FirebreakWire

/// An e-mail in the form that mail programs open (RFC 5322 with MIME).
struct InternetMessage: Sendable {
    /// Address of the sender.
    var from: String
    /// Name of the sender.
    var fromName: String?
    /// Address for replies, if it is not the sender's.
    var replyTo: String?
    var to: String
    var subject: String
    var text: String
    /// HTML; `nil` makes a message of plain text only.
    var html: String?
    /// Unique identifier, such as `msg_x@firebreak.invalid`.
    var messageID: String
    /// The whole mail of an app, which is not made of the parts.
    var source: [UInt8]?
    /// Milliseconds since 1970.
    var dateMilliseconds: Int64

    /// The sender's address as SMTP writes it (RFC 5321, RFC 6531); `nil` for one that cannot be written so.
    var envelopeSender: String? { MailAddress.mailbox(from) }

    /// The same of the recipient.
    var envelopeRecipient: String? { MailAddress.mailbox(to) }

    /// Separates the parts. `=_` cannot occur in quoted-printable content (RFC 2045, section 6.7).
    private static let boundary = "=_firebreak"

    /// The message as it goes over the wire: CRLF, the same bytes every time, and ASCII but for addresses that have letters
    /// beyond it before the `@` (RFC 6532).
    ///
    /// CR and LF in header values are dropped. An address that neither RFC can represent is written as an empty group
    /// with the address as its name (the way of RFC 6857), so that mail clients show it and do not send to it.
    func serialized() -> [UInt8] {
        if let source { return source }
        var lines = [
            "Date: " + mailDate(Timestamp(milliseconds: self.dateMilliseconds)),
            HeaderText.address("From", self.from, name: self.fromName),
        ]
        if let replyTo, !replyTo.isEmpty { lines.append(HeaderText.address("Reply-To", replyTo)) }
        lines += [
            HeaderText.address("To", self.to),
            HeaderText.unstructured("Subject", self.subject),
            "Message-ID: <" + HeaderText.identifier(self.messageID) + ">",
            "MIME-Version: 1.0",
        ]
        if let html {
            lines += ["Content-Type: multipart/alternative; boundary=\"\(Self.boundary)\"", ""]
            lines += ["--" + Self.boundary] + Self.part("text/plain", self.text)
            lines += ["--" + Self.boundary] + Self.part("text/html", html)
            lines += ["--\(Self.boundary)--", ""]
        } else {
            lines += Self.part("text/plain", self.text)
        }
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    private static func part(_ type: String, _ content: String) -> [String] {
        [
            "Content-Type: \(type); charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable",
            "",
            quotedPrintable(content),
        ]
    }
}

/// Writes a time as RFC 5322 does: `Thu, 01 Jan 1970 00:00:00 +0000`.
func mailDate(_ time: Timestamp) -> String { time.internetDate + " +0000" }
