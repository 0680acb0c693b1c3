extension WireError {
    /// The error that a client gets in one profile.
    package struct Wording: Equatable, Sendable {
        package var kind: Kind
        /// `error.message`, exactly as on the wire: no longer than an ``Swift/StringProtocol/excerpt``.
        package var message: String
        /// The message of the one element of `error.errors` where it differs from ``message``.
        package var detailMessage: String?
        /// `error.details`, which only production and our own API send (see ``Kind/detail``).
        package var details: [JSON]?
        /// The code of a sentence, where neither ``details`` nor the status tells it from others.
        package var name: String?
        /// Whether it is a refusal of what stands before the service: the answer is production's whole one in every
        /// profile (production.md section 1.3).
        package var precedesService = false

        package init(
            _ message: String, _ kind: Kind = .business, detailMessage: String? = nil, details: [JSON]? = nil
        ) {
            self.kind = kind
            self.message = message.excerpt
            self.detailMessage = detailMessage
            self.details = details
        }

        /// A refusal of what stands before the service.
        package static func preceding(
            _ message: String, _ kind: Kind, name: String? = nil, detailMessage: String? = nil, details: [JSON]? = nil
        ) -> Wording {
            var wording = Wording(message, kind, detailMessage: detailMessage, details: details)
            wording.name = name
            wording.precedesService = true
            return wording
        }

        /// The word in capitals that the message begins with, which SDKs map to their own errors. Where the message is
        /// a sentence, the reason in its details (AIP-193), else the canonical status.
        package var code: String {
            let word = message.unicodeScalars.prefix {
                ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "_"
            }
            let rest = message[word.endIndex...]
            let isCode = rest.isEmpty || [":", " :", " ("].contains { rest.begins(with: $0) }
            guard word.isEmpty || !isCode else { return String(word) }
            return name ?? Self.reason(in: details) ?? kind.canonicalStatus
        }

        /// The reason that an error's details have.
        package static func reason(in details: [JSON]?) -> String? {
            details?.lazy.compactMap { $0["reason"]?.stringValue }.first
        }
    }
}

/// A text is a business error, such as `"EMAIL_EXISTS"`.
extension WireError.Wording: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { self.init(text) }
}

extension StringProtocol {
    /// The text as answers quote it, which do not say back at any length what a request said: 4,000 bytes of it, room
    /// for the tokens and URLs that Google's own messages quote.
    package var excerpt: String {
        let maximum = 4_000
        guard utf8.count > maximum else { return String(self) }
        var bytes = Array(utf8.prefix(maximum + 1))
        // The first byte that is left out begins a character.
        while let byte = bytes.popLast(), byte & 0xC0 == 0x80 {}
        return String(decoding: bytes, as: UTF8.self) + "…"
    }
}
