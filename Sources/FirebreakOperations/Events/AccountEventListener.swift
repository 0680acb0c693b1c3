import FirebreakStore
import FirebreakWire

/// Where account events are posted, and in which forms (blocking-functions.md section 5).
struct AccountEventListener: Sendable, Equatable {
    /// What an event looks like on its way.
    enum Form: Sendable, Equatable {
        /// As functions of the 1st generation get it.
        case firstGeneration
        /// A CloudEvent of the 2nd generation, whole in the body.
        case structured
        /// A CloudEvent of the 2nd generation as Eventarc posts it, with its attributes in headers.
        case binary
    }

    /// The choices of rule `accountEvents`.
    enum Format: String, Sendable, CaseIterable {
        case firstGeneration = "v1"
        case secondGeneration = "v2"
        /// The 1st generation's form, then the 2nd's.
        case both
        case eventarc

        var forms: [Form] {
            switch self {
            case .firstGeneration: [.firstGeneration]
            case .secondGeneration: [.structured]
            case .both: [.firstGeneration, .structured]
            case .eventarc: [.binary]
            }
        }
    }

    /// `{project}` in it stands for the project's ID.
    let url: String
    /// In the order in which they are posted.
    let forms: [Form]
}

/// Rule `accountEvents` (firebreak.md section 3.2).
struct AccountEventRule: Sendable, Equatable {
    private let url: String
    private let format: AccountEventListener.Format

    /// - Parameter value: A URL, or `{"url", "format"}`.
    /// - Throws: `INVALID_ARGUMENT` for anything else.
    init(_ value: JSON) throws(WireError) {
        let members = value.objectValue ?? [JSON.Member("url", value)]
        var url: String?
        var format = AccountEventListener.Format.firstGeneration
        for member in members {
            switch (member.key, member.value) {
            case ("url", .string(let text)): url = text
            case ("format", .string(let text)):
                guard let choice = AccountEventListener.Format(rawValue: text) else { throw Self.unknownFormat }
                format = choice
            default: throw Self.invalid
            }
        }
        guard let url, AbsoluteURL(url)?.isWeb == true else { throw Self.invalid }
        self.url = url
        self.format = format
    }

    private static let invalid = WireError.invalidArgument(
        member: "accountEvents", "must be an absolute http or https URL, or {\"url\": …, \"format\": …}",
        called: "rule accountEvents")
    private static let unknownFormat = WireError.invalidArgument(
        "the format of rule accountEvents must be one of "
            + AccountEventListener.Format.allCases.map(\.rawValue).joined(separator: ", ")
    ).about("accountEvents")

    var document: JSON {
        format == .firstGeneration ? .string(url) : ["url": .string(url), "format": .string(format.rawValue)]
    }

    var listener: AccountEventListener { AccountEventListener(url: url, forms: format.forms) }
}
