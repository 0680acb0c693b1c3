extension Transaction {
    /// Changes the links of all messages of the project.
    ///
    /// - Parameter change: Makes the new links of a message; `nil` where they stay.
    package func changeLinks(
        _ change: (_ action: String, _ mailed: String) throws -> (action: String, mailed: String)?
    ) throws {
        let messages = try all(
            "SELECT seq, actionLink, mailedLink FROM message WHERE actionLink IS NOT NULL", []
        ) { row in (seq: row[0] as Int64, action: row[1] as String, mailed: row[2] as String?) }
        for message in messages {
            guard let links = try change(message.action, message.mailed ?? message.action) else { continue }
            try run(
                "UPDATE message SET actionLink = ?, mailedLink = ? WHERE seq = ?",
                [links.action, message.mailed == nil ? nil : links.mailed, message.seq])
        }
    }
}
