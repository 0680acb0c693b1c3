import FirebreakModel
import FirebreakStore
import FirebreakWire
import Testing

@testable import FirebreakControl
@testable import FirebreakOperations

/// firebreak.md section 5, `outbox:stream`.
@Suite(.timeLimit(.minutes(20)))
struct OutboxStreamTests {
    /// Long enough for any machine; what is tested as silence waits only a moment.
    private static let patience = Duration.seconds(600)
    private static let moment = Duration.milliseconds(20)

    private func stream(
        _ query: JSON = .emptyObject, lastEventID: String? = nil, of fixture: ControlFixture,
        in project: String = "demo-a"
    ) async throws -> ListingStream<OutboxListing> {
        let selection = try WireDecoder(nullIsAbsent: true).decode(OutboxListing.Selection.self, from: query)
        return try await StreamMessages.stream(selection, lastEventID, fixture.call(project))
    }

    /// Such as `message 3 pending`, the ID in parentheses where there is one.
    private func words(_ events: [ServerEvent]?) throws -> [String] {
        try #require(events).map { event in
            let record = try JSON(parsing: event.data)
            let id = event.id.map { " (\($0))" } ?? ""
            return "\(event.name) \(record["seq"]?.text ?? "") \(record["status"]?.stringValue ?? "-")\(id)"
        }
    }

    private func listeners(_ count: Int, in fixture: ControlFixture) async throws {
        let waiters = try fixture.project().outboxChanges.waiters
        while waiters.waiterCount != count { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test func `without a cursor only new messages come, each as the list shows it`() async throws {
        let fixture = try ControlFixture()
        try await fixture.mail()
        var stream = try await stream(of: fixture)
        #expect(try await stream.next(within: Self.moment) == [])

        let mail = try await fixture.mail(to: "bob@example.test")

        let events = try #require(try await stream.next(within: Self.patience))
        #expect(try words(events) == ["message 2 pending (2)"])
        let record = try await fixture.run(GetMessage.self, ["id": .string(mail.id)])
        #expect(try JSON(parsing: events[0].data) == record)
    }

    @Test func `after a cursor, what exists comes first, and the last event's ID goes before it`() async throws {
        let fixture = try ControlFixture()
        for _ in 1...3 { try await fixture.mail() }

        var all = try await stream(["after": "0"], of: fixture)
        #expect(
            try words(try await all.next(within: Self.patience))
                == ["message 1 pending (1)", "message 2 pending (2)", "message 3 pending (3)"])
        var again = try await stream(["after": "0"], lastEventID: "2", of: fixture)
        #expect(try words(try await again.next(within: Self.patience)) == ["message 3 pending (3)"])
        #expect(try await again.next(within: Self.moment) == [])
    }

    @Test func `what is many comes in parts, and nothing is lost between them`() async throws {
        let fixture = try ControlFixture()
        for _ in 1...45 { try await fixture.mail() }
        var stream = try await stream(["after": "0"], of: fixture)
        var ids: [String] = []
        while ids.count < 45 {
            let events = try #require(try await stream.next(within: Self.patience))
            #expect(events.count <= 20)
            ids += events.compactMap(\.id)
        }
        #expect(ids == (1...45).map(String.init))
    }

    @Test func `filters hold for messages and for changes of them`() async throws {
        let fixture = try ControlFixture()
        var stream = try await stream(["to": "Alice@example.test", "tenant": "blue", "after": "0"], of: fixture)
        let other = try await fixture.mail()
        try await fixture.mail(to: "bob@example.test", tenant: "blue")
        let mail = try await fixture.mail(tenant: "blue")
        #expect(try words(try await stream.next(within: Self.patience)) == ["message 3 pending (3)"])

        try await fixture.project().write(at: fixture.now) { tx in
            try tx.markUsed(other, at: ControlFixture.start)
            try tx.markUsed(mail, at: ControlFixture.start)
        }
        #expect(try words(try await stream.next(within: Self.patience)) == ["status 3 used"])
    }

    @Test func `a search holds for changes of messages as well`() async throws {
        let fixture = try ControlFixture()
        let other = try await fixture.mail(to: "bob@example.test")
        let mail = try await fixture.mail()
        var stream = try await stream(["q": "alice"], of: fixture)
        try await fixture.project().write(at: fixture.now) { tx in
            try tx.markUsed(other, at: ControlFixture.start)
            try tx.markUsed(mail, at: ControlFixture.start)
        }
        #expect(try words(try await stream.next(within: Self.patience)) == ["status 2 used"])
    }

    @Test func `used, superseded and voided codes are told`() async throws {
        let fixture = try ControlFixture()
        let first = try await fixture.mail()
        try await fixture.mail(to: "bob@example.test")
        try await fixture.mail(to: "carol@example.test")
        var stream = try await stream(of: fixture)
        let project = try fixture.project()

        try await project.write(at: fixture.now) { tx in try tx.markUsed(first, at: ControlFixture.start) }
        #expect(try words(try await stream.next(within: Self.patience)) == ["status 1 used"])
        try await project.write(at: fixture.now) { tx in
            try tx.supersedeCodes(type: "EMAIL_SIGNIN", email: "bob@example.test", at: ControlFixture.start)
        }
        #expect(try words(try await stream.next(within: Self.patience)) == ["status 2 superseded"])
        try await fixture.run(ResetProject.self, ["keep": ["outbox"]])
        #expect(try words(try await stream.next(within: Self.patience)).contains("status 3 expired"))
    }

    @Test func `a message that is not told yet comes with its status, and not twice`() async throws {
        let fixture = try ControlFixture()
        var stream = try await stream(of: fixture)
        let mail = try await fixture.mail()
        try await fixture.project().write(at: fixture.now) { tx in try tx.markUsed(mail, at: ControlFixture.start) }

        #expect(try words(try await stream.next(within: Self.patience)) == ["message 1 used (1)"])
        #expect(try await stream.next(within: Self.moment) == [])
    }

    @Test func `a message that was deleted from the outbox is not told any more`() async throws {
        let fixture = try ControlFixture()
        let mail = try await fixture.mail()
        var stream = try await stream(of: fixture)
        try await fixture.run(DeleteMessages.self)
        try await fixture.project().write(at: fixture.now) { tx in try tx.markUsed(mail, at: ControlFixture.start) }

        #expect(try await stream.next(within: Self.moment) == [])
    }

    @Test func `a reset and a restored snapshot let the stream go on, where seq goes on`() async throws {
        let fixture = try ControlFixture()
        try await fixture.mail()
        try await fixture.run(SnapshotProject.self)
        var stream = try await stream(of: fixture)
        try await fixture.run(ResetProject.self)
        try await fixture.mail()
        #expect(try words(try await stream.next(within: Self.patience)) == ["message 2 pending (2)"])
        try await fixture.run(RestoreProject.self)
        try await fixture.mail()
        #expect(try words(try await stream.next(within: Self.patience)) == ["message 3 pending (3)"])
    }

    @Test func `what a fork brings into an empty project is new there`() async throws {
        let fixture = try ControlFixture()
        try await fixture.mail()
        var stream = try await stream(of: fixture, in: "copy")
        try await fixture.run(ForkProject.self, ["to": "copy"])

        #expect(try words(try await stream.next(within: Self.patience)) == ["message 1 pending (1)"])
    }

    @Test func `dropping the project ends the stream, whether it waits or not`() async throws {
        let fixture = try ControlFixture()
        try await fixture.mail()
        let waiting = try await stream(of: fixture)
        var reading = try await stream(of: fixture)
        let end = Task {
            var waiting = waiting
            return try await waiting.next(within: Self.patience)
        }
        try await listeners(1, in: fixture)
        try await fixture.run(DropProject.self)

        let ended = try await end.value
        #expect(ended == nil)
        #expect(try await reading.next(within: Self.patience) == nil)
        var later = try await stream(["after": "0"], of: fixture)
        try await fixture.mail()
        #expect(try words(try await later.next(within: Self.patience)) == ["message 1 pending (1)"])
    }

    @Test func `a stream that has missed more changes than are kept ends`() async throws {
        let fixture = try ControlFixture()
        let mail = try await fixture.mail()
        var stream = try await stream(of: fixture)
        try await fixture.project().write(at: fixture.now) { tx in
            for _ in 0...OutboxChanges.capacity { try tx.markUsed(mail, at: ControlFixture.start) }
        }

        #expect(try await stream.next(within: Self.patience) == nil)
    }

    @Test func `two thousand idle streams look once, and wake for what concerns them alone`() async throws {
        let fixture = try ControlFixture()
        let numbers = 0..<2000
        struct Woken: Equatable {
            var number: Int
            var ids: [String]
            var looks: Int
        }
        let woken = try await withThrowingTaskGroup(of: Woken.self) { group in
            for number in numbers {
                var idle = try await stream(["to": .string("\(number)@example.test")], of: fixture)
                // The heartbeats of a stream to which nothing happens.
                for _ in 0..<3 { #expect(try await idle.next(within: .zero) == []) }
                group.addTask { [idle] in
                    var stream = idle
                    let ids = try await stream.next(within: Self.patience)?.compactMap(\.id) ?? ["end"]
                    return Woken(number: number, ids: ids, looks: stream.looks)
                }
            }
            try await listeners(2000, in: fixture)
            try await fixture.mail(to: "7@example.test")
            let first = try #require(try await group.next())
            #expect(first == Woken(number: 7, ids: ["1"], looks: 2))
            #expect(try fixture.project().outboxChanges.waiters.waiterCount == 1999)
            for number in numbers where number != 7 { try await fixture.mail(to: "\(number)@example.test") }
            return try await group.reduce(into: [first]) { $0.append($1) }
        }

        #expect(Set(woken.map(\.number)) == Set(numbers))
        #expect(woken.allSatisfy { $0.looks == 2 && $0.ids.count == 1 })
        let changes = try fixture.project().outboxChanges
        #expect(changes.waiters.waiterCount == 0)
        // The last task may still be on its way out.
        while changes.listenerCount != 0 { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test func `a stream that was cancelled leaves no waiter`() async throws {
        let fixture = try ControlFixture()
        let waiting = Task { [stream = try await stream(of: fixture)] in
            var stream = stream
            return try await stream.next(within: Self.patience)
        }
        try await listeners(1, in: fixture)
        waiting.cancel()

        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(try fixture.project().outboxChanges.waiters.waiterCount == 0)
    }

    @Test(
        arguments: [
            (["status": "used"], nil, "a stream cannot be filtered by status: it tells how it changes"),
            ([:], "x", "Last-Event-ID must be a whole number of at least 0"),
            (["after": "-1"], nil, "after must be a whole number of at least 0"),
            (["to": ""], nil, "to must not be empty"),
        ] as [(JSON, String?, String)])
    func `what cannot be is refused before the stream begins`(
        query: JSON, lastEventID: String?, explanation: String
    ) async throws {
        let fixture = try ControlFixture()

        await #expect(throws: WireError.invalidArgument(explanation)) {
            _ = try await stream(query, lastEventID: lastEventID, of: fixture)
        }
    }
}
