import Firebreak
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A build without the trait `TLS`. What is not about encryption is as with it: calls of others go over URLSession.
@Suite(.timeLimit(.minutes(20)))
struct WithoutTLSTests {
    @Test func `HTTPS is refused with the reason`() async throws {
        var configuration = EmulatorConfiguration()
        configuration.tlsCertificateFile = "cert.pem"
        configuration.tlsKeyFile = "key.pem"

        let error = await #expect(throws: EmulatorError.self) {
            try await withFirebreak(configuration: configuration) { _ in }
        }
        #expect(error?.code == .invalidConfiguration)
        #expect("\(try #require(error))".contains("this build has no TLS"))
    }

    @Test(arguments: [("smtps://127.0.0.1:9", "this build has no TLS: the trait TLS of the package is off")])
    func `a mail server that wants TLS is not reached`(_ url: String, _ reason: String) async throws {
        var configuration = EmulatorConfiguration()
        configuration.smtp = url
        #expect(try await delivery(configuration) { _ in nil }.lastError == reason)
    }

    @Test func `a receiver of messages is called`() async throws {
        try await withFirebreak { receiver in
            // It is a server that does not have such a path.
            let refused = try await delivery(EmulatorConfiguration()) { _ in receiver.url + "/hook" }
            #expect(refused.lastError == "HTTP status 404")
        }
        let gone = try await withFirebreak { $0.url }
        #expect(try await delivery(EmulatorConfiguration()) { _ in gone }.lastError == "connection refused")
    }

    /// What became of a mail's delivery at the first attempt that failed.
    private func delivery(
        _ configuration: EmulatorConfiguration, to hook: @escaping @Sendable (FirebreakServer) -> String?
    ) async throws -> MessageDelivery {
        try await withFirebreak(configuration: configuration) { firebreak in
            let project = FirebreakProject("demo-shop", at: HTTPTransport(url: firebreak.url))
            if let url = hook(FirebreakServer(url: firebreak.url)) {
                _ = try await project.rules.patch(["messageWebhook": ["url": .string(url)]])
            }
            let key = try APIKey.derived(for: "demo-shop")
            var send = URLRequest(
                url: URL(string: "\(firebreak.url)/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=\(key)")!)
            send.httpMethod = "POST"
            send.setValue("application/json", forHTTPHeaderField: "Content-Type")
            send.httpBody = Data(
                #"{"requestType":"EMAIL_SIGNIN","email":"a@example.test","continueUrl":"http://localhost/"}"#.utf8)
            _ = try await URLSession.shared.data(for: send)
            while true {
                let mail = try await project.outbox.next(within: .seconds(60))
                if let delivery = mail.deliveries?.first, delivery.lastError != nil { return delivery }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }
}
