import FirebreakCredentials

extension PasskeyCeremonyCheck {
    /// Any page of `app.example.com`, or of this machine.
    static func example(_ challenge: [UInt8], requiresUserVerification: Bool = true) -> Self {
        let hosts = ["https://app.example.com": "app.example.com", "http://localhost:5173": "localhost"]
        return Self(
            challenge: challenge, isAllowedOrigin: { hosts[$0] }, requiresUserVerification: requiresUserVerification)
    }
}
