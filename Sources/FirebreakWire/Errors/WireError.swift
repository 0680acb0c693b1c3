/// A failure as the client sees it: a row of the catalogue of errors (``ErrorTable``) with what is filled in.
///
/// Rows are members of this type in files `Errors/WireError+<Target>.swift` of the lowest target that throws them.
/// Nothing else builds messages; one place in the HTTP layer renders them.
package struct WireError: Error, Sendable {
    private struct Content: Sendable {
        let name: String
        let values: [String: String]
        let details: [JSON]?
        /// Words that take the place of the row's.
        var wordings: [Profile: Wording] = [:]
        var reason: Reason?
        var field: String?
        var demand: String?
    }

    /// A thrown error is a single reference, however much it says.
    private final class Reference: Sendable {
        let content: Content

        init(_ content: Content) { self.content = content }
    }

    private let reference: Reference
    private var content: Content { reference.content }

    private init(_ content: Content) { reference = Reference(content) }

    private func with(_ change: (inout Content) -> Void) -> WireError {
        var content = content
        change(&content)
        return WireError(content)
    }

    /// A row as the catalogue shows it, or with what is filled in.
    package init(_ row: ErrorRow, _ values: [String: String]? = nil) {
        self.init(Content(name: row.name, values: values ?? row.shown, details: nil))
    }

    /// The row with the name of the member that calls this: `emailExists`, or `duplicateEmail(_:)` without its
    /// parameters.
    ///
    /// - Parameters:
    ///   - values: What is filled in, by the names that the row has for it.
    ///   - details: Those of `error.details` that the row cannot have.
    package static func row(
        _ values: [String: String] = [:], details: [JSON]? = nil, member: String = #function
    ) -> WireError {
        let name = member.parted(at: "(").map { String($0.before) } ?? member
        return WireError(Content(name: name, values: values, details: details))
    }

    /// The same error with what decided it, which clients do not see.
    package func because(_ reason: Reason) -> WireError { with { $0.reason = reason } }

    /// The same error in other words.
    package func worded(_ wording: (Profile) -> Wording) -> WireError {
        let wordings = Dictionary(uniqueKeysWithValues: Profile.allCases.map { ($0, wording($0)) })
        return with { $0.wordings = wordings }
    }

    /// The same error with the member of the request that it is about.
    ///
    /// - Parameter demand: What the member has to be, if the message says that of it: `must be a number`.
    package func about(_ field: String, demand: String? = nil) -> WireError {
        with { content in
            content.field = field
            content.demand = demand
        }
    }

    /// The member of the request that it is about; `nil` if it is about none.
    package var field: String? { content.field ?? row.field }

    /// What ``field`` has to be, as the rest of a sentence about it; `nil` where the message does not say that.
    package var demand: String? { content.demand }

    /// What a form says at ``field`` in place of the message; `nil` where it says the message.
    package var form: String? { row.form(content.values) }

    /// What decided it, where that is known.
    package var reason: Reason? { content.reason }

    /// What the catalogue says of it.
    package var row: ErrorRow { ErrorTable.all[content.name] }

    package func wording(in profile: Profile) -> Wording {
        content.wordings[profile] ?? row.wording(in: profile, content.values, details: content.details)
    }

    /// `error.message`, exactly as on the wire.
    package func message(in profile: Profile) -> String { wording(in: profile).message }

    /// The code of its wording in profile `local`, by which the catalogue is sorted.
    package var code: String { wording(in: .local).code }
}

extension WireError: Equatable {
    /// Whether clients cannot tell them apart in any profile.
    package static func == (left: WireError, right: WireError) -> Bool {
        if left.reference === right.reference { return true }
        let (left, right) = (left.content, right.content)
        return left.name == right.name && left.values == right.values && left.details == right.details
            && left.wordings == right.wordings
    }
}

extension WireError: CustomStringConvertible {
    package var description: String { message(in: .local) }
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
        var detail: [Member]?
        /// The message of that element where it is not the error's.
        package var detailMessage: String?
        /// Whether v1 has it as a plain business error: a code that both versions know, with a status in v2 alone.
        package var isBusinessInV1 = false

        init(_ httpStatus: Int, _ status: String?, _ detail: [Member]? = nil) {
            self.httpStatus = httpStatus
            self.status = status
            self.detail = detail
        }

        /// An upper-case code, optionally followed by ` : ` and an explanation.
        package static let business = Kind(
            400, nil, [Member(key: "reason", value: "invalid"), Member(key: "domain", value: "global")])

        /// `status`, and what production's v2 says where v1 has none.
        var canonicalStatus: String { status ?? (httpStatus == 503 ? "UNAVAILABLE" : "INVALID_ARGUMENT") }
    }
}

extension WireError {
    /// The error that a client gets in one profile.
    package struct Wording: Equatable, Sendable {
        package var kind: Kind
        /// `error.message`, exactly as on the wire: no longer than an ``Swift/StringProtocol/excerpt``.
        package var message: String
        /// `error.details`, which only production and our own API send (see ``Kind/detail``).
        package var details: [JSON]?
        /// The code of a sentence, where neither ``details`` nor the status tells it from others.
        package var name: String?
        /// Whether it is a refusal of what stands before the service: the answer is production's whole one in every
        /// profile (production.md section 1.3).
        package var precedesService = false

        package init(_ message: String, _ kind: Kind = .business, details: [JSON]? = nil) {
            self.kind = kind
            self.message = message.excerpt
            self.details = details
        }

        /// The word in capitals that the message begins with, which SDKs map to their own errors. Where the message is
        /// a sentence, the reason in its details (AIP-193), else the canonical status.
        package var code: String {
            let word = message.unicodeScalars.prefix {
                ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "_"
            }
            let rest = message[word.endIndex...]
            let isCode = rest.isEmpty || [":", " :", " ("].contains { rest.startsWithBytes(of: $0) }
            guard word.isEmpty || !isCode else { return String(word) }
            return name ?? Self.reason(in: details) ?? kind.canonicalStatus
        }

        /// The reason that an error's details have.
        package static func reason(in details: [JSON]?) -> String? {
            details?.lazy.compactMap { $0["reason"]?.stringValue }.first
        }
    }
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
