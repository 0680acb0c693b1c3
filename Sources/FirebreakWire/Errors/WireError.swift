/// A failure as the client sees it: one row of the catalogue of errors.
///
/// Rows are in files `Errors/WireError+<Area>.swift` of the lowest target that throws them, and each of those files
/// ends with the list of its rows. Nothing else builds messages; one place in the HTTP layer renders them.
package struct WireError: Error, Sendable {
    /// A thrown error is a single reference, however long its texts are.
    private final class Row: Sendable {
        let wording: Wording
        let reference: Wording?
        let production: Wording?
        let area: Area
        let cause: String
        let remedy: String
        let reason: Reason?

        init(
            _ wording: Wording, _ reference: Wording?, _ production: Wording?, _ area: Area, _ cause: String,
            _ remedy: String, _ reason: Reason? = nil
        ) {
            self.wording = wording
            self.reference = reference
            self.production = production
            self.area = area
            self.cause = cause
            self.remedy = remedy
            self.reason = reason
        }
    }

    private let row: Row

    /// - Parameters:
    ///   - wording: The error in each profile for which nothing else is given.
    ///   - reference: The reference's error, for profile `emulator`.
    ///   - production: Production's error, if profile `local` has a wording of its own.
    ///   - cause: What raises it.
    ///   - remedy: What a developer can do about it.
    package init(
        _ wording: Wording, reference: Wording? = nil, production: Wording? = nil, area: Area, cause: String,
        remedy: String
    ) {
        row = Row(wording, reference, production, area, cause, remedy)
    }

    private init(_ row: Row) { self.row = row }

    /// The same error with what decided it, which clients do not see.
    package func because(_ reason: Reason) -> WireError {
        WireError(
            Row(row.wording, row.reference, row.production, row.area, row.cause, row.remedy, reason))
    }

    /// What decided it, where that is known.
    package var reason: Reason? { row.reason }

    package func wording(in profile: Profile) -> Wording {
        switch profile {
        case .local: row.wording
        case .emulator: row.reference ?? row.wording
        case .production: row.production ?? row.wording
        }
    }

    /// `error.message`, exactly as on the wire.
    package func message(in profile: Profile) -> String { wording(in: profile).message }

    // MARK: For the catalogue

    /// The name by which the row is sorted: the code of its wording in profile `local`.
    package var code: String { row.wording.code }
    package var area: Area { row.area }
    /// What raises it, in sentences.
    package var cause: String { row.cause }
    /// What a developer can do about it, in sentences.
    package var remedy: String { row.remedy }
}

extension WireError: Equatable {
    /// Whether clients cannot tell them apart in any profile.
    package static func == (left: WireError, right: WireError) -> Bool {
        left.row === right.row || Profile.allCases.allSatisfy { left.wording(in: $0) == right.wording(in: $0) }
    }
}

extension WireError: CustomStringConvertible {
    package var description: String { row.wording.message }
}

extension WireError {
    /// What a row is about.
    package enum Area: String, Sendable, CaseIterable {
        case accounts
        case actionCodes
        case blockingFunctions
        case callers
        case configuration
        case control
        case identityProviders
        case passkeys
        case passwords
        case phone
        case requests
        case secondFactors
        case tenants
        case tokens
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
    package func body(in profile: Profile, _ envelope: Envelope) -> [UInt8] {
        wording(in: profile).body(envelope)
    }
}

extension WireError.Wording {
    /// The error body, indented by two spaces.
    package func body(_ envelope: WireError.Envelope) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("error")
        writer.beginObject()
        writer.member("code", Int64(kind.httpStatus))
        writer.member("message", message)
        if envelope != .productionV2, let detail = kind.detail { write(detail, envelope, to: &writer) }
        writer.member("status", envelope == .productionV2 ? kind.canonicalStatus : kind.status)
        if let details, envelope != .reference || kind.detail == nil { writer.member("details", .array(details)) }
        writer.endObject()
        writer.endObject()
        return JSON.indented(writer.bytes)
    }

    private func write(
        _ detail: [WireError.Kind.Member], _ envelope: WireError.Envelope, to writer: inout JSONWriter
    ) {
        writer.key("errors")
        writer.beginArray()
        writer.beginObject()
        writer.member("message", detailMessage ?? message)
        // Production has the domain first.
        let members =
            envelope == .productionV1
            ? detail.filter { $0.key == "domain" } + detail.filter { $0.key != "domain" } : detail
        for member in members { writer.member(named: member.key, .string(member.value)) }
        writer.endObject()
        writer.endArray()
    }
}

extension WireError {
    /// HTTP status, canonical status and the members that go with them (wire.md section 8).
    package struct Kind: Equatable, Sendable {
        package struct Member: Equatable, Sendable {
            package var key: String
            package var value: String
        }

        /// Repeated as `error.code`.
        package var httpStatus: Int
        /// `error.status`; absent for the plain business errors of v1.
        package var status: String?
        /// Members of the one element of `error.errors` besides its message, in their order. Without any there is no
        /// `error.errors`, which only our own API has; then `error.details` are for all.
        package var detail: [Member]?
        /// Whether v1 has it as a plain business error: a code that both versions know, with a status in v2 alone.
        package var isBusinessInV1 = false

        package init(_ httpStatus: Int, _ status: String?, _ detail: KeyValuePairs<String, String>?) {
            self.httpStatus = httpStatus
            self.status = status
            self.detail = detail?.map { Member(key: $0.key, value: $0.value) }
        }

        /// `status`, and what production's v2 says where v1 has none.
        package var canonicalStatus: String { status ?? (httpStatus == 503 ? "UNAVAILABLE" : "INVALID_ARGUMENT") }
    }
}

extension WireError.Kind {
    /// An upper-case code, optionally followed by ` : ` and an explanation.
    package static let business = WireError.Kind(400, nil, ["reason": "invalid", "domain": "global"])
    /// A business error with a status in v1 as well.
    package static let invalidArgument = WireError.Kind(
        400, "INVALID_ARGUMENT", ["reason": "invalid", "domain": "global"])
    /// The same for what production tells in a sentence.
    package static let badRequest = WireError.Kind(
        400, "INVALID_ARGUMENT", ["reason": "badRequest", "domain": "global"])
    package static let unauthenticated = WireError.Kind(
        401, "UNAUTHENTICATED", ["reason": "required", "domain": "global"])
    package static let forbidden = WireError.Kind(
        403, "PERMISSION_DENIED", ["reason": "forbidden", "domain": "global"])
    package static let notFound = WireError.Kind(404, "NOT_FOUND", ["reason": "notFound"])
    package static let alreadyExists = WireError.Kind(
        409, "ALREADY_EXISTS", ["reason": "alreadyExists", "domain": "global"])
    package static let resourceExhausted = WireError.Kind(
        429, "RESOURCE_EXHAUSTED", ["reason": "rateLimitExceeded", "domain": "global"])
    /// 404, which v1 answers as a business error.
    package static let notFoundInV2: WireError.Kind = {
        var kind = notFound
        kind.isBusinessInV1 = true
        return kind
    }()
    package static let notImplemented = WireError.Kind(501, "NOT_IMPLEMENTED", ["reason": "unimplemented"])
    package static let unavailable = WireError.Kind(
        503, "UNAVAILABLE", ["reason": "backendError", "domain": "global"])
}

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
