import FirebreakStore
import FirebreakWire
import Synchronization
import Testing

@testable import FirebreakControl
@testable import FirebreakOperations

@Suite(.timeLimit(.minutes(20)))
struct WaitForMessagesTests {
    /// Returns once so many waiters are parked; there is no event for it.
    private func waiters(_ count: Int, in fixture: ControlFixture) async throws {
        let signal = try fixture.project().outboxWaiters
        while signal.waiterCount != count { try await Task.sleep(for: .milliseconds(1)) }
    }

    private func sequence(_ answer: JSON) -> [Int64] {
        (answer["messages"]?.arrayValue ?? []).compactMap { $0["seq"]?.integerValue }
    }

    @Test func `messages that are there already count`() async throws {
        let fixture = try ControlFixture()
        try await fixture.mail()

        let answer = try await fixture.run(WaitForMessages.self, ["to": "alice@example.test", "timeout": "0"])

        #expect(sequence(answer) == [1])
        #expect(answer["nextCursor"] == 1)
        #expect(try fixture.project().outboxWaiters.waiterCount == 0)
    }

    @Test func `a waiter wakes right after the commit and not for other messages`() async throws {
        let fixture = try ControlFixture()
        async let answer = fixture.run(WaitForMessages.self, ["to": "alice@example.test", "timeout": "10m"])
        try await waiters(1, in: fixture)

        try await fixture.mail(to: "bob@example.test")
        #expect(try fixture.project().outboxWaiters.waiterCount == 1)
        let sent = ContinuousClock.now
        try await fixture.mail(to: "alice@example.test")
        let messages = sequence(try await answer)

        #expect(messages == [2])
        // Some milliseconds usually (20 are the target); the bound is for machines that are busy with other tests.
        #expect(ContinuousClock.now - sent < .seconds(300))
        #expect(try fixture.project().outboxWaiters.waiterCount == 0)
    }

    @Test func `with a cursor only later messages count`() async throws {
        let fixture = try ControlFixture()
        try await fixture.mail()
        async let answer = fixture.run(WaitForMessages.self, ["after": "1", "timeout": "10m"])
        try await waiters(1, in: fixture)

        try await fixture.mail()

        #expect(sequence(try await answer) == [2])
    }

    @Test func `a waiter for several messages waits for all of them`() async throws {
        let fixture = try ControlFixture()
        try await fixture.mail()
        async let answer = fixture.run(
            WaitForMessages.self, ["count": "3", "limit": "1", "order": "desc", "timeout": "10m"])
        try await waiters(1, in: fixture)

        try await fixture.mail()
        try await fixture.mail()

        let messages = try await answer
        #expect(sequence(messages) == [3, 2, 1])
        #expect(messages["nextCursor"] == 3)
    }

    @Test func `messages that a tenant gets wake, and every waiter that matches does`() async throws {
        let fixture = try ControlFixture()
        async let first = fixture.run(WaitForMessages.self, ["tenant": "blue", "timeout": "10m"])
        async let second = fixture.run(WaitForMessages.self, ["channel": "email", "timeout": "10m"])
        try await waiters(2, in: fixture)

        try await fixture.mail(tenant: "blue")

        #expect(sequence(try await first) == [1])
        #expect(sequence(try await second) == [1])
    }

    @Test func `a new message wakes whoever waits for an older one to be superseded`() async throws {
        let fixture = try ControlFixture()
        try await fixture.mail()
        async let answer = fixture.run(WaitForMessages.self, ["status": "superseded", "timeout": "10m"])
        try await waiters(1, in: fixture)

        try await fixture.project().write(at: fixture.now) { tx in
            try tx.supersedeCodes(type: "EMAIL_SIGNIN", email: "alice@example.test", at: ControlFixture.start)
        }
        try await fixture.mail()

        #expect(sequence(try await answer) == [1])
    }

    @Test func `a last look is taken when the time is over`() async throws {
        // The waits are real: on a slow machine the change comes after a short one.
        for timeout in ["1s", "8s", "60s"] {
            let fixture = try ControlFixture()
            let message = try await fixture.mail()
            let isOver = Mutex(false)
            async let answer: JSON? = {
                defer { isOver.withLock { $0 = true } }
                return try? await fixture.run(WaitForMessages.self, ["status": "used", "timeout": .string(timeout)])
            }()
            let signal = try fixture.project().outboxWaiters
            while signal.waiterCount == 0, !isOver.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
            try await fixture.project().write(at: fixture.now) { tx in
                try tx.markUsed(message, at: ControlFixture.start)
            }
            if let found = await answer { return #expect(sequence(found) == [1]) }
        }
        Issue.record("no last look was taken")
    }

    @Test func `cancelling leaves no waiter behind`() async throws {
        let fixture = try ControlFixture()
        let task = Task { try await fixture.run(WaitForMessages.self, ["timeout": "10m"]) }
        try await waiters(1, in: fixture)

        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try fixture.project().outboxWaiters.waiterCount == 0)
    }

    @Test func `a hundred waiters each get their own message`() async throws {
        let fixture = try ControlFixture()
        let answers = try await withThrowingTaskGroup(of: (String, JSON).self) { group in
            let addresses = (1...100).map { "user\($0)@example.test" }
            for address in addresses {
                group.addTask {
                    (address, try await fixture.run(WaitForMessages.self, ["to": .string(address), "timeout": "10m"]))
                }
            }
            try await waiters(100, in: fixture)
            for address in addresses.reversed() { try await fixture.mail(to: address) }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }

        #expect(answers.count == 100)
        for (address, answer) in answers {
            #expect(answer["messages"]?.arrayValue?.map { $0["to"] } == [.string(address)])
        }
        #expect(try fixture.project().outboxWaiters.waiterCount == 0)
    }

    @Test(
        arguments: [
            (["count": "0"], "count must be a whole number from 1 through 1000"),
            (["count": "1001"], "count must be a whole number from 1 through 1000"),
            (["timeout": "soon"], "timeout must be a time such as 10s, 500ms or 2m, and at most 10m"),
            (["timeout": "601"], "timeout must be a time such as 10s, 500ms or 2m, and at most 10m"),
            (["type": "X", "limit": "0"], "limit must be a whole number of at least 1"),
        ] as [(JSON, String)])
    func `a value that cannot be is refused at once`(query: JSON, explanation: String) async throws {
        let fixture = try ControlFixture()

        await #expect(throws: WireError.invalidArgument(explanation)) {
            try await fixture.run(WaitForMessages.self, query)
        }
    }

    @Test(
        arguments: [
            ("10s", 10_000), ("500ms", 500), ("2m", 120_000), ("3", 3_000), ("0", 0), ("1.5s", 1_500), ("0.25", 250),
            ("10m", 600_000), (nil, 10_000),
        ] as [(String?, Int64)])
    func `times are read as people write them`(text: String?, milliseconds: Int64) throws {
        #expect(try WaitTime(text).milliseconds == milliseconds)
    }

    @Test(arguments: ["", "s", "-1", "1h", "nan", "0x10", "1e3", "1 s", "11m", ".", "1..2"])
    func `other times are refused`(text: String) {
        #expect(throws: WireError.self) { try WaitTime(text) }
    }
}
