package import FirebreakClient

extension CommandFailure {
    /// What a user is told of a call to a server that failed.
    package init(_ failure: FirebreakFailure) {
        self.init(
            failure.code == .unexpectedAnswer
                ? "the server's answer is not what this command expects; is it a Firebreak server?" : failure.message)
    }
}
