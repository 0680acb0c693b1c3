package import FirebreakStore
package import FirebreakWire

/// Exports accounts page by page (accounts.md section 13).
package enum BatchGet: APIOperation {
    /// A page of the default size is answered as fast as a look-up.
    package static func isBulk(_ request: Request) -> Bool { !(0...50).contains(request.maxResults ?? 0) }

    package struct Request: Decodable, Sendable {
        var maxResults: Int?
        var nextPageToken: String?
    }

    /// Members `kind`, `users` and `nextPageToken`.
    package typealias Response = RawJSON

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        let limit = limit(request.maxResults, call.profile)
        return try await call.read { tx in
            let resource = try AccountResource(exporting: call, tx)
            var users = AccountListWriter(resource, kind: "identitytoolkit#DownloadAccountResponse")
            var last: String?
            try tx.forEachAccountRow(after: request.nextPageToken, limit: limit ?? -1) { account in
                users.append(account)
                if users.count == limit { last = account.localID?.text }
            }
            return users.answer(omitsEmpty: call.behavior.omitsDefaults, nextPageToken: last)
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

/// An answer with members `kind` and `users`, whose accounts are written as they are read: there may be a hundred thousand
/// of them.
package struct AccountListWriter: ~Copyable {
    private let resource: AccountResource
    private var writer = JSONWriter()
    private(set) var count = 0

    package init(_ resource: AccountResource, kind: String) {
        self.resource = resource
        writer.beginObject()
        writer.member("kind", kind)
    }

    /// - Parameter last: A member to add to the account.
    package mutating func append(
        _ account: borrowing some AccountFields & ~Copyable, with last: JSON.Member? = nil
    ) {
        if count == 0 { beginUsers() }
        writer.separator()
        resource.write(account, with: last, to: &writer)
        count += 1
    }

    private mutating func beginUsers() {
        writer.key("users")
        writer.beginArray()
    }

    /// The whole answer.
    ///
    /// - Parameter omitsEmpty: Whether there is no member `users` without accounts.
    package consuming func answer(omitsEmpty: Bool, nextPageToken: String? = nil) -> RawJSON {
        if count == 0, !omitsEmpty { beginUsers() }
        if count > 0 || !omitsEmpty { writer.endArray() }
        writer.member("nextPageToken", nextPageToken)
        writer.endObject()
        return RawJSON(writer.bytes)
    }
}
