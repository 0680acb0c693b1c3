import AsyncHTTPClient
import Foundation
import NIOCore

/// Firebase Authentication, over its REST interface.
public struct Authentication: Sendable {
    /// Scheme and host with everything before the paths of the interface.
    let base: String
    let apiKey: String

    /// - Parameters:
    ///   - emulator: The value of `FIREBASE_AUTH_EMULATOR_HOST`; `nil` for the service itself.
    ///   - apiKey: The API key of the project.
    public init(emulator: String?, apiKey: String) {
        let host = "identitytoolkit.googleapis.com"
        base = emulator.map { "http://\($0)/\(host)" } ?? "https://\(host)"
        self.apiKey = apiKey
    }

    struct User: Codable {
        var localId: String
        var email: String?
        /// JSON.
        var customAttributes: String?

        var claims: Claims? {
            get throws { try customAttributes.map { try JSONDecoder().decode(Claims.self, from: Data($0.utf8)) } }
        }
    }

    /// The custom claims that the shop knows.
    struct Claims: Decodable {
        var role: String?
    }

    struct SignedIn: Codable {
        var idToken: String
        var isNewUser: Bool?
    }

    /// A code of the service, such as `EXPIRED_OOB_CODE`.
    struct Failure: Error, Equatable {
        var code: String
    }

    private struct Envelope: Decodable {
        struct Content: Decodable { var message: String }

        var error: Content
    }

    func sendSignInLink(to email: String, continueURL: String) async throws {
        struct Request: Encodable {
            var requestType = "EMAIL_SIGNIN"
            var email: String
            var continueUrl: String
            var canHandleCodeInApp = true
        }
        struct Answer: Decodable {}
        _ = try await call("sendOobCode", Request(email: email, continueUrl: continueURL), as: Answer.self)
    }

    func signIn(email: String, oobCode: String) async throws -> SignedIn {
        try await call("signInWithEmailLink", ["email": email, "oobCode": oobCode], as: SignedIn.self)
    }

    func user(of idToken: String) async throws -> User? {
        struct Answer: Decodable { var users: [User]? }
        return try await call("lookup", ["idToken": idToken], as: Answer.self).users?.first
    }

    private func call<Answer: Decodable>(
        _ method: String, _ body: some Encodable, as type: Answer.Type
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: "\(base)/v1/accounts:\(method)?key=\(apiKey)")
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(body)))
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let answer = Data(try await response.body.collect(upTo: 1 << 20).readableBytesView)
        guard response.status == .ok else {
            let message = try JSONDecoder().decode(Envelope.self, from: answer).error.message
            throw Failure(code: message.components(separatedBy: " : ")[0])
        }
        return try JSONDecoder().decode(Answer.self, from: answer)
    }
}
