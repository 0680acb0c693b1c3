import FirebreakControl
import FirebreakModel
import FirebreakStore
import FirebreakWire
import Testing

@testable import FirebreakOperations

/// What tells somebody who looks at an outbox to look again (firebreak.md section 13.1).
@Suite(.timeLimit(.minutes(20)))
struct OutboxSignalsTests {
    /// Long enough for any machine; what is tested as silence waits only a moment.
    private static let patience = Duration.seconds(600)
    private static let moment = Duration.milliseconds(20)

    private typealias Change = @Sendable (ControlFixture, Message) async throws -> Void

    private static let changes: KeyValuePairs<String, Change> = [
        "a new message": { fixture, _ in _ = try await fixture.mail() },
        "a used code": { fixture, mail in
            try await fixture.project().write(at: fixture.now) { tx in try tx.markUsed(mail, at: ControlFixture.start) }
        },
        "a deleted message": { fixture, _ in _ = try await fixture.run(DeleteMessages.self) },
        "a delivery": { fixture, mail in
            try await fixture.project().write(at: fixture.now) { tx in
                let outcome = StoredDelivery(destination: "smtp://h:1", state: .delivered, attempts: 1)
                try tx.note(outcome, of: mail, nextAt: nil)
            }
        },
        "the clock": { fixture, _ in _ = try await fixture.run(AdvanceClock.self, ["by": "1h"]) },
        "a setting": { fixture, _ in try await fixture.configure(["notification": ["defaultLocale": "de"]]) },
        "a reset": { fixture, _ in _ = try await fixture.run(ResetProject.self, ["keep": ["config"]]) },
        "a restored snapshot": { fixture, _ in _ = try await fixture.run(RestoreProject.self) },
        "the end of the project": { fixture, _ in _ = try await fixture.run(DropProject.self) },
    ]

    private func signals(_ fixture: ControlFixture) throws -> OutboxSignals {
        let project = try fixture.project()
        return OutboxSignals(of: project, after: OutboxSignals.position(in: project))
    }

    @Test(arguments: changes.map(\.key)) func `every change is told, once`(name: String) async throws {
        let fixture = try ControlFixture()
        let mail = try await fixture.mail()
        try await fixture.run(SnapshotProject.self)
        var signals = try self.signals(fixture)
        #expect(try await signals.next(within: Self.moment) == [])

        let change = try #require(Self.changes.first { $0.key == name }?.value)
        try await change(fixture, mail)
        let events = try #require(try await signals.next(within: Self.patience))
        #expect(events.map(\.name) == ["change"])
        #expect(try await signals.next(within: Self.moment) == [])
    }

    @Test func `what happened since the outbox was looked at is told at once, and what is read is not`() async throws {
        let fixture = try ControlFixture()
        let project = try fixture.project()
        let seen = OutboxSignals.position(in: project)
        try await fixture.mail()
        try await fixture.mail()

        var late = OutboxSignals(of: project, after: seen)
        let events = try #require(try await late.next(within: Self.patience))
        #expect(events.count == 1)
        // A client that connects again says where it was.
        let last = try #require(events.first?.id.flatMap { Int($0) })
        var again = OutboxSignals(of: project, after: last)
        #expect(try await again.next(within: Self.moment) == [])
        try await fixture.run(ListMessages.self)
        _ = try await project.write(at: fixture.now) { tx in try tx.lastMessageSeq() }
        #expect(try await again.next(within: Self.moment) == [])
    }

    @Test func `who waits is told when it happens, and others are not`() async throws {
        let fixture = try ControlFixture()
        let waiting = try self.signals(fixture)
        var other = OutboxSignals(of: try fixture.project("demo-b"), after: 0)
        let next = Task {
            var waiting = waiting
            return try await waiting.next(within: Self.patience)
        }
        let viewers = try fixture.project().outboxChanges.viewers
        while viewers.waiterCount == 0 { try await Task.sleep(for: .milliseconds(1)) }
        try await fixture.mail()

        let told = try await next.value
        #expect(told?.count == 1)
        #expect(try await other.next(within: Self.moment) == [])
    }
}
