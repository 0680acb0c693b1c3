import FirebreakStore
import FirebreakWire

/// Ends the sessions of an account; a method of the legacy API only.
package enum SignOutUser: APIOperation {
    package struct Request: Decodable, Sendable {
        package var localId: String?
    }

    package struct Response: Encodable, Sendable {
        var localId: String
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        guard call.isAdmin else { throw WireError.insufficientPermission.because(.credential(.admin)) }
        guard let id = request.localId?.nonEmpty else { throw WireError.missingLocalID }
        return try await call.write { tx in
            guard var account = try tx.account(id: AccountID(rawValue: id)) else { throw WireError.userNotFound }
            try account.endAllSessions(tx, at: call.now)
            try tx.save(account)
            return Response(localId: id)
        }
    }
}
