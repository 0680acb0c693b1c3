import FirebreakStore
package import FirebreakWire

/// Searches and counts accounts (accounts.md section 13, and the discovery document for what the reference leaves out).
package enum QueryAccounts: APIOperation {
    package static func isBulk(_ request: Request) -> Bool { true }

    package struct Request: Decodable, Sendable {
        struct Expression: Decodable, Sendable {
            var email: String?
            var phoneNumber: String?
            var userId: String?
        }

        var expression: [Expression]?
        var limit: String?
        var offset: String?
        var order: Order?
        var returnUserInfo: Bool?
        var sortBy: SortBy?
    }

    enum Order: String, WireEnumeration {
        case unspecified = "ORDER_UNSPECIFIED"
        case ascending = "ASC"
        case descending = "DESC"
    }

    enum SortBy: String, WireEnumeration {
        case unspecified = "SORT_BY_FIELD_UNSPECIFIED"
        case userID = "USER_ID"
        case name = "NAME"
        case createdAt = "CREATED_AT"
        case lastLoginAt = "LAST_LOGIN_AT"
        case email = "USER_EMAIL"

        fileprivate var sortKey: AccountQuery.SortKey {
            switch self {
            case .unspecified, .userID: .id
            case .name: .displayName
            case .createdAt: .createdAt
            case .lastLoginAt: .lastLoginAt
            case .email: .email
            }
        }
    }

    /// Members `recordsCount` and `userInfo`.
    package typealias Response = RawJSON

    /// Most accounts that one answer has, and the number without a limit (production.md section 9).
    private static let maximumLimit = 500

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        let query = try AccountQuery(request, call)
        let resource = AccountResource(call)
        return try await call.readAside { tx in
            guard request.returnUserInfo != false else {
                let count = try tx.accountCount(matching: query)
                return RawJSON((["recordsCount": .string(String(count))] as JSON).bytes)
            }
            var count = 0
            var users = JSONWriter()
            users.beginArray()
            try tx.forEachAccountRow(matching: query) { account in
                users.separator()
                resource.write(account, to: &users)
                count += 1
            }
            users.endArray()
            var answer = JSONWriter()
            answer.beginObject()
            answer.member("recordsCount", String(count))
            if count > 0 || !call.behavior.omitsDefaults {
                answer.key("userInfo")
                answer.raw(users.bytes)
            }
            answer.endObject()
            return RawJSON(answer.bytes)
        }
    }

    fileprivate static func number(_ text: String?, named name: String) throws(WireError) -> Int? {
        guard let text, !text.isEmpty else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw .invalidArgument(member: name, "must be a whole number of zero or more")
        }
        return number
    }

    fileprivate static func limit(_ request: Request, _ call: OperationContext) throws(WireError) -> Int? {
        let limit = try number(request.limit, named: "limit")
        // Reference: without a limit, or with one of zero, all accounts are answered.
        guard call.behavior.enforcesLimits else { return limit.flatMap { $0 > 0 ? min($0, maximumLimit) : nil } }
        return min(limit ?? maximumLimit, maximumLimit)
    }
}

extension AccountQuery {
    fileprivate init(_ request: QueryAccounts.Request, _ call: OperationContext) throws(WireError) {
        self.init()
        // Of several expressions production looks at the first (production.md section 9).
        let expressions = request.expression ?? []
        for expression in call.profile.isReference ? expressions[...] : expressions.prefix(1) {
            // One field counts, the last one of userId, email, phoneNumber; an empty expression means all accounts.
            if let number = expression.phoneNumber, !number.isEmpty {
                let forms = PhoneNumber.forms(of: number, call.profile)
                conditions += (forms.isEmpty ? [number] : forms).map(Condition.phoneNumber)
            } else if let email = expression.email, !email.isEmpty {
                conditions += EmailAddress.spellings(of: EmailAddress.folded(email)).map(AccountQuery.Condition.email)
            } else if let id = expression.userId, !id.isEmpty {
                conditions.append(.id(id))
            } else {
                conditions = []
                break
            }
        }
        sortKey = request.sortBy?.sortKey ?? .id
        descending = request.order == .descending
        // Production turns the order of values around alone.
        tiesDescend = call.profile.isReference
        limit = try QueryAccounts.limit(request, call)
        offset = try QueryAccounts.number(request.offset, named: "offset") ?? 0
    }
}
