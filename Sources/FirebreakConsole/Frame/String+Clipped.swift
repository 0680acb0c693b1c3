import FirebreakPages

extension String {
    /// The text, shortened so that it takes no more than so many bytes in a page: values come from clients, and no view
    /// grows with them.
    func clipped(to bytes: Int) -> String {
        let (beginning, isWhole) = ShortText.beginning(of: self, bytes)
        return isWhole ? self : beginning + "…"
    }
}
