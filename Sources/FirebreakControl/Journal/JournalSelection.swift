import FirebreakDiscovery
import FirebreakOperations
package import FirebreakWire

/// The calls that a request to the journal selects, and their order (firebreak.md section 12).
///
/// All values are strings, because they come from the query. An empty value is refused, as in ``MessageSelection``.
package struct JournalSelection: Decodable, Sendable {
    /// Only calls with a higher `seq`; in the list of all projects, with a higher `id`.
    package var after: String?
    /// `app`, `admin` or `anybody`.
    package var caller: String?
    /// An address, case-insensitive.
    package var email: String?
    /// The code of an error, such as `EMAIL_EXISTS`.
    package var error: String?
    /// The maximum number of calls: 100 by default, never more than 1,000.
    package var limit: String?
    /// The ID of an account.
    package var localId: String?
    /// A name of an operation, or `accounts.*` for all that begin so.
    package var operation: String?
    /// `asc`, newest last, is the default; or `desc`.
    package var order: String?
    /// A phone number. A space counts as `+`: an unescaped `+` in a query is decoded as a space.
    package var phoneNumber: String?
    /// An HTTP status, or a class of them, such as `4xx`.
    package var status: String?

    /// Selects every call.
    package init() {}

    /// The calls that are selected, regardless of limit and order.
    ///
    /// - Throws: `INVALID_ARGUMENT` for an invalid value; it names the valid ones.
    package func filter() throws(WireError) -> JournalFilter {
        var filter = JournalFilter()
        filter.after = try ControlParameter.number("after", after, in: 0...Int64.max)
        let caller: JournalCaller? = try ControlParameter.choice("caller", caller)
        filter.caller = caller?.caller
        filter.email = try ControlParameter.text("email", email).map { EmailAddress.key(EmailAddress.folded($0)) }
        filter.error = try Self.code(try ControlParameter.text("error", error))
        filter.localID = try ControlParameter.text("localId", localId)
        filter.operation = try Self.operation(try ControlParameter.text("operation", operation))
        filter.phoneNumber = try ControlParameter.text("phoneNumber", phoneNumber).map { text in
            String(text.map { $0 == " " ? "+" : $0 })
        }
        filter.status = try Self.status(try ControlParameter.text("status", status))
        return filter
    }

    /// The maximum number of calls to return, and their order: as of messages.
    ///
    /// - Throws: `INVALID_ARGUMENT` for a limit below 1 and for an unknown order.
    func page() throws(WireError) -> MessageSelection.Page {
        var messages = MessageSelection()
        messages.limit = limit
        messages.order = order
        return try messages.page()
    }

    private static func operation(_ text: String?) throws(WireError) -> JournalFilter.Operation? {
        guard let text else { return nil }
        if text.ends(with: ".*") {
            let prefix = String(text.dropLast())
            if OperationName.all.contains(where: { $0.begins(with: prefix) }) { return .below(prefix) }
        } else if OperationName.all.contains(text) {
            return .named(text)
        }
        throw .invalidArgument(
            "operation must be a name such as accounts.signUp, or accounts.* for all that begin so; "
                + "there is no \(text.onOneLine)")
    }

    private static func status(_ text: String?) throws(WireError) -> JournalFilter.Status? {
        guard let text else { return nil }
        if let code = Int(text), (100...599).contains(code) { return .code(code) }
        if text.count == 3, text.ends(with: "xx"), let digit = Int(text.prefix(1)), (1...5).contains(digit) {
            return .category(digit)
        }
        throw .invalidArgument("status must be an HTTP status such as 400, or one of 1xx, 2xx, 3xx, 4xx, 5xx")
    }

    /// The catalogue does not have the codes that functions and tests make up, so only the form is checked.
    private static func code(_ text: String?) throws(WireError) -> String? {
        guard let text else { return nil }
        guard text.utf8.allSatisfy({ $0.isASCIIUppercase || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }) else {
            throw .invalidArgument("error must be the code of an error, such as EMAIL_EXISTS")
        }
        return text
    }
}

/// Who calls, by the names of the API.
enum JournalCaller: String, CaseIterable {
    case app, admin, anybody

    init(_ caller: Call.Caller) {
        self =
            switch caller {
            case .apiKey: .app
            case .admin: .admin
            case .anybody: .anybody
            }
    }

    var caller: Call.Caller {
        switch self {
        case .app: .apiKey
        case .admin: .admin
        case .anybody: .anybody
        }
    }
}
