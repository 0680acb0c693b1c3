package import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Lists or finds accounts of the project or of one of its tenants, for the console: the newest first, which none of
/// Google's methods can do by pages.
package enum ListAccounts: ControlOperation {
    /// All values come from the query of a page.
    package struct Request: Decodable, Sendable {
        package var tenant: String?
        /// What to find: see ``AccountSearch``.
        package var query: String?
        /// `newest`, which is the default, or `id`.
        package var sort: String?
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
        if let after = request.after?.nonEmpty { return .after(try AccountPlace("after", mark: after)) }
        if let before = request.before?.nonEmpty { return .before(try AccountPlace("before", mark: before)) }
        return nil
    }
}

extension AccountPlace {
    /// The place in one word, for the address of a page: time and ID.
    fileprivate var mark: String { "\(created).\(id.rawValue)" }

    fileprivate init(_ parameter: String, mark: String) throws(WireError) {
        let parts = mark.separated(by: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let created = Int64(parts[0]) else {
            throw .invalidArgument("\(parameter) must be what another page of the list leads to")
        }
        self.init(created: created, id: AccountID(rawValue: String(parts[1])))
    }
}
