/// An account's ID, `localId` on the wire. Unique within a project or tenant.
package struct AccountID: ByteIdentifier, Sendable, Codable, CustomStringConvertible, JSONText {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package var description: String { rawValue }
    package var text: String { rawValue }

    package func write(to writer: inout JSONWriter) { writer.string(rawValue) }
}
