import FirebreakOperations
package import FirebreakWire

/// The mails that a call to Mailpit's API deletes.
package enum MailpitSelection: Sendable, Equatable {
    case all
    case these([String])

    /// As Mailpit reads it: no list, or an empty one, means all. But a list that cannot be read must not mean all.
    ///
    /// - Parameters:
    ///   - body: JSON, `{"IDs":[…]}`, or a form, `ids=…&ids=…`.
    ///   - isForm: Whether it is a form.
    /// - Throws: `INVALID_ARGUMENT`.
    package init(_ body: [UInt8], isForm: Bool) throws(WireError) {
        guard body.contains(where: { $0 > 0x20 }) else {
            self = .all
            return
        }
        let ids = try isForm ? Self.ids(inForm: body) : Self.ids(inJSON: body)
        self = ids.isEmpty ? .all : .these(ids)
    }

    private static func ids(inForm body: [UInt8]) throws(WireError) -> [String] {
        let fields = FormURLEncoding.parse(String(decoding: body, as: UTF8.self))
        guard fields.allSatisfy({ $0.name.lowercased() == "ids" && !$0.value.isEmpty }) else { throw unreadable }
        return fields.map(\.value)
    }

    private static func ids(inJSON body: [UInt8]) throws(WireError) -> [String] {
        guard let members = (try? JSON(parsing: body))?.objectValue else { throw unreadable }
        var ids: [String] = []
        for member in members {
            guard member.key.lowercased() == "ids", let list = member.value.arrayValue else { throw unreadable }
            for element in list {
                guard let id = element.stringValue else { throw unreadable }
                ids.append(id)
            }
        }
        return ids
    }

    private static let unreadable = WireError.invalidArgument(
        "the body must be {\"IDs\":[…]} or a form with ids; nothing was deleted")
}
