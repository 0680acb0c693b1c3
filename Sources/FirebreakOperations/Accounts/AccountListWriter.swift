import FirebreakStore
import FirebreakWire

/// Writes accounts as members of one JSON array, as they are read: an answer may have a hundred thousand of them.
struct AccountListWriter: ~Copyable {
    private let resource: AccountResource
    private var writer = JSONWriter()
    private(set) var count = 0
    private(set) var lastID: AccountID?

    init(_ resource: AccountResource) {
        self.resource = resource
        writer.beginArray()
    }

    mutating func append(_ account: Account) {
        writer.separator()
        resource.write(account, to: &writer)
        count += 1
        lastID = account.id
    }

    /// The array of those added.
    mutating func list() -> RawJSON {
        writer.endArray()
        return RawJSON(writer.bytes)
    }
}
