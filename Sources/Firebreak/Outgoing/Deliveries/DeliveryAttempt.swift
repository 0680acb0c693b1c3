import FirebreakControl
import FirebreakCredentials
package import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Makes single attempts to deliver a message (firebreak.md section 5.4).
package struct DeliveryAttempt: Sendable {
    /// Milliseconds for the whole answer of a webhook.
    private static let timeout: Int64 = 10_000

    /// A mail server and what sends mails to it.
    package struct MailServer: Sendable {
        /// As records show it.
        package var name: String
        package var send: @Sendable (SMTPMail) async -> DeliveryFailure?

        package init(name: String, send: @escaping @Sendable (SMTPMail) async -> DeliveryFailure?) {
            self.name = name
            self.send = send
        }
    }

    private let post: OutgoingRequest.Sender
    private let mailServer: MailServer?

    package init(post: @escaping OutgoingRequest.Sender, mailServer: MailServer?) {
        self.post = post
        self.mailServer = mailServer
    }

    /// - Returns: Why the destination did not take the message; `nil` when it did.
    func deliver(_ delivery: PendingDelivery, _ call: ControlCall) async -> DeliveryFailure? {
        switch delivery.destination.kind {
        case .webhook: await post(delivery, call)
        case .smtp: await mail(delivery, call)
        }
    }

    private func post(_ delivery: PendingDelivery, _ call: ControlCall) async -> DeliveryFailure? {
        guard let target = delivery.destination.target, let url = target["url"]?.stringValue,
            let body = try? WireEncoder().encode(MessageResource(call).record(delivery.message))
        else { return DeliveryFailure("the message cannot be posted", isPermanent: true) }
        var request = OutgoingRequest(url: url, body: body, timeout: Self.timeout)
        if let secret = target["secret"]?.stringValue {
            let signature = Digest.hmacSHA256Hex(body, key: Array(secret.utf8))
            request.headers["X-Firebreak-Signature"] = "sha256=\(signature)"
        }
        do throws(OutgoingRequest.Failure) {
            let answer = try await post(request)
            return (200..<300).contains(answer.status) ? nil : DeliveryFailure("HTTP status \(answer.status)")
        } catch {
            switch error {
            case .timedOut: return DeliveryFailure("no answer within \(Self.timeout / 1000) s")
            // The URL's query may be secret.
            case .unreachable, .interrupted, .tooLarge:
                return DeliveryFailure(error.description.substituting(url, with: delivery.destination.name))
            }
        }
    }

    private func mail(_ delivery: PendingDelivery, _ call: ControlCall) async -> DeliveryFailure? {
        guard let mailServer, mailServer.name == delivery.destination.name else {
            return DeliveryFailure("the server now runs without this mail server", isPermanent: true)
        }
        guard let mail = MessageResource(call).outgoingMail(delivery.message) else {
            return DeliveryFailure("the message is not a mail", isPermanent: true)
        }
        guard let recipient = mail.recipient else {
            return DeliveryFailure("SMTP has no form for the address", isPermanent: true)
        }
        return await mailServer.send(
            SMTPMail(sender: mail.sender, recipient: recipient, content: mail.content))
    }
}

/// Why a destination did not take a message.
package struct DeliveryFailure: Sendable, Equatable {
    private static let maximumLength = 300

    /// For the record: on one line, and without anything secret.
    package var text: String
    /// Whether another attempt would end in the same way.
    package var isPermanent: Bool

    package init(_ text: String, isPermanent: Bool = false) {
        let scalars = text.unicodeScalars.prefix(Self.maximumLength).map { $0.isHidden ? " " : $0 }
        self.text = String(String.UnicodeScalarView(scalars))
        self.isPermanent = isPermanent
    }
}
