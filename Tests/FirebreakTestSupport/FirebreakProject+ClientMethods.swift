package import FirebreakClient
package import FirebreakWire

extension FirebreakProject {
    /// Calls one of Google's methods as an app does, with the project's key.
    ///
    /// - Parameter method: Such as `accounts:signUp`.
    /// - Throws: What the server refuses, with its code.
    @discardableResult
    package func call(_ method: String, _ body: JSON) async throws(FirebreakFailure) -> JSON {
        let request = ControlRequest(
            .post, "/identitytoolkit.googleapis.com/v1/\(method)", query: [.init("key", apiKey)],
            headers: [.init("content-type", "application/json")], body: body.bytes, timeout: .seconds(300))
        return try await transport.answer(request, as: JSON.self)
    }

    /// Causes a mail with a sign-in link.
    package func requestSignInLink(_ email: String = "alice@example.test") async throws(FirebreakFailure) {
        try await call(
            "accounts:sendOobCode",
            ["requestType": "EMAIL_SIGNIN", "email": .string(email), "continueUrl": "http://localhost/finish"])
    }
}
