package import FirebreakModel
import FirebreakOperations
import FirebreakStore
package import FirebreakWire

/// Lists accounts of the project or of one of its tenants (firebreak.md section 4.9): the newest first, and found by a
/// part of what is known of them, which none of Google's methods can do.
package enum ListAccounts: ControlOperation {
    /// All values are texts, because they come from the query.
    package struct Request: Decodable, Sendable {
        package var tenant: String?
        /// What is looked for: see ``AccountFilter/search``.
        var q: String?
        /// See ``AccountFilter/provider``.
        var provider: String?
        /// `true` or `false`, as the three after it.
        var verified: String?
        var disabled: String?
        var claims: String?
        var secondFactor: String?
        /// By default `created`.
        var sort: String?
        /// As ``AccountList/next`` of another page.
        var after: String?
        /// As ``AccountList/previous`` of another page.
        var before: String?
        /// 50 by default.
        var limit: String?

        /// The parameters that select accounts.
        package static let conditions = [
            "tenant", "q", "provider", "verified", "disabled", "claims", "secondFactor",
        ]
    }

    /// Orders by their names in the API.
    package enum Sorting: String, Sendable, CaseIterable {
        case created, lastSignIn, id

        var order: AccountOrder {
            switch self {
            case .created: .newestFirst
            case .lastSignIn: .lastSignInFirst
            case .id: .byID
            }
        }
    }

    private static let defaultLimit: Int64 = 50

    /// - Throws: `INVALID_ARGUMENT` for a condition, order or limit that cannot be and for what is not a cursor,
    ///   `TENANT_NOT_FOUND`. Nothing is made, not even a tenant in profile `emulator`.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> AccountList {
        let tenant = try ControlParameter.text("tenant", request.tenant).map(TenantID.init(rawValue:))
        if let tenant {
            let record = try await call.project.tenantRecord(tenant)
            guard record?.isDeleted == false else { throw WireError.tenantNotFound }
        }
        let filter = try AccountFilter(request)
        let sorting: Sorting? = try ControlParameter.choice("sort", request.sort)
        let limit = try ControlParameter.number("limit", request.limit, in: 1...Int64.max) ?? defaultLimit
        let boundary = try boundary(request)
        let page = try await page(
            (sorting ?? .created).order, boundary, filter, limit: Int(min(limit, ListingPaging.maximumLimit)), tenant,
            call.project)
        return AccountList(
            accounts: page.accounts.map(AccountList.Entry.init), count: page.count, previous: page.previous?.mark,
            next: page.next?.mark)
    }

    private static func page(
        _ order: AccountOrder, _ boundary: AccountBoundary?, _ filter: AccountFilter, limit: Int, _ tenant: TenantID?,
        _ project: Project
    ) async throws -> PagedAccounts {
        guard !filter.isEmpty || order == .lastSignInFirst else {
            return try await project.read(tenant: tenant) { try $0.accountPage(order, boundary, limit: limit) }
        }
        var search = AccountSearch(order, boundary, filter, limit: limit)
        while !search.isComplete {
            try Task.checkCancellation()
            search = try await project.readPart(tenant: tenant) { [search] tx in
                var search = search
                try search.advance(tx)
                return search
            }
        }
        return try await project.read(tenant: tenant) { [search] tx in try search.page(tx) }
    }

    private static func boundary(_ request: Request) throws(WireError) -> AccountBoundary? {
        if let after = request.after { return .after(try AccountCursor("after", mark: after)) }
        if let before = request.before { return .before(try AccountCursor("before", mark: before)) }
        return nil
    }
}

extension AccountFilter {
    fileprivate init(_ request: ListAccounts.Request) throws(WireError) {
        self.init()
        search = try ControlParameter.search(request.q)
        provider = try ControlParameter.text("provider", request.provider)
        isVerified = try ControlParameter.flag("verified", request.verified)
        isDisabled = try ControlParameter.flag("disabled", request.disabled)
        hasClaims = try ControlParameter.flag("claims", request.claims)
        hasSecondFactor = try ControlParameter.flag("secondFactor", request.secondFactor)
    }
}

extension AccountCursor {
    /// The cursor in one word, for the address of a page: time and ID.
    fileprivate var mark: String { "\(time).\(id.rawValue)" }

    fileprivate init(_ parameter: String, mark: String) throws(WireError) {
        let parts = mark.separated(by: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let time = Int64(parts[0]) else {
            throw .invalidArgument(member: parameter, "must be what another page of the list leads to")
        }
        self.init(time: time, id: AccountID(rawValue: String(parts[1])))
    }
}

extension AccountList.Entry {
    init(_ account: Account) {
        self.init(localID: account.id.rawValue)
        email = account.email
        isEmailVerified = account.email.map { _ in account.emailVerified == true }
        phoneNumber = account.phoneNumber
        displayName = account.userProfile.displayName
        isDisabled = account.disabled == true
        hasClaims = !["", "{}"].contains(account.customAttributes ?? "")
        providers = Self.means(of: account)
        secondFactors = account.secondFactors?.count ?? 0
        createdAt = Self.time(account.createdAt)
        lastLoginAt = Self.time(account.lastLoginAt)
    }

    private static func means(of account: Account) -> [String] {
        var means: [String] = []
        for provider in account.providers ?? [] {
            switch provider {
            case .password:
                // One entry says both.
                if account.passwordHash != nil { means.append(provider.providerID) }
                if account.emailLinkSignIn == true { means.append(AccountFilter.Means.emailLink.rawValue) }
            case .phone, .federated: means.append(provider.providerID)
            }
        }
        if account.passkeys?.isEmpty == false { means.append(AccountFilter.Means.passkey.rawValue) }
        if account.customAuth == true { means.append(AccountFilter.Means.custom.rawValue) }
        return means.isEmpty && account.email == nil ? [AccountFilter.Means.anonymous.rawValue] : means
    }

    /// Admins may store any text in place of milliseconds.
    private static func time(_ text: String?) -> String? {
        guard let text, let milliseconds = Int64(text) else { return text }
        let time = Timestamp(milliseconds: milliseconds)
        return time >= Timestamp(milliseconds: 0) && time <= .endOfTime ? time.rfc3339 : text
    }
}

/// One account with what the console shows of it; not an endpoint, because Google's own API has one.
package enum GetAccount: ControlOperation {
    package struct Request: Decodable, Sendable {
        package var localId: String
        package var tenant: String?
    }

    package struct Response: Encodable, Sendable {
        /// As admins see it; `nil` if there is no such account, or no such tenant.
        package var account: JSON?
        /// How its password is hashed, by the name that imports give; `nil` for one that is kept in the clear.
        package var hashAlgorithm: String?
        /// The secrets of its authenticator apps in Base32, by the ID of the second factor.
        package var secrets: [String: String] = [:]
    }

    /// - Throws: Only storage errors. Nothing is made, not even a tenant in profile `emulator`.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> Response {
        let tenant = request.tenant.map(TenantID.init(rawValue:))
        if let tenant {
            guard let record = try await call.project.tenantRecord(tenant), !record.isDeleted else { return Response() }
        }
        let admin = OperationContext(
            services: call.services, project: call.project,
            settings: try await call.services.settings(of: call.project, tenant: tenant), caller: .admin,
            client: OperationContext.Client(), origin: call.origin)
        return try await admin.read { tx in
            guard let account = try tx.account(id: AccountID(rawValue: request.localId)) else { return Response() }
            let settings = try account.hashSettings.flatMap { try tx.hashSettings($0) }
            var answer = Response(
                account: try JSON(parsing: AccountResource(admin).encoded(account).bytes, keys: .stored),
                hashAlgorithm: settings?["hashAlgorithm"]?.stringValue)
            for factor in (account.secondFactors ?? []).compactMap(\.id) {
                answer.secrets[factor] = try tx.totpSecret(of: account.id, enrollmentID: factor).map {
                    Base32.encode($0.secret)
                }
            }
            return answer
        }
    }
}

/// The tenants of a project, to choose from.
package struct TenantNames: Encodable, Sendable {
    /// By ID.
    package var tenants: [Entry]
    /// Whether there are more than these.
    package var isCut: Bool

    /// One tenant.
    package struct Entry: Encodable, Sendable {
        package var id: String
        package var displayName: String?
    }
}

/// The tenants among which a person chooses, for the console; Google's own method lists them in full.
package enum ListTenantNames: ControlOperation {
    /// As many as a person looks through.
    private static let limit = 100

    package static func run(_ request: NoMembers, _ call: ControlCall) async throws -> TenantNames {
        let records = try await call.project.read { tx in try tx.tenantRecords(after: nil, limit: limit + 1) }
        return TenantNames(
            tenants: records.prefix(limit).map { record in
                TenantNames.Entry(id: record.id.rawValue, displayName: record.document["displayName"]?.stringValue)
            }, isCut: records.count > limit)
    }
}
