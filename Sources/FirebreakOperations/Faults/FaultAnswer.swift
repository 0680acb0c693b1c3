import FirebreakWire

/// What a fault answers in place of the operation, as its definition says it.
package struct FaultAnswer: Error, Sendable, Equatable {
    package struct Header: Sendable, Equatable {
        package var name: String
        package var value: String
    }

    package var status: Int
    package var headers: [Header]
    package var body: [UInt8]
    /// The body's type if ``headers`` has none.
    package var contentType: String?

    /// - Parameter definition: A text in it is the body as it is; any other value is sent as JSON.
    init(_ status: Int, _ definition: JSON) {
        self.status = status
        headers = (definition["headers"]?.objectValue ?? []).compactMap { member in
            member.value.stringValue.map { Header(name: member.key, value: $0) }
        }
        switch definition["body"] {
        case nil: body = []
        case .string(let text)?:
            body = Array(text.utf8)
            contentType = "text/plain; charset=utf-8"
        case let value?:
            body = value.bytes
            contentType = "application/json"
        }
    }
}
