/// What a deletion of messages, calls or faults did.
package struct Deletion: Codable, Sendable, Equatable {
    /// How many were deleted.
    package var deleted: Int

    /// The result of a deletion.
    package init(deleted: Int) { self.deleted = deleted }
}
