extension StringProtocol {
    /// The first occurrence of a text, without Foundation and without a regular expression.
    package func firstRange(of needle: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(needle) { return start..<index(start, offsetBy: needle.count) }
            start = index(after: start)
        }
        return nil
    }
}
