import FirebreakControl
import FirebreakOperations
import FirebreakStore
import FirebreakTestSupport
import FirebreakWire
import Synchronization

/// A server's services in memory, with a clock that stands still until it is moved.
struct ControlFixture: Sendable {
    private final class Clock: Sendable {
        let time = Mutex(ControlFixture.start)
    }

    /// 2026-06-01T12:00:00.000Z
    static let start = Timestamp(milliseconds: 1_780_315_200_000)

    let control: ControlServices
    var services: Services { control.services }
    private let clock: Clock

    init(
        profile: Profile = .local, rules: [(name: String, value: String)] = [],
        unknownKeys: Services.UnknownKeys = .default
    ) throws {
        let clock = Clock()
        self.clock = clock
        control = try .forTests(
            profile, rules: rules, defaultProject: "demo-firebreak", unknownKeys: unknownKeys,
            now: { clock.time.withLock { $0 } })
    }

    var now: Timestamp { services.now() }

    func advance(bySeconds seconds: Int64) {
        clock.time.withLock { $0 = $0.advanced(byMilliseconds: seconds * 1000) }
    }

    func project(_ id: String = "demo-a") throws -> Project {
        try services.projects.project(ProjectID(rawValue: id))
    }

    func call(_ project: String = "demo-a") async throws -> ControlCall {
        try await ControlCall(control: control, project: self.project(project), origin: TestServer.origin)
    }

    /// Runs an operation as the HTTP layer does: from JSON to JSON.
    @discardableResult
    func run<Operation: ControlOperation>(
        _ operation: Operation.Type, _ request: JSON = .emptyObject, in project: String = "demo-a"
    ) async throws -> JSON {
        let request = try WireDecoder(nullIsAbsent: true).decode(Operation.Request.self, from: request)
        return try await Self.json(Operation.run(request, call(project)))
    }

    static func json(_ response: some Encodable) throws -> JSON { try JSON(parsing: WireEncoder().encode(response)) }

    /// Replaces the project's configuration.
    func configure(_ config: JSON, project: String = "demo-a") async throws {
        let target = try self.project(project)
        try await target.write(at: now) { tx in try tx.set(.config, to: config) }
    }
}

// MARK: - Messages

extension ControlFixture {
    /// Puts an e-mail into the outbox.
    @discardableResult
    func mail(
        _ type: String = "EMAIL_SIGNIN", to recipient: String = "alice@example.test",
        delivery: Message.Delivery = .sent, tenant: String? = nil, in project: String = "demo-a",
        _ change: @Sendable (inout Message) -> Void = { _ in }
    ) async throws -> Message {
        var message = message(type, .email, to: recipient, delivery)
        if delivery == .sent || delivery == .generated {
            let code = RandomSource.system.urlSafe(20)
            message.code = code
            message.actionLink = "\(TestServer.origin)/__/auth/action?oobCode=\(code)"
            message.mailedLink = message.actionLink
            message.expiresAt = now.advanced(byMilliseconds: 3_600_000)
        } else {
            message.reason = "no account has this address"
        }
        change(&message)
        return try await store(message, tenant: tenant, in: project)
    }

    /// Puts an SMS into the outbox.
    @discardableResult
    func sms(to recipient: String = "+15555550100", in project: String = "demo-a") async throws -> Message {
        var message = message("SMS_SIGN_IN", .sms, to: recipient, .sent)
        message.code = "123456"
        message.sessionInfo = "session-1"
        return try await store(message, tenant: nil, in: project)
    }

    private func message(
        _ type: String, _ channel: Message.Channel, to recipient: String, _ delivery: Message.Delivery
    ) -> Message {
        Message(
            id: "msg_" + RandomSource.system.alphanumeric(20), channel: channel, type: type, delivery: delivery,
            recipient: recipient, locale: "en", createdAt: now, request: ["apiKey": "key-of-test"])
    }

    private func store(_ message: Message, tenant: String?, in project: String) async throws -> Message {
        var message = message
        if message.channel == .email { message.email = message.email ?? message.recipient }
        return try await self.project(project).write(tenant: tenant.map(TenantID.init(rawValue:)), at: now) {
            [message] tx in try tx.insert(message)
        }
    }
}
