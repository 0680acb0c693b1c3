import FirebreakTesting
import Foundation
import Hummingbird
import HummingbirdTesting
import ShopApp
import Testing

/// Runs a body with the shop, which talks to the project of the test.
func withShop(_ body: @Sendable (ShopClient, FirebreakProject) async throws -> Void) async throws {
    let project = try #require(FirebreakProject.current)
    let authentication = Authentication(emulator: project.hostAndPort, apiKey: project.apiKey)
    try await Application(router: Shop.router(authentication)).test(.router) { client in
        try await body(ShopClient(client: client), project)
    }
}

/// A browser in front of the shop.
struct ShopClient {
    let client: any TestClientProtocol

    struct Answer {
        var status: HTTPResponse.Status
        var text: String

        var token: String { decoded(Shop.Session.self)?.token ?? "" }

        func decoded<Value: Decodable>(_ type: Value.Type) -> Value? {
            try? JSONDecoder().decode(type, from: Data(text.utf8))
        }
    }

    func askForLink(to email: String) async throws {
        #expect(try await post("/sign-in", #"{"email":"\#(email)"}"#).status == .accepted)
    }

    /// Follows the link of a mail: the action page leads back to the shop.
    func follow(_ mail: OutboxMessage) async throws -> Answer {
        let link = try #require(mail.link?.action)
        let items = URLComponents(string: link)?.queryItems ?? []
        let code = try #require(items.first { $0.name == "oobCode" }?.value)
        let continued = try #require(items.first { $0.name == "continueUrl" }?.value)
        return try await get("\(continued)&oobCode=\(code)")
    }

    func person(with token: String) async throws -> Shop.Person {
        try #require(try await get("/me", token: token).decoded(Shop.Person.self))
    }

    func get(_ url: String, token: String? = nil) async throws -> Answer {
        let path = url.replacing("http://localhost:8080", with: "")
        let headers: HTTPFields = token.map { [.authorization: "Bearer \($0)"] } ?? [:]
        return try await client.execute(uri: path, method: .get, headers: headers) { response in
            Answer(status: response.status, text: String(buffer: response.body))
        }
    }

    func post(_ path: String, _ body: String) async throws -> Answer {
        let headers: HTTPFields = [.contentType: "application/json"]
        return try await client.execute(uri: path, method: .post, headers: headers, body: ByteBuffer(string: body)) {
            Answer(status: $0.status, text: String(buffer: $0.body))
        }
    }
}
