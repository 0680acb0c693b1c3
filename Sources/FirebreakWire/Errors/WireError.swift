/// A failure as the client sees it.
///
/// Operations throw entries of the catalogue (`WireError+Catalogue.swift`) and never build messages themselves; one
/// place in the HTTP layer renders them.
package struct WireError: Error, Equatable, Sendable {
    /// HTTP status, repeated as `error.code`.
    package var code: Int
    /// `error.message`, exactly as on the wire.
    package var message: String
    /// `error.status`; absent for the plain business errors of v1.
    package var status: String?
    /// Members of the one element of `error.errors` besides its message, in their order.
    package var detail: [Member]
    /// The message of that element where it differs from ``message``.
    package var detailMessage: String?
    /// The one element of `error.details`, which only production sends.
    package var details: JSON?

    package struct Member: Equatable, Sendable {
        package var key: String
        package var value: String
    }

    package init(
        code: Int, message: String, status: String? = nil, detail: KeyValuePairs<String, String>,
        detailMessage: String? = nil
    ) {
        self.code = code
        self.message = message
        self.status = status
        self.detail = detail.map { Member(key: $0.key, value: $0.value) }
        self.detailMessage = detailMessage
    }

    /// A business error: HTTP 400 with an upper-case code, optionally followed by ` : ` and an explanation.
    package static func badRequest(_ message: String) -> WireError {
        WireError(code: 400, message: message, detail: ["reason": "invalid", "domain": "global"])
    }

    /// The part of the message before ` : `, which SDKs map to their own errors.
    package var codeWord: String {
        guard let range = message.firstRange(of: " : ") else { return message }
        return String(message[..<range.lowerBound])
    }
}

extension StringProtocol {
    /// The first occurrence of a text, without Foundation and without a regular expression.
    package func firstRange(of needle: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(needle) { return start..<index(start, offsetBy: needle.count) }
            start = index(after: start)
        }
        return nil
    }
}

extension WireError {
    /// Which service's conventions an error is written in.
    package enum Envelope: Sendable {
        /// The reference's, wire.md section 8, used for everything outside profile `production`.
        case reference
        /// Production's v1 (production.md section 1): domain before reason, no status for business errors.
        case productionV1
        /// Production's v2 and secure token service: a status, no `errors`.
        case productionV2
    }

    /// The error body, indented by two spaces.
    package func body(_ envelope: Envelope) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("error")
        writer.beginObject()
        writer.member("code", Int64(code))
        writer.member("message", message)
        if envelope != .productionV2 {
            writer.key("errors")
            writer.beginArray()
            writer.beginObject()
            writer.member("message", detailMessage ?? message)
            // Production has the domain first.
            let members =
                envelope == .productionV1
                ? detail.filter { $0.key == "domain" } + detail.filter { $0.key != "domain" } : detail
            for member in members { writer.member(member.key, member.value) }
            writer.endObject()
            writer.endArray()
        }
        writer.member("status", envelope == .productionV2 ? status ?? "INVALID_ARGUMENT" : status)
        if let details, envelope != .reference { writer.member("details", [details] as JSON) }
        writer.endObject()
        writer.endObject()
        return JSON.indented(writer.bytes)
    }
}
