package import FirebreakWire

/// Where messages of a project go besides its outbox (firebreak.md section 5.4).
package struct MessageDestination: Sendable, Equatable {
    package enum Kind: String, Sendable {
        /// Every record of the outbox, as JSON.
        case webhook
        /// Mails that were sent, by SMTP.
        case smtp
    }

    package var kind: Kind
    /// As records show it: without anything secret. Deliveries to one name are made in order.
    package var name: String
    /// What a delivery needs beyond the name; stored with it until it is over.
    package var target: JSON?

    package init(kind: Kind, name: String, target: JSON? = nil) {
        self.kind = kind
        self.name = name
        self.target = target
    }

    func takes(_ message: Message) -> Bool {
        switch kind {
        case .webhook: true
        // One that a fault delays goes when it has arrived.
        case .smtp: message.channel == .email && (message.delivery == .sent || message.delivery == .scheduled)
        }
    }
}
