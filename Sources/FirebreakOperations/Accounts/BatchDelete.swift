import FirebreakStore
import FirebreakWire

/// Deletes many accounts; enabled ones only by force (accounts.md section 13).
package enum BatchDelete: APIOperation {
    package static func isBulk(_ request: Request) -> Bool { (request.localIds?.count ?? 0) > 50 }

    package struct Request: Decodable, Sendable {
        var force: Bool?
        var localIds: [String]?
    }

    package struct Response: Encodable, Sendable {
        package struct Failure: Encodable, Sendable {
            var index: Int
            var localId: String
            var message: String
        }

        var errors: [Failure]?
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        let ids = request.localIds ?? []
        guard (1...1000).contains(ids.count) else { throw WireError.localIDListExceedsLimit }
        await call.findListeners()
        let failures = try await call.write { tx in
            var failures: [Response.Failure] = []
            for (index, id) in ids.enumerated() {
                guard let account = try tx.account(id: AccountID(rawValue: id)) else { continue }
                if account.disabled == true || request.force == true {
                    // Production tells nobody of accounts deleted in bulk (production.md section 8.2).
                    if call.profile.isReference {
                        try call.delete(account, tx)
                    } else {
                        try tx.deleteAccount(account.id)
                    }
                } else {
                    let message = WireError.accountNotDisabled.message(in: call.profile)
                    failures.append(.init(index: index, localId: id, message: message))
                }
            }
            return failures
        }
        return Response(errors: failures.isEmpty ? nil : failures)
    }
}
