import FirebreakWire

/// A body as the journal keeps it.
package struct RecordedBody: Sendable {
    /// How much is kept.
    package static let maximum = Limit.journalBody.maximum

    /// The beginning, if it is longer than ``maximum``.
    package let bytes: [UInt8]
    /// Of the whole body, in bytes.
    package let length: Int
    package let contentType: String?

    /// - Parameter bytes: The whole body, which is not copied unless it is longer than is kept.
    package init(_ bytes: [UInt8], contentType: String?) {
        self.bytes = bytes.count <= Self.maximum ? bytes : Array(bytes.prefix(Self.maximum))
        length = bytes.count
        self.contentType = contentType
    }

    /// - Parameters:
    ///   - beginning: At most ``maximum`` bytes.
    ///   - length: Of the whole body.
    package init(beginning: [UInt8], length: Int, contentType: String?) {
        bytes = beginning
        self.length = length
        self.contentType = contentType
    }

    package static let none = RecordedBody([], contentType: nil)

    package var isWhole: Bool { bytes.count == length }

    /// Bytes of memory that it takes.
    package var memory: Int { bytes.capacity + (contentType?.utf8.count ?? 0) }
}
