import FirebreakStore
package import FirebreakWire

/// Exports accounts page by page (accounts.md section 13).
package enum BatchGet: APIOperation {
    /// A page of the default size is answered as fast as a look-up.
    package static func isBulk(_ request: Request) -> Bool { !(0...50).contains(request.maxResults ?? 0) }

    package struct Request: Decodable, Sendable {
        package var maxResults: Int?
        package var nextPageToken: String?
    }

    package struct Response: Encodable, Sendable {
        var kind = "identitytoolkit#DownloadAccountResponse"
        var users: RawJSON?
        var nextPageToken: String?
    }

    package static func run(_ request: Request, _ call: Call) async throws -> Response {
        try call.requireEnabled()
        let limit = limit(request.maxResults, call.profile)
        return try await call.read { tx in
            let resource = try AccountResource(exporting: call, tx)
            var users = AccountListWriter(resource)
            var last: String?
            try tx.forEachAccountRow(after: request.nextPageToken, limit: limit ?? -1) { account in
                users.append(account)
                if users.count == limit { last = account.id.text }
            }
            let isListed = !call.facts.omitsDefaults || users.count > 0
            return Response(users: isListed ? users.list() : nil, nextPageToken: last)
        }
    }

    /// `nil` for all accounts, which the CLI's export asks for by a negative number.
    private static func limit(_ maxResults: Int?, _ profile: Profile) -> Int? {
        switch maxResults {
        case nil: 20
        case 0: profile.isReference ? 20 : 0
        case let count? where count < 0: nil
        case let count?: min(count, 1000)
        }
    }
}

extension BatchGet.Response: SelfWriting {
    package var expectedSize: Int { 256 + (users?.bytes.count ?? 0) }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("kind", kind)
        writer.member("users", users)
        writer.member("nextPageToken", nextPageToken)
    }
}
