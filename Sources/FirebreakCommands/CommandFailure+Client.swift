package import FirebreakClient

extension CommandFailure {
    /// The message for a failed call to a server.
    package init(_ failure: FirebreakFailure) {
        self.init(
            failure.code == .unexpectedAnswer
                ? "the server's answer is not what this command expects; is it a Firebreak server?" : failure.message)
    }
}
