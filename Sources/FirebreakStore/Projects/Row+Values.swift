import FirebreakWire
import GRDB

extension Row {
    /// A moment, stored as milliseconds since 1970.
    func time(_ position: Int) -> Timestamp? { (self[position] as Int64?).map(Timestamp.init(milliseconds:)) }

    /// See ``FreeText``.
    func freeText(_ position: Int) -> String? { (self[position] as String?).map(FreeText.read) }

    /// A value stored as JSON text.
    func json(_ position: Int) throws -> JSON? {
        try (self[position] as String?).map { try JSON(parsing: $0, keys: .stored) }
    }
}
