import FirebreakWire

extension PlaceholderText.Placeholder {
    func value(in values: MessageValues) -> String {
        switch self {
        case .appName: values.appName
        case .displayName: nonEmpty(values.displayName) ?? ""
        case .email: values.email
        case .link: values.link ?? ""
        case .loginCode: values.code ?? ""
        case .newEmail: values.newEmail ?? ""
        case .secondFactor: values.secondFactor ?? ""
        }
    }
}

extension PlaceholderText {
    /// The text with the values unchanged.
    func plainText(_ values: MessageValues) -> String {
        self.expanded(literal: String.init) { $0.value(in: values) }
    }

    /// The text, which is HTML, with the values escaped.
    func html(_ values: MessageValues) -> HTML {
        HTML(trusted: self.expanded(literal: String.init) { $0.value(in: values).escapedHTML })
    }

    /// The text, which is plain, as HTML: escaped, with its line breaks and a clickable link.
    func htmlFromPlainText(_ values: MessageValues) -> HTML {
        func lines(_ text: some StringProtocol) -> String {
            text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                .map(\.escapedHTML).joined(separator: "<br>\n")
        }
        let html = self.expanded(literal: lines) { placeholder in
            let value = placeholder.value(in: values)
            guard placeholder == .link, !value.isEmpty else { return lines(value) }
            let link = value.escapedHTML
            return "<a href=\"\(link)\">\(link)</a>"
        }
        return HTML(trusted: html)
    }
}
