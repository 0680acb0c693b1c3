import Firebreak
import FirebreakOperations
import FirebreakStore
import FirebreakTestSupport
import FirebreakWire
import Synchronization
import Testing

/// A server whose messages go to a webhook and a mail server that a test speaks for. Pauses take no time: they move the
/// server's clock.
struct DeliveryFixture {
    static let webhook = "http://hook.test/in"
    static let mailServer = "smtp://mail.test:25"

    /// Stands in for both destinations.
    final class Receiver: Sendable {
        struct State {
            var posts: [OutgoingRequest] = []
            var mails: [SMTPMail] = []
            var pauses: [Int64] = []
            var post: @Sendable (Int) async -> Result<Int, OutgoingRequest.Failure> = { _ in .success(204) }
            var mail: @Sendable (Int) async -> DeliveryFailure? = { _ in nil }
        }
        let state = Mutex(State())

        /// - Parameter answer: Gets the number of the attempt, from 1, and answers the status.
        func onPost(_ answer: @escaping @Sendable (Int) async -> Result<Int, OutgoingRequest.Failure>) {
            state.withLock { $0.post = answer }
        }
        func onMail(_ answer: @escaping @Sendable (Int) async -> DeliveryFailure?) {
            state.withLock { $0.mail = answer }
        }
        var posts: [OutgoingRequest] { state.withLock { $0.posts } }
        var mails: [SMTPMail] { state.withLock { $0.mails } }
        var pauses: [Int64] { state.withLock { $0.pauses } }
        var bodies: [JSON] { posts.map { (try? JSON(parsing: $0.body)) ?? .null } }

        func post(_ request: OutgoingRequest) async throws(OutgoingRequest.Failure) -> OutgoingRequest.Response {
            let (answer, number) = state.withLock { state in
                state.posts.append(request)
                return (state.post, state.posts.count)
            }
            return OutgoingRequest.Response(status: try await answer(number).get(), body: [])
        }

        func mail(_ mail: SMTPMail) async -> DeliveryFailure? {
            let (answer, number) = state.withLock { state in
                state.mails.append(mail)
                return (state.mail, state.mails.count)
            }
            return await answer(number)
        }
    }

    let server: TestServer
    let receiver = Receiver()
    private let signals: DeliverySignals
    private let hasMailServer: Bool

    /// - Parameter webhook: The rule's value on the command line; `nil` for none.
    init(
        webhook: String? = DeliveryFixture.webhook, hasMailServer: Bool = false, dataDirectory: String? = nil,
        log: RecordedLines = RecordedLines()
    ) throws {
        let signals = DeliverySignals()
        self.signals = signals
        self.hasMailServer = hasMailServer
        let mailServer = hasMailServer ? MessageDestination(kind: .smtp, name: Self.mailServer) : nil
        let deliveries = MessageDeliveries(mailServer: mailServer) { signals.add($0, $1) }
        server =
            if let webhook {
                try TestServer(
                    rules: ["messageWebhook": webhook], dataDirectory: dataDirectory, deliveries: deliveries,
                    logger: log.logger)
            } else {
                try TestServer(dataDirectory: dataDirectory, deliveries: deliveries, logger: log.logger)
            }
    }

    /// Delivers while the body runs.
    func whileDelivering(_ body: () async throws -> Void) async throws {
        let receiver = receiver
        let clock = server.clock
        let attempt = DeliveryAttempt(
            post: { request throws(OutgoingRequest.Failure) in try await receiver.post(request) },
            mailServer: hasMailServer
                ? .init(name: Self.mailServer) { await receiver.mail($0) } : nil)
        let service = DeliveryService(signals, server.control, attempt) { milliseconds in
            receiver.state.withLock { $0.pauses.append(milliseconds) }
            clock.advance(seconds: milliseconds / 1000)
        }
        let running = Task { try await service.run() }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        running.cancel()
        _ = await running.result
        try outcome.get()
    }

    /// Sends a sign-in link.
    func send(to address: String = "a@x.test") async throws {
        let answer = try await server.app(
            "accounts:sendOobCode",
            ["requestType": "EMAIL_SIGNIN", "email": .string(address), "continueUrl": "http://localhost/finish"])
        try #require(answer.status == 200, "\(answer.text)")
    }

    /// The deliveries of all messages, oldest first, once none of them is pending.
    func settled(_ count: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) async throws -> [[JSON]] {
        for _ in 0..<3000 {
            let all = try await server.outbox().map { $0["deliveries"]?.arrayValue ?? [] }
            if all.count >= count, all.joined().allSatisfy({ $0["state"] != "pending" }) { return all }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("deliveries are still pending", sourceLocation: sourceLocation)
        return []
    }
}
