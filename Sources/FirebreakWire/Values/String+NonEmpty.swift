extension String {
    /// `nil` for the empty text, which the reference's checks take for absent.
    package var nonEmpty: String? { isEmpty ? nil : self }
}
