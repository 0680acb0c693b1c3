import FirebreakStore
import FirebreakWire

/// Writes accounts as members of one JSON array, as they are read: an answer may have a hundred thousand of them.
struct AccountListWriter: ~Copyable {
    private let resource: AccountResource
    private var writer = JSONWriter()
    private(set) var count = 0

    init(_ resource: AccountResource) {
        self.resource = resource
        writer.beginArray()
    }

    mutating func append(_ account: borrowing some AccountFields & ~Copyable) {
        writer.separator()
        resource.write(account, to: &writer)
        count += 1
    }

    /// The array of those added.
    mutating func list() -> RawJSON {
        writer.endArray()
        return RawJSON(writer.bytes)
    }
}
