package import FirebreakStore
import FirebreakWire

/// What people look at in a mail that does not do what they expect: its header, and the links in it.
package struct MailInspection: Sendable {
    /// A link of the mail.
    package struct Link: Sendable, Equatable {
        /// What its reader sees: the texts of all links that lead there.
        package var labels: [String]
        /// The address as the mail has it.
        package var address: String
    }

    private static let maximumLinks = 100
    private static let maximumLabel = 200

    /// The fields of the header as they go over the wire, each on one line.
    package let header: [(name: String, value: String)]
    /// Those of the HTML, in their order, each address once; of very many the first.
    package let links: [Link]

    /// - Returns: `nil` for an SMS, and when nothing was delivered.
    package init?(_ message: Message, _ call: ControlCall) {
        guard let mail = MessageResource(call).mail(message) else { return nil }
        header = MailHeader(of: mail.serialized()).fields
        links = Self.links(inHTML: mail.html ?? "")
    }

    static func links(inHTML html: String) -> [Link] {
        var links: [Link] = []
        var scanner = HTMLScanner(html)
        var open: (address: String, label: String)?
        func close() {
            guard let link = open else { return }
            open = nil
            let words = link.label.separated(where: \.properties.isWhitespace).joined(separator: " ")
            let label = words.isEmpty ? [] : [words]
            if let known = links.firstIndex(where: { $0.address.hasSameBytes(as: link.address) }) {
                links[known].labels += label
            } else if links.count < maximumLinks {
                links.append(Link(labels: label, address: link.address))
            }
        }
        while let token = scanner.next() {
            switch token {
            case .open("a", let address):
                close()
                open = address.map { (address: $0, label: "") }
            case .close("a"): close()
            case .text(let scalar):
                if let label = open?.label, label.utf8.count < maximumLabel {
                    open?.label.unicodeScalars.append(scalar)
                }
            case .open(_, _), .close(_): open?.label += " "
            }
        }
        close()
        return links
    }
}
