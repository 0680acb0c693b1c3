import FirebreakControl
import FirebreakModel
import FirebreakStore
import FirebreakWire
import Testing

@testable import FirebreakOperations

/// What tells a page to look again (firebreak.md section 13.2).
@Suite(.timeLimit(.minutes(20)))
struct ViewStreamTests {
    /// Long enough for any machine; what is tested as silence waits only a moment.
    private static let patience = Duration.seconds(600)
    private static let moment = Duration.milliseconds(20)

    private typealias Part = ChangeNotifier.Part
    private typealias Change = @Sendable (ControlFixture, Message) async throws -> Void

    /// What is changed, the parts that tell of it, and the change.
    private static let changes: [(name: String, parts: Set<Part>, change: Change)] = [
        ("a new message", [.outbox], { fixture, _ in _ = try await fixture.mail() }),
        (
            "a used code", [.outbox],
            { fixture, mail in
                try await fixture.project().write(at: fixture.now) { tx in
                    try tx.markUsed(mail, at: ControlFixture.start)
                }
            }
        ),
        ("a deleted message", [.outbox], { fixture, _ in _ = try await fixture.run(DeleteMessages.self) }),
        (
            "a delivery", [.outbox],
            { fixture, mail in
                try await fixture.project().write(at: fixture.now) { tx in
                    let outcome = StoredDelivery(destination: "smtp://h:1", state: .delivered, attempts: 1)
                    try tx.note(outcome, of: mail, nextAt: nil)
                }
            }
        ),
        (
            "the clock", [.settings, .outbox],
            { fixture, _ in
                _ = try await fixture.run(AdvanceClock.self, ["by": "1h"])
            }
        ),
        (
            "a setting", [.settings, .outbox],
            { fixture, _ in
                try await fixture.configure(["notification": ["defaultLocale": "de"]])
            }
        ),
        (
            "a fault", [.faults, .settings, .outbox],
            { fixture, _ in
                _ = try await AddFault.run(.init(definition: ["on": "token", "status": 500]), fixture.call())
            }
        ),
        (
            "a new account", [.accounts],
            { fixture, _ in
                try await fixture.project().write(at: fixture.now) { tx in
                    try tx.insert(Account(id: AccountID(rawValue: "bob")))
                }
            }
        ),
        (
            "an import of accounts", [.accounts],
            { fixture, _ in
                let accounts: JSON = ["users": [["localId": "carol"]]]
                _ = try await fixture.run(ImportProject.self, ["files": ["accounts.json": accounts]])
            }
        ),
        ("a snapshot", [.snapshots], { fixture, _ in _ = try await fixture.run(SnapshotProject.self, ["name": "b"]) }),
        ("the end of a snapshot", [.snapshots], { fixture, _ in _ = try await fixture.run(DeleteSnapshot.self) }),
        (
            "a reset", [.accounts, .outbox],
            { fixture, _ in
                _ = try await fixture.run(ResetProject.self, ["keep": ["config"]])
            }
        ),
        ("a restored snapshot", Set(Part.allCases), { fixture, _ in _ = try await fixture.run(RestoreProject.self) }),
        ("the end of the project", Set(Part.allCases), { fixture, _ in _ = try await fixture.run(DropProject.self) }),
    ]

    private func stream(_ parts: Set<Part>, _ fixture: ControlFixture, after seen: Int? = nil) throws -> ViewStream {
        ViewStream(parts, of: try fixture.project(), fixture.services, after: seen)
    }

    @Test(arguments: changes.indices)
    func `a change is told once to those who look at what it changes, and to no others`(index: Int) async throws {
        let (name, parts, change) = Self.changes[index]
        let fixture = try ControlFixture()
        let mail = try await fixture.mail()
        try await fixture.run(SnapshotProject.self)
        var streams = try Part.allCases.map { ($0, try stream([$0], fixture)) }
        var ofServer = ViewStream(parts, of: nil, fixture.services, after: nil)

        try await change(fixture, mail)
        for index in streams.indices {
            let isTold = parts.contains(streams[index].0)
            let events = try await streams[index].1.next(within: isTold ? Self.patience : Self.moment)
            #expect(events?.map(\.name) == (isTold ? ["change"] : []), "\(name): \(streams[index].0)")
            #expect(try await streams[index].1.next(within: Self.moment) == [])
        }
        #expect(try await ofServer.next(within: Self.patience)?.count == 1)
    }

    @Test func `what happened since the page was made is told at once, and what is read is not`() async throws {
        let fixture = try ControlFixture()
        let project = try fixture.project()
        let seen = project.views.counts.position(of: [.outbox])
        try await fixture.mail()
        try await fixture.mail()

        var late = try stream([.outbox], fixture, after: seen)
        let events = try #require(try await late.next(within: Self.patience))
        #expect(events.count == 1)
        // A client that connects again says where it was.
        let last = try #require(events.first?.id.flatMap { Int($0) })
        var again = try stream([.outbox], fixture, after: last)
        #expect(try await again.next(within: Self.moment) == [])
        try await fixture.run(ListMessages.self)
        _ = try await project.write(at: fixture.now) { tx in try tx.lastMessageSeq() }
        #expect(try await again.next(within: Self.moment) == [])
    }

    @Test func `who waits is told when it happens, and those of other projects are not`() async throws {
        let fixture = try ControlFixture()
        let waiting = try stream([.outbox], fixture)
        var other = ViewStream([.outbox], of: try fixture.project("demo-b"), fixture.services, after: nil)
        let next = Task {
            var waiting = waiting
            return try await waiting.next(within: Self.patience)
        }
        let viewers = try fixture.project().views.viewers
        while viewers.waiterCount == 0 { try await Task.sleep(for: .milliseconds(1)) }
        try await fixture.mail()

        let told = try await next.value
        #expect(told?.count == 1)
        #expect(try await other.next(within: Self.moment) == [])
    }
}
