import FirebreakStore
import FirebreakWire

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
