public import FirebreakModel
import FirebreakWire

extension FirebreakProject {
    /// The accounts of the project itself.
    public var accounts: Accounts { Accounts(project: self, tenant: nil) }

    /// Accounts of a project or of one of its tenants, as an admin sees and changes them.
    ///
    /// Its calls are Google's own admin methods, and fail with their codes, such as `EMAIL_EXISTS`.
    public struct Accounts: Sendable {
        let project: FirebreakProject
        let tenant: String?

        /// Those of a tenant.
        public func inTenant(_ id: String) -> Accounts { Accounts(project: project, tenant: id) }
    }

    /// The names that fixtures gave to accounts of the project and its tenants, sorted.
    public func refs() async throws(FirebreakFailure) -> [FixtureRefEntry] {
        try await call(SeedingAPI.refs).refs
    }
}

extension FirebreakProject.Accounts {
    /// A property that an account can lose.
    public struct Property: RawRepresentable, Sendable, Hashable {
        /// The name on the wire.
        public let rawValue: String

        /// A name, known to this version or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The e-mail address, with the sign-in methods that need it.
        public static let email = Self(rawValue: "EMAIL")
        /// The name.
        public static let displayName = Self(rawValue: "DISPLAY_NAME")
        /// The picture.
        public static let photoURL = Self(rawValue: "PHOTO_URL")
    }

    /// Makes an account.
    ///
    /// - Parameters:
    ///   - uid: ID of 1 through 128 characters; by default a random one.
    ///   - email: E-mail address.
    ///   - password: At least six characters, or as the project's password policy demands.
    ///   - phoneNumber: In E.164 form.
    ///   - displayName: What the person is called.
    ///   - photoURL: URL of a picture.
    ///   - isEmailVerified: Whether the address is known to be the person's.
    ///   - isDisabled: Whether the account is barred from signing in.
    ///   - claims: Custom claims, an object of at most 1,000 bytes.
    /// - Returns: The new account.
    /// - Throws: `EMAIL_EXISTS`, `PHONE_NUMBER_EXISTS`, `DUPLICATE_LOCAL_ID`, `WEAK_PASSWORD`, `INVALID_EMAIL` and the
    ///   other codes of Google's method; `CLAIMS_TOO_LARGE` and `FORBIDDEN_CLAIM` leave an account without claims.
    @discardableResult
    public func create(
        uid: String? = nil, email: String? = nil, password: String? = nil, phoneNumber: String? = nil,
        displayName: String? = nil, photoURL: String? = nil, isEmailVerified: Bool? = nil, isDisabled: Bool? = nil,
        claims: JSONValue? = nil
    ) async throws(FirebreakFailure) -> UserRecord {
        struct Answer: Decodable { var localId: String }
        var body = Self.properties(
            email: email, password: password, phoneNumber: phoneNumber, displayName: displayName, photoURL: photoURL,
            isEmailVerified: isEmailVerified)
        body["localId"] = uid.map(JSON.string)
        body["disabled"] = isDisabled.map(JSON.bool)
        let created = try await answer(.post, "", body, as: Answer.self).localId
        if let claims { try await update(created, claims: claims) }
        return try await existing(created)
    }

    /// Changes an account; what is `nil` stays as it is.
    ///
    /// - Parameters:
    ///   - uid: ID of the account.
    ///   - email: A new e-mail address.
    ///   - password: A new password, which ends the sessions of the account.
    ///   - phoneNumber: A new phone number in E.164 form.
    ///   - displayName: What the person is called.
    ///   - photoURL: URL of a picture.
    ///   - isEmailVerified: Whether the address is known to be the person's.
    ///   - isDisabled: Whether the account is barred from signing in.
    ///   - claims: All custom claims from now on, an object of at most 1,000 bytes; an empty one removes them.
    ///   - removing: What the account loses.
    ///   - unlinking: IDs of providers that the person can no longer sign in with, such as `phone` or `google.com`.
    /// - Returns: The account after the change.
    /// - Throws: `USER_NOT_FOUND`, and the codes of
    ///   ``create(uid:email:password:phoneNumber:displayName:photoURL:isEmailVerified:isDisabled:claims:)``; nothing has
    ///   changed then.
    @discardableResult
    public func update(
        _ uid: String, email: String? = nil, password: String? = nil, phoneNumber: String? = nil,
        displayName: String? = nil, photoURL: String? = nil, isEmailVerified: Bool? = nil, isDisabled: Bool? = nil,
        claims: JSONValue? = nil, removing: [Property] = [], unlinking: [String] = []
    ) async throws(FirebreakFailure) -> UserRecord {
        var body = Self.properties(
            email: email, password: password, phoneNumber: phoneNumber, displayName: displayName, photoURL: photoURL,
            isEmailVerified: isEmailVerified)
        body["localId"] = .string(uid)
        body["disableUser"] = isDisabled.map(JSON.bool)
        body["customAttributes"] = claims.map { .string(JSON($0).text) }
        if !removing.isEmpty { body["deleteAttribute"] = .array(removing.map { .string($0.rawValue) }) }
        if !unlinking.isEmpty { body["deleteProvider"] = .array(unlinking.map(JSON.string)) }
        _ = try await project.transport.success(call(.post, ":update", json: body))
        return try await existing(uid)
    }

    /// Deletes an account, with its sessions.
    ///
    /// - Throws: `USER_NOT_FOUND` for an account that does not exist.
    public func delete(_ uid: String) async throws(FirebreakFailure) {
        _ = try await project.transport.success(call(.post, ":delete", json: ["localId": .string(uid)]))
    }

    /// The account with that ID; `nil` if there is none.
    public func find(id: String) async throws(FirebreakFailure) -> UserRecord? { try await find("localId", id) }

    /// The account with that e-mail address; `nil` if there is none.
    public func find(email: String) async throws(FirebreakFailure) -> UserRecord? { try await find("email", email) }

    /// The account with that phone number in E.164 form; `nil` if there is none.
    public func find(phoneNumber: String) async throws(FirebreakFailure) -> UserRecord? {
        try await find("phoneNumber", phoneNumber)
    }

    /// The account to which a fixture gave that name; `nil` if there is none.
    ///
    /// - Parameter ref: The name, of an account of any tenant unless these are the accounts of one.
    public func find(ref: String) async throws(FirebreakFailure) -> UserRecord? {
        let known: FixtureRefEntry
        do {
            known = try await project.call(SeedingAPI.ref, FixtureRefName(ref))
        } catch  where error.code == .notFound {
            return nil
        }
        guard tenant == nil || tenant == known.tenant else { return nil }
        return try await Self(project: project, tenant: known.tenant).find(id: known.localID)
    }

    /// All accounts by ID, read in pages as they are asked for.
    public func list() -> AsyncThrowingStream<UserRecord, any Error> {
        let pages = AccountPages(of: self)
        return AsyncThrowingStream { try await pages.next() }
    }

    /// A page of the accounts that match, the newest first by default.
    ///
    /// - Parameters:
    ///   - filter: Selects accounts.
    ///   - order: By the time of creation unless something else is given.
    ///   - cursor: ``AccountList/next`` of the page before; `nil` for the first page.
    ///   - limit: The maximum number of accounts on the page; 50 by default, never more than 1,000.
    /// - Throws: `TENANT_NOT_FOUND`, `INVALID_ARGUMENT` for a condition or limit that cannot be.
    public func list(
        _ filter: AccountSelection, sortedBy order: AccountSelection.Order? = nil, after cursor: String? = nil,
        limit: Int? = nil
    ) async throws(FirebreakFailure) -> AccountList {
        try await project.call(AccountsAPI.list, page(of: filter, sortedBy: order, after: cursor, limit: limit))
    }

    /// The input of ``list(_:sortedBy:after:limit:)``.
    package func page(
        of filter: AccountSelection, sortedBy order: AccountSelection.Order?, after cursor: String? = nil, limit: Int?
    ) -> ListAccountsRequest {
        Joined(filter, AccountPaging(tenant: tenant, sort: order, after: cursor, limit: limit))
    }

    /// An ID token as if the user had signed in, without asking for a password or a second factor.
    ///
    /// - Parameters:
    ///   - user: ID, e-mail address or ref in a fixture.
    ///   - claims: Override those of the account.
    /// - Throws: `NOT_FOUND`, `USER_DISABLED`, `FORBIDDEN_CLAIM`.
    public func idToken(for user: String, claims: JSONValue? = nil) async throws(FirebreakFailure) -> String {
        try await project.mintToken(for: user, tenant: tenant, claims: claims).idToken
    }

    /// Signs a user in, without asking for a password or a second factor, and tells what a browser keeps of it.
    ///
    /// The session is a real one: the app refreshes it, and it ends as others do.
    ///
    /// - Parameters:
    ///   - user: ID, e-mail address or ref in a fixture.
    ///   - origin: Scheme, host and port of the app, such as `http://localhost:3000`.
    ///   - appName: The name of the web SDK's app; by default that of an app without a name.
    ///   - apiKey: The app's key, which must be one of the project; by default the derived one.
    ///   - persistence: Where the browser keeps the user.
    ///   - provider: How the user signed in, such as `password`; by default the first sign-in method of the account.
    ///   - claims: Override those of the account.
    ///   - lifetime: Lifetime of the ID token in seconds; negative for one that has expired, which the app renews at once.
    /// - Throws: `NOT_FOUND`, `USER_DISABLED`, `FORBIDDEN_CLAIM`; `INVALID_ARGUMENT` for an origin that is not one, and for
    ///   a key of another project.
    public func browserState(
        of user: String, origin: String, appName: String? = nil, apiKey: String? = nil,
        persistence: BrowserState.Persistence = .indexedDB, provider: String? = nil, claims: JSONValue? = nil,
        lifetime: Int? = nil
    ) async throws(FirebreakFailure) -> BrowserState {
        try await project.call(
            TokensAPI.browserState,
            BrowserStateRequest(
                user, origin: origin, appName: appName, apiKey: apiKey, persistence: persistence.rawValue,
                tenant: tenant, claims: claims, provider: provider, lifetime: lifetime))
    }

    // MARK: Calls

    /// What creating and changing have in common.
    private static func properties(
        email: String?, password: String?, phoneNumber: String?, displayName: String?, photoURL: String?,
        isEmailVerified: Bool?
    ) -> JSON {
        var body = JSON.emptyObject
        body["email"] = email.map(JSON.string)
        body["password"] = password.map(JSON.string)
        body["phoneNumber"] = phoneNumber.map(JSON.string)
        body["displayName"] = displayName.map(JSON.string)
        body["photoUrl"] = photoURL.map(JSON.string)
        body["emailVerified"] = isEmailVerified.map(JSON.bool)
        return body
    }

    private func existing(_ uid: String) async throws(FirebreakFailure) -> UserRecord {
        guard let account = try await find(id: uid) else {
            throw FirebreakFailure(.notFound, "The account \(uid) was deleted meanwhile.")
        }
        return account
    }

    private func find(_ property: String, _ value: String) async throws(FirebreakFailure) -> UserRecord? {
        let page = try await answer(
            .post, ":lookup", [property: .array([.string(value)])], as: AccountPages.Page.self)
        return page.users?.first
    }

    fileprivate func page(after token: String?) async throws(FirebreakFailure) -> AccountPages.Page {
        var query: [ControlRequest.Field] = [.init("maxResults", "1000")]
        if let token { query.append(.init("nextPageToken", token)) }
        return try await project.transport.answer(call(.get, ":batchGet", query: query))
    }

    private func answer<Answer: Decodable>(
        _ method: ControlRequest.Method, _ path: String, _ body: JSON, as type: Answer.Type
    ) async throws(FirebreakFailure) -> Answer {
        try await project.transport.answer(call(method, path, json: body), as: type)
    }

    private func call(
        _ method: ControlRequest.Method, _ path: String, query: [ControlRequest.Field] = [], json: JSON? = nil
    ) -> ControlRequest {
        let scope = tenant.map { "/tenants/\(PercentEncoding.encode($0))" } ?? ""
        return project.adminRequest(method, "v1", "\(scope)/accounts\(path)", query: query, json: json)
    }
}

/// Accounts, read page by page.
private actor AccountPages {
    /// The answer to a look-up or to a listing; without members if there is no user.
    struct Page: Decodable, Sendable {
        var users: [UserRecord]?
        var nextPageToken: String?
    }

    private let accounts: FirebreakProject.Accounts
    /// Those of the last page that were not asked for yet, in reverse order.
    private var ready: [UserRecord] = []
    private var token: String?
    private var isAtEnd = false

    init(of accounts: FirebreakProject.Accounts) { self.accounts = accounts }

    func next() async throws -> UserRecord? {
        while ready.isEmpty {
            guard !isAtEnd else { return nil }
            let page = try await accounts.page(after: token)
            ready = (page.users ?? []).reversed()
            token = page.nextPageToken?.nonEmpty
            isAtEnd = token == nil
        }
        return ready.popLast()
    }
}
