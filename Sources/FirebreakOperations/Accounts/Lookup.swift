import FirebreakStore
package import FirebreakWire

/// Answers the caller's own account, or to an admin the accounts that are named (accounts.md section 9).
package enum Lookup: APIOperation {
    package struct Request: Decodable, Sendable {
        struct FederatedUserID: Decodable, Sendable {
            var providerId: String?
            var rawId: String?
        }

        package var email: [String]?
        var federatedUserId: [FederatedUserID]?
        package var idToken: String?
        var initialEmail: [String]?
        package var localId: [String]?
        var phoneNumber: [String]?

        /// How many accounts are named, in whatever way.
        fileprivate var count: Int {
            [email, initialEmail, localId, phoneNumber].reduce(federatedUserId?.count ?? 0) { $0 + ($1?.count ?? 0) }
        }
    }

    /// How many accounts a look-up may name in profile `local` (production.md section 15).
    private static let maximumCount = 100

    /// Members `kind` and `users`.
    package typealias Response = RawJSON

    package static func isBulk(_ request: Request) -> Bool { request.count > 50 }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        let asksTokenFirst = !call.isAdmin && request.idToken != nil && !call.profile.isReference
        if !asksTokenFirst { try call.requireEnabled() }
        let resource = AccountResource(call)
        // Production takes an admin who names no account for a user (production.md section 9).
        guard call.isAdmin, call.profile.isReference || request.count > 0 else {
            guard let idToken = request.idToken, !idToken.isEmpty || call.behavior.emptyCountsAsGiven else {
                throw WireError.missingIDToken
            }
            return try await call.read { tx in
                let account = try call.authenticate(idToken: idToken, tx).account
                // With its tenant, the token has ended (production.md section 8.1).
                guard !call.settings.isDisabled else { throw WireError.tokenExpired.because(.setting(.tenant)) }
                return answer([account], resource)
            }
        }

        guard !call.behavior.limitsListsOfAccounts || request.count <= maximumCount else {
            throw WireError.localIDListExceedsLimit
        }
        return try await call.read { tx in answer(try accounts(request, tx, call), resource) }
    }

    /// The named accounts in the order of the kinds of names, each once.
    private static func accounts(_ request: Request, _ tx: Transaction, _ call: OperationContext) throws -> [Account] {
        var found: [Account] = []
        var ids: Set<AccountID> = []
        func add(_ account: Account?) {
            if let account, ids.insert(account.id).inserted { found.append(account) }
        }
        for id in request.localId ?? [] { add(try tx.account(id: AccountID(rawValue: id))) }
        for email in request.email ?? [] {
            for account in try tx.accounts(email: EmailAddress.folded(email)) { add(account) }
        }
        for number in request.phoneNumber ?? [] {
            for form in PhoneNumber.forms(of: number, call.profile) { add(try tx.account(phoneNumber: form)) }
        }
        for identity in request.federatedUserId ?? [] {
            guard let provider = identity.providerId, let rawID = identity.rawId, !provider.isEmpty, !rawID.isEmpty
            else {
                continue
            }
            add(try tx.account(providerID: provider, rawID: rawID))
        }
        for email in request.initialEmail ?? [] { add(try tx.account(initialEmail: EmailAddress.folded(email))) }
        return found
    }

    private static func answer(_ accounts: [Account], _ resource: AccountResource) -> RawJSON {
        var users = AccountListWriter(resource, kind: "identitytoolkit#GetAccountInfoResponse")
        for account in accounts { users.append(account) }
        // Without accounts there is no list, which the Node Admin SDK depends on.
        return users.answer(omitsEmpty: true)
    }
}
