package import FirebreakOperations
import FirebreakStore
package import FirebreakWire

/// Lists or finds accounts of the project or of one of its tenants, for the console: the newest first, which none of
/// Google's methods can do by pages.
package enum ListAccounts: ControlOperation {
    /// All values come from the query of a page.
    package struct Request: Decodable, Sendable {
        package var tenant: String?
        /// What to find: see ``AccountSearch``.
        package var query: String?
        /// `newest`, which is the default, or `id`.
        var sort: String?
        /// As ``AccountList/next`` of another page.
        package var after: String?
        /// As ``AccountList/previous`` of another page.
        package var before: String?
    }

    private enum Sorting: String, CaseIterable {
        case newest, id

        var order: AccountOrder { self == .id ? .byID : .newestFirst }
    }

    /// Accounts on one page, and most accounts that a search lists.
    private static let limit = 50

    /// - Throws: `INVALID_ARGUMENT` for an unknown order and for the mark of a page that is none, `TENANT_NOT_FOUND`.
    ///   Nothing is made, not even a tenant in profile `emulator`.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> AccountList {
        let tenant = request.tenant?.nonEmpty.map(TenantID.init(rawValue:))
        if let tenant {
            let record = try await call.project.tenantRecord(tenant)
            guard record?.isDeleted == false else { throw WireError.tenantNotFound }
        }
        if let search = request.query.flatMap(AccountSearch.init) { return try await find(search, tenant, call) }
        let sorting: Sorting? = try ControlParameter.choice("sort", request.sort?.nonEmpty)
        let boundary = try boundary(request)
        return try await call.project.read(tenant: tenant) { tx in
            let page = try tx.accountPage((sorting ?? .newest).order, boundary, limit: limit)
            return AccountList(
                accounts: page.accounts.map(AccountList.Entry.init), count: try tx.accountCount(), isCut: false,
                previous: page.previous?.mark, next: page.next?.mark)
        }
    }

    private static func find(
        _ search: AccountSearch, _ tenant: TenantID?, _ call: ControlCall
    ) async throws -> AccountList {
        let accounts = try await call.project.read(tenant: tenant) { tx in
            try tx.accounts(found: search, limit: limit + 1)
        }
        return AccountList(
            accounts: accounts.prefix(limit).map(AccountList.Entry.init), count: nil, isCut: accounts.count > limit,
            previous: nil, next: nil)
    }

    private static func boundary(_ request: Request) throws(WireError) -> AccountBoundary? {
        if let after = request.after?.nonEmpty { return .after(try AccountCursor("after", mark: after)) }
        if let before = request.before?.nonEmpty { return .before(try AccountCursor("before", mark: before)) }
        return nil
    }
}

/// Accounts of a project or of one of its tenants, as the console lists them.
package struct AccountList: Encodable, Sendable {
    package var accounts: [Entry]
    /// How many there are; `nil` for what a search found.
    package var count: Int?
    /// Whether a search found more than it lists.
    package var isCut: Bool
    /// The value of `before` that leads to the page before this one; `nil` for the first page.
    package var previous: String?
    /// The value of `after` that leads to the page after this one; `nil` for the last page.
    package var next: String?

    /// One account.
    package struct Entry: Encodable, Sendable {
        package var id: String
        package var email: String?
        package var phoneNumber: String?
        package var displayName: String?
        /// How the person signs in: IDs of providers, and what ``Means`` names besides.
        package var means: [String]
        /// RFC 3339, or what the account has in place of a time.
        package var createdAt: String?
        /// RFC 3339, or what the account has in place of a time.
        package var lastLoginAt: String?
        package var isDisabled: Bool
        /// `nil` without an address.
        package var isEmailVerified: Bool?
        package var secondFactors: Int
    }

    /// Means to sign in by that are no provider of their own on the wire.
    package enum Means {
        package static let emailLink = "emailLink"
        package static let passkey = "passkey"
        package static let custom = "custom"
        package static let anonymous = "anonymous"
    }
}

extension AccountCursor {
    /// The cursor in one word, for the address of a page: time and ID.
    fileprivate var mark: String { "\(created).\(id.rawValue)" }

    fileprivate init(_ parameter: String, mark: String) throws(WireError) {
        let parts = mark.separated(by: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let created = Int64(parts[0]) else {
            throw .invalidArgument("\(parameter) must be what another page of the list leads to")
        }
        self.init(created: created, id: AccountID(rawValue: String(parts[1])))
    }
}

extension AccountList.Entry {
    init(_ account: Account) {
        self.init(
            id: account.id.rawValue, email: account.email, phoneNumber: account.phoneNumber,
            displayName: account.userProfile.displayName, means: Self.means(of: account),
            createdAt: Self.time(account.createdAt),
            lastLoginAt: Self.time(account.lastLoginAt), isDisabled: account.disabled == true,
            isEmailVerified: account.email.map { _ in account.emailVerified == true },
            secondFactors: account.secondFactors?.count ?? 0)
    }

    private static func means(of account: Account) -> [String] {
        var means: [String] = []
        for provider in account.providers ?? [] {
            switch provider {
            case .password:
                // One entry says both.
                if account.passwordHash != nil { means.append(provider.providerID) }
                if account.emailLinkSignIn == true { means.append(AccountList.Means.emailLink) }
            case .phone, .federated: means.append(provider.providerID)
            }
        }
        if account.passkeys?.isEmpty == false { means.append(AccountList.Means.passkey) }
        if account.customAuth == true { means.append(AccountList.Means.custom) }
        return means.isEmpty && account.email == nil ? [AccountList.Means.anonymous] : means
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
        let admin = Call(
            services: call.services, project: call.project,
            settings: try await call.services.settings(of: call.project, tenant: tenant), caller: .admin,
            client: Call.Client(), origin: call.origin)
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

    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> TenantNames {
        let records = try await call.project.read { tx in try tx.tenantRecords(after: nil, limit: limit + 1) }
        return TenantNames(
            tenants: records.prefix(limit).map { record in
                TenantNames.Entry(id: record.id.rawValue, displayName: record.document["displayName"]?.stringValue)
            }, isCut: records.count > limit)
    }
}
