import FirebreakWire

extension WireError {
    /// What the error says to a person: its words without the code before them, or the code where there are no words.
    func sentence(in profile: Profile) -> String {
        let wording = wording(in: profile)
        let prefix = wording.code + " : "
        return wording.message.begins(with: prefix) ? String(wording.message.dropFirst(prefix.count)) : wording.message
    }
}
