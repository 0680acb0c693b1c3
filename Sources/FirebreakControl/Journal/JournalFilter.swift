import FirebreakDiscovery
import FirebreakOperations
package import FirebreakWire

/// Selects entries of the journal. Absent conditions match everything; ``conditions`` says what each one means.
package struct JournalFilter: Sendable {
    var operation: Operation?
    package var status: Status?
    package var error: String?
    var localID: String?
    /// Folded.
    package var email: String?
    var phoneNumber: String?
    var caller: JournalCaller?
    var tenant: String?
    /// What is looked for in all that lists show of a call.
    var search: SearchText?
    /// Only calls after this one: by `seq` in the list of a project, by `id` in that of all.
    package var after: Int64?
    /// Only calls before this one, counted likewise.
    package var before: Int64?

    package init() {}

    /// Operations by name.
    enum Operation: Sendable, Equatable {
        case named(String)
        /// All whose names begin so, with the point: `accounts.`.
        case below(String)

        fileprivate var text: String {
            switch self {
            case .named(let name): name
            case .below(let prefix): prefix + "*"
            }
        }

        fileprivate func includes(_ operation: String?) -> Bool {
            switch self {
            case .named(let name): operation == name
            case .below(let prefix): operation?.startsWithBytes(of: prefix) ?? false
            }
        }
    }

    package enum Status: Sendable, Equatable {
        case code(Int)
        /// By the first digit.
        case category(Int)
        /// An error, or no answer at all; only the console asks for it.
        case failed

        fileprivate var text: String {
            switch self {
            case .code(let code): String(code)
            case .category(let digit): "\(digit)xx"
            case .failed: "failed"
            }
        }

        fileprivate func includes(_ status: Int?) -> Bool {
            switch self {
            case .code(let code): status == code
            case .category(let digit): status.map { $0 / 100 } == digit
            case .failed: status.map { $0 >= 400 } ?? true
            }
        }
    }

    /// Whether everything but the cursors matches.
    func matches(_ entry: JournalEntry) -> Bool { Self.conditions.allSatisfy { $0.isMet(self, entry) } }

    /// The names of the conditions that do not hold.
    func conditions(notMetBy entry: JournalEntry) -> [String] {
        Self.conditions.filter { !$0.isMet(self, entry) }.map(\.name)
    }
}

/// Who calls, by the names of the API.
enum JournalCaller: String, Sendable, CaseIterable {
    case app, admin, anybody

    init(_ caller: OperationContext.Caller) {
        self =
            switch caller {
            case .apiKey: .app
            case .admin: .admin
            case .anybody: .anybody
            }
    }
}

extension JournalFilter {
    /// All conditions but the cursors, in the order in which they are reported.
    static let conditions: [Condition] = [
        Condition("operation", \.operation, text: \.text, read: operation) { $0.includes($1.content.operation) },
        Condition("status", \.status, text: \.text, read: status) { $0.includes($1.content.status) },
        Condition("error", \.error, read: code) { $0 == $1.facts.error },
        Condition("localId", \.localID) { $0 == $1.facts.localID },
        Condition("email", \.email, read: JournalFacts.folded) { $0 == $1.facts.foldedEmail },
        // An unescaped `+` in a query is decoded as a space.
        Condition("phoneNumber", \.phoneNumber, read: { $0.substituting(" ", with: "+") }) {
            $0 == $1.facts.phoneNumber
        },
        Condition(
            parameter: .choice("caller") { filter, caller in filter.caller = caller }, text: { $0.caller?.rawValue },
            isMet: { filter, entry in
                filter.caller.map { $0 == entry.content.record.caller.map(JournalCaller.init) } ?? true
            }),
        Condition("tenant", \.tenant) { $0 == $1.content.record.tenant?.rawValue },
        // The last one, because the most is done for it.
        Condition("q", \.search, text: \.text, read: { text throws(WireError) in try SearchText(text) }) {
            $0.isIn(JournalResource().searchedTexts($1))
        },
    ]

    /// One condition that a filter can have: what a query calls it, how its value is read, and which entries meet it.
    struct Condition: Sendable {
        let parameter: ListingParameter<JournalFilter>
        /// The value that a filter asks for, as written in a query; `nil` if the filter does not use the condition.
        let text: @Sendable (JournalFilter) -> String?
        let isMet: @Sendable (JournalFilter, JournalEntry) -> Bool

        var name: String { parameter.name }

        init(
            parameter: ListingParameter<JournalFilter>, text: @escaping @Sendable (JournalFilter) -> String?,
            isMet: @escaping @Sendable (JournalFilter, JournalEntry) -> Bool
        ) {
            self.parameter = parameter
            self.text = text
            self.isMet = isMet
        }

        /// A condition whose value is not empty.
        init<Value: Sendable>(
            _ name: String, _ member: any WritableKeyPath<JournalFilter, Value?> & Sendable,
            text: @escaping @Sendable (Value) -> String,
            read: @escaping @Sendable (String) throws(WireError) -> Value,
            isMet: @escaping @Sendable (Value, JournalEntry) -> Bool
        ) {
            self.init(
                parameter: ListingParameter(name) { filter, text throws(WireError) in
                    guard let text = try ControlParameter.text(name, text) else { return }
                    filter[keyPath: member] = try read(text)
                }, text: { $0[keyPath: member].map(text) },
                isMet: { filter, entry in filter[keyPath: member].map { isMet($0, entry) } ?? true })
        }

        /// A text.
        init(
            _ name: String, _ member: any WritableKeyPath<JournalFilter, String?> & Sendable,
            read: @escaping @Sendable (String) throws(WireError) -> String = { $0 },
            isMet: @escaping @Sendable (String, JournalEntry) -> Bool
        ) {
            self.init(name, member, text: { $0 }, read: read, isMet: isMet)
        }
    }

    private static func operation(_ text: String) throws(WireError) -> Operation {
        if text.endsWithBytes(of: ".*") {
            let prefix = String(text.dropLast())
            if OperationName.all.contains(where: { $0.startsWithBytes(of: prefix) }) { return .below(prefix) }
        } else if OperationName.all.contains(text) {
            return .named(text)
        }
        throw .invalidArgument(
            member: "operation",
            "must be a name such as accounts.signUp, or accounts.* for all that begin so; "
                + "there is no \(text.onOneLine)")
    }

    private static func status(_ text: String) throws(WireError) -> Status {
        if let code = Int(text), (100...599).contains(code) { return .code(code) }
        if text.count == 3, text.endsWithBytes(of: "xx"), let digit = Int(text.prefix(1)), (1...5).contains(digit) {
            return .category(digit)
        }
        throw .invalidArgument(
            member: "status", "must be an HTTP status such as 400, or one of 1xx, 2xx, 3xx, 4xx, 5xx")
    }

    /// The catalogue does not have the codes that functions and tests make up, so only the form is checked.
    private static func code(_ text: String) throws(WireError) -> String {
        guard text.utf8.allSatisfy({ $0.isASCIIUppercase || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }) else {
            throw .invalidArgument(member: "error", "must be the code of an error, such as EMAIL_EXISTS")
        }
        return text
    }
}

extension JournalFilter: ListingFilter {
    package static let parameters: [ListingParameter<JournalFilter>] = conditions.map(\.parameter)

    package var given: [(name: String, value: String)] {
        let values = Self.conditions.map { ($0.name, $0.text(self)) } + [("after", after.map { String($0) })]
        return values.compactMap { name, value in value.map { (name, $0) } }
    }

    package var waking: JournalFilter { self }

    package var waiterKey: String? {
        if let localID { return "localId:" + localID }
        if let email { return "email:" + email }
        if let phoneNumber { return "phoneNumber:" + phoneNumber }
        if case .named(let name) = operation { return "operation:" + name }
        return nil
    }

    package static func waiterKeys(of entry: JournalEntry) -> [String] {
        let facts = entry.facts
        return [
            facts.localID.map { "localId:" + $0 }, facts.foldedEmail.map { "email:" + $0 },
            facts.phoneNumber.map { "phoneNumber:" + $0 }, entry.content.operation.map { "operation:" + $0 },
        ].compactMap(\.self)
    }

    /// The cursor does not count: a new call comes after those that are known.
    package func matches(_ entry: JournalEntry, at now: Timestamp) -> Bool { matches(entry) }
}
