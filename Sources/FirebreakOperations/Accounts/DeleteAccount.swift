import FirebreakStore
import FirebreakWire

/// Deletes the caller's own account, or to an admin's order any (accounts.md section 10).
package enum DeleteAccount: APIOperation {
    package struct Request: Decodable, Sendable {
        package var idToken: String?
        package var localId: String?
    }

    package struct Response: Encodable, Sendable {
        var kind = "identitytoolkit#DeleteAccountResponse"
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        await call.findListeners()
        try await call.write { tx in try call.delete(try target(request, tx, call), tx) }
        return Response()
    }

    private static func target(_ request: Request, _ tx: Transaction, _ call: OperationContext) throws -> Account {
        guard call.isAdmin else {
            guard let idToken = request.idToken, !idToken.isEmpty || call.behavior.emptyCountsAsGiven else {
                throw WireError.missingIDToken
            }
            let user = try call.authenticate(idToken: idToken, tx)
            guard !call.settings.disablesUserDeletion else {
                throw WireError.adminOnlyOperation.because(.setting(.userDeletion))
            }
            try RecentSignIn.check(of: user, call)
            return user.account
        }
        guard let id = request.localId, !id.isEmpty else { throw WireError.missingLocalID }
        guard let account = try tx.account(id: AccountID(rawValue: id)) else { throw WireError.userNotFound }
        return account
    }
}

extension OperationContext {
    /// Deletes an account, which is announced to whoever listens to accounts.
    func delete(_ account: Account, _ tx: Transaction) throws {
        try tx.deleteAccount(account.id)
        if listener(for: .deleted, of: tenant) != nil { tx.announce(.deleted, account) }
    }
}
