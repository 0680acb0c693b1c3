import Firebreak
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test func `asking for a sign-in link mails one`() async throws {
    try await withFirebreak { firebreak in
        // Point the code under test at firebreak.hostAndPort; here the request is made by hand.
        let key = try APIKey.derived(for: "demo-shop")
        var send = URLRequest(
            url: URL(string: "\(firebreak.url)/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=\(key)")!)
        send.httpMethod = "POST"
        send.setValue("application/json", forHTTPHeaderField: "Content-Type")
        send.httpBody = Data(
            #"{"requestType":"EMAIL_SIGNIN","email":"a@example.test","continueUrl":"http://localhost/"}"#.utf8)
        _ = try await URLSession.shared.data(for: send)

        let project = FirebreakProject("demo-shop", at: HTTPTransport(url: firebreak.url))
        let mail = try await project.outbox.next(to: "a@example.test", within: .seconds(5))
        #expect(mail.type == .emailSignIn)
        try await project.clock.advance(by: .seconds(7 * 24 * 3600))
        #expect(try await project.outbox.message(mail.id).status == .expired)
    }
}
