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

    /// Members `kind`, `users` and `nextPageToken`.
    package typealias Response = RawJSON

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
            return users.answer("users", omitsEmpty: call.facts.omitsDefaults) {
                $0.member("kind", "identitytoolkit#DownloadAccountResponse")
            } after: {
                $0.member("nextPageToken", last)
            }
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

/// Writes accounts as the elements of an answer's array, as they are read: an answer may have a hundred thousand of
/// them.
struct AccountListWriter: ~Copyable {
    private let resource: AccountResource
    private var writer = JSONWriter()
    private(set) var count = 0

    init(_ resource: AccountResource) { self.resource = resource }

    mutating func append(_ account: borrowing some AccountFields & ~Copyable) {
        writer.separator()
        resource.write(account, to: &writer)
        count += 1
    }

    /// The whole answer, for which the accounts are copied once.
    ///
    /// - Parameters:
    ///   - key: The member that is the array.
    ///   - omitsEmpty: Whether there is no such member without accounts.
    ///   - before: Writes the members before it.
    ///   - after: Writes those after it.
    consuming func answer(
        _ key: StaticString, omitsEmpty: Bool, before: (inout JSONWriter) -> Void,
        after: (inout JSONWriter) -> Void = { _ in }
    ) -> RawJSON {
        var beginning = JSONWriter()
        beginning.beginObject()
        before(&beginning)
        guard count > 0 || !omitsEmpty else {
            after(&beginning)
            beginning.endObject()
            return RawJSON(beginning.bytes)
        }
        beginning.key(key)
        beginning.beginArray()
        writer.endArray()
        after(&writer)
        writer.endObject()
        return RawJSON(beginning.bytes(followedBy: writer))
    }
}
