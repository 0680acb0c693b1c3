import Firebreak
import FirebreakCredentials
import FirebreakOperations
import FirebreakStore
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Synchronization
import Testing

/// Rule `messageWebhook` and option `--smtp` (firebreak.md section 5.4).
struct DeliveryServiceTests {
    @Test func `each record is posted after its commit, in order`() async throws {
        let fixture = try DeliveryFixture()
        try await fixture.whileDelivering {
            for number in 0..<20 { try await fixture.send(to: "a\(number)@x.test") }

            let deliveries = try await fixture.settled(20)

            #expect(fixture.receiver.bodies.map { $0["to"] } == (0..<20).map { .string("a\($0)@x.test") })
            let records = try await fixture.server.outbox()
            #expect(fixture.receiver.bodies.map { $0["oobCode"] } == records.map { $0["oobCode"] })
            #expect(
                deliveries.allSatisfy { $0 == [["to": "http://hook.test/in", "state": "delivered", "attempts": 1]] })
            #expect(fixture.receiver.posts.allSatisfy { $0.headers.isEmpty })
        }
    }

    @Test func `a post is signed with the secret, which nobody gets to see`() async throws {
        let fixture = try DeliveryFixture(webhook: #"{"url":"http://hook.test/{project}?key=q","secret":"s3cret"}"#)
        try await fixture.whileDelivering {
            try await fixture.send()
            let deliveries = try await fixture.settled()

            let post = try #require(fixture.receiver.posts.first)
            #expect(post.url == "http://hook.test/example?key=q")
            let signature = Digest.hmacSHA256Hex(post.body, key: Array("s3cret".utf8))
            #expect(post.headers == ["X-Firebreak-Signature": "sha256=\(signature)"])
            #expect(deliveries.first?.first?["to"] == "http://hook.test/example")
            let rules = try await fixture.server.control(.get, "/rules")
            #expect(!rules.text.contains("s3cret"))
            #expect(rules["messageWebhook"] == ["url": "http://hook.test/{project}?key=q", "signed": true])
        }
    }

    @Test func `an attempt is repeated after 1, 5, 25 and 125 seconds, then the next message goes`() async throws {
        let fixture = try DeliveryFixture()
        fixture.receiver.onPost { $0 <= 5 ? .success(503) : .success(200) }
        try await fixture.send(to: "a@x.test")
        try await fixture.send(to: "b@x.test")
        try await fixture.whileDelivering {
            let deliveries = try await fixture.settled(2)

            #expect(fixture.receiver.pauses == [1_000, 5_000, 25_000, 125_000])
            #expect(fixture.receiver.bodies.map { $0["to"] } == Array(repeating: "a@x.test", count: 5) + ["b@x.test"])
            #expect(Set(fixture.receiver.posts.dropLast().map(\.body)).count == 1)
            #expect(deliveries[0][0]["state"] == "failed")
            #expect(deliveries[0][0]["attempts"] == 5)
            #expect(deliveries[0][0]["lastError"] == "HTTP status 503")
            #expect(deliveries[1][0]["state"] == "delivered")
        }
    }

    @Test func `a destination that does not answer holds up no other one`() async throws {
        let fixture = try DeliveryFixture(hasMailServer: true)
        fixture.receiver.onPost { _ in
            try? await Task.sleep(for: .seconds(600))
            return .failure(.timedOut)
        }
        try await fixture.whileDelivering {
            try await fixture.send(to: "a@x.test")
            try await fixture.send(to: "b@x.test")

            for _ in 0..<3000 where fixture.receiver.mails.count < 2 { try await Task.sleep(for: .milliseconds(10)) }
            #expect(fixture.receiver.mails.map(\.recipient) == ["a@x.test", "b@x.test"])
            let mail = try #require(fixture.receiver.mails.first)
            let id = try #require(try await fixture.server.outbox().first?["id"]?.stringValue)
            let eml = try await fixture.server.control(.get, "/outbox/\(id).eml")
            #expect(String(decoding: mail.content, as: UTF8.self) == eml.text)
            #expect(mail.sender == "noreply@example.firebaseapp.com")
        }
    }

    @Test func `only mails that were sent go to the mail server`() async throws {
        let fixture = try DeliveryFixture(webhook: nil, hasMailServer: true)
        try await fixture.whileDelivering {
            _ = try await fixture.server.oobLink("EMAIL_SIGNIN", "generated@x.test")
            try await fixture.send(to: "sent@x.test")

            let deliveries = try await fixture.settled(2)
            #expect(deliveries.map(\.count) == [0, 1])
            #expect(fixture.receiver.mails.map(\.recipient) == ["sent@x.test"])
        }
    }

    @Test func `a late mail of a clock that stands goes when the clock is moved to it`() async throws {
        let fixture = try DeliveryFixture(webhook: nil, hasMailServer: true)
        #expect(try await fixture.server.control(.post, "/clock:freeze").status == 200)
        _ = try await fixture.server.control(.post, "/faults", ["on": "outbox.email", "deliverAfter": "10m"])
        try await fixture.whileDelivering {
            try await fixture.send()
            // One that is not late, to see that the late one has been looked at.
            try await fixture.send(to: "b@x.test")
            while fixture.receiver.mails.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            #expect(fixture.receiver.mails.map(\.recipient) == ["b@x.test"])

            #expect(try await fixture.server.control(.post, "/clock:advance", ["by": "10m"]).status == 200)
            _ = try await fixture.settled(2)
            #expect(fixture.receiver.mails.map(\.recipient) == ["b@x.test", "a@x.test"])
        }
    }

    @Test func `a mail that is refused for good is not tried again`() async throws {
        let fixture = try DeliveryFixture(webhook: nil, hasMailServer: true)
        fixture.receiver.onMail { $0 == 1 ? DeliveryFailure("RCPT: 550 no", isPermanent: true) : nil }
        try await fixture.whileDelivering {
            try await fixture.send(to: "a@x.test")
            try await fixture.send(to: "b@x.test")

            let deliveries = try await fixture.settled(2)
            #expect(deliveries[0].map { $0["state"] } == ["failed"])
            #expect(deliveries[0].map { $0["attempts"] } == [1])
            #expect(deliveries[1].map { $0["state"] } == ["delivered"])
            #expect(fixture.receiver.pauses.isEmpty)
        }
    }

    @Test func `what was not delivered goes on after a restart, with the attempts that were made`() async throws {
        try await withTemporaryDirectory { directory in
            do {
                let fixture = try DeliveryFixture(dataDirectory: directory)
                fixture.receiver.onPost { number in
                    // From the second attempt on it takes until the server ends.
                    if number > 1 { try? await Task.sleep(for: .seconds(600)) }
                    return .success(500)
                }
                try await fixture.whileDelivering {
                    try await fixture.send()
                    for _ in 0..<3000 where fixture.receiver.posts.count < 2 {
                        try await Task.sleep(for: .milliseconds(10))
                    }
                    let deliveries = try await fixture.server.outbox().first?["deliveries"]?.arrayValue
                    #expect(deliveries?.first?["attempts"] == 1)
                }
                fixture.server.services.projects.close()
                fixture.server.services.storage.close()
            }
            // Neither the rule nor a request for the project is needed.
            let fixture = try DeliveryFixture(webhook: nil, dataDirectory: directory)
            fixture.server.clock.advance(seconds: 3600)
            try await fixture.whileDelivering {
                for _ in 0..<3000 where fixture.receiver.posts.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
                let deliveries = try await fixture.settled()
                #expect(deliveries.first?.first?["state"] == "delivered")
                #expect(deliveries.first?.first?["attempts"] == 2)
                #expect(fixture.receiver.posts.map(\.url) == [DeliveryFixture.webhook])
            }
        }
    }

    @Test func `a start that is given up says nothing of deliveries`() async throws {
        try await withTemporaryDirectory { directory in
            do {
                let fixture = try DeliveryFixture(dataDirectory: directory)
                try await fixture.send()
                fixture.server.close()
            }
            let log = RecordedLines()
            let fixture = try DeliveryFixture(dataDirectory: directory, log: log)
            // Where it is stopped is a matter of chance.
            for _ in 0..<20 { try await fixture.whileDelivering {} }
            fixture.server.close()

            #expect(log.lines.filter { $0.contains("Deliver") } == [])
        }
    }

    @Test func `a dropped project delivers nothing more and does not come back`() async throws {
        let fixture = try DeliveryFixture()
        try await fixture.send()
        _ = try await fixture.server.send(.delete, "/firebreak/v1/projects/example", nil)
        try await fixture.whileDelivering {
            _ = try await fixture.server.app(
                "accounts:sendOobCode",
                ["requestType": "EMAIL_SIGNIN", "email": "a@x.test", "continueUrl": "http://localhost/"],
                key: "project:other")
            for _ in 0..<3000 where fixture.receiver.posts.isEmpty { try await Task.sleep(for: .milliseconds(10)) }

            #expect(fixture.receiver.posts.count == 1)
            #expect(try fixture.server.services.projects.projects().map(\.rawValue) == ["other"])
        }
    }

    @Test func `without rule and mail server records have no deliveries`() async throws {
        let fixture = try DeliveryFixture(webhook: nil)
        try await fixture.send()

        #expect(try await fixture.server.outbox().first?["deliveries"] == nil)
    }

    @Test(arguments: [
        "ftp://x/", "x", "http://user:pw@x/", #"{"url":"http://x/","secret":5}"#, #"{"secret":"s"}"#,
        #"{"url":"http://x/","signed":true}"#,
    ])
    func `a webhook must be a URL, with a secret at most`(value: String) async throws {
        let server = try TestServer()
        let json = value.hasPrefix("{") ? try JSON(parsing: value) : .string(value)

        let answer = try await server.control(.patch, "/rules", ["messageWebhook": json])

        #expect(answer.status == 400)
        #expect(answer.text.contains("rule messageWebhook must be"))
    }

    @Test func `a new URL does not keep the old one's secret, and exports have none`() async throws {
        let server = try TestServer()
        _ = try await server.control(
            .patch, "/rules", ["messageWebhook": ["url": "http://a/", "secret": "s3cret"]])
        for format in ["fixture", "emulator"] {
            let export = try await server.control(.get, ":export?format=\(format)").text
            #expect(export.contains("http://a/"))
            #expect(!export.contains("s3cret"))
        }

        let answer = try await server.control(.patch, "/rules", ["messageWebhook": ["url": "http://b/"]])

        #expect(answer["messageWebhook"] == "http://b/")
    }
}
