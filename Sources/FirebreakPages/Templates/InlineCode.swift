package import FirebreakWire

/// Sentences of the product: what stands in backquotes is code.
package enum InlineCode {
    package static func html(_ text: String, limit: Int = 4096) -> HTML {
        let (text, isWhole) = ShortText.beginning(of: text, limit)
        var markup: HTML = ""
        for (index, part) in text.separated(by: "`", omittingEmptySubsequences: false).enumerated() {
            let part = String(part)
            markup = index.isMultiple(of: 2) ? "\(markup)\(part)" : "\(markup)<code>\(part)</code>"
        }
        return isWhole ? markup : "\(markup)…"
    }

    /// The same without marks.
    package static func plain(_ text: String) -> String { text.substituting("`", with: "") }
}
