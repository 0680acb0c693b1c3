extension String {
    /// `nil` for the empty text, which the reference's checks treat as absent.
    package var nonEmpty: String? { isEmpty ? nil : self }
}
