import FirebreakWire

extension ActionLink {
    /// The links of a message for a copy of its project, which is selected by another API key.
    ///
    /// - Parameters:
    ///   - action: The action link.
    ///   - mailed: The same, or a hosting link around it.
    ///   - key: The key that selects the copy.
    ///   - selectsOriginal: Whether a key selects the original project.
    /// - Returns: `nil` if the link has no key of the original project.
    package static func readdressed(
        action: String, mailed: String, to key: String, where selectsOriginal: (String) -> Bool
    ) -> (action: String, mailed: String)? {
        guard let changed = replacingKey(in: action, by: key, where: selectsOriginal) else { return nil }
        let inner = PercentEncoding.encodeComponent(action)
        guard mailed != action, let wrapper = mailed.rest(before: inner) else {
            return (changed, mailed == action ? changed : mailed)
        }
        return (changed, wrapper + PercentEncoding.encodeComponent(changed))
    }

    private static func replacingKey(
        in link: String, by key: String, where selectsOriginal: (String) -> Bool
    ) -> String? {
        guard let (page, query) = link.parted(at: "?") else { return nil }
        let name = "apiKey="
        var isChanged = false
        let parameters = query.separated(by: "&", omittingEmptySubsequences: false)
            .map { parameter -> Substring in
                guard let value = parameter.rest(after: name),
                    selectsOriginal(PercentEncoding.decode(value.utf8, plusIsSpace: true))
                else { return parameter }
                isChanged = true
                return Substring(name + FormURLEncoding.encode(key))
            }
        return isChanged ? "\(page)?\(parameters.joined(separator: "&"))" : nil
    }
}
