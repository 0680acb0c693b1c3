import FirebreakControl
import FirebreakOperations
import FirebreakStore
import FirebreakWire
import Testing

struct ListMessagesTests {
    /// 1 sign-in for alice, 2 reset for bob in tenant blue, 3 suppressed reset, 4 SMS, 5 generated verification,
    /// 6 an expired sign-in for alice.
    private func filled() async throws -> ControlFixture {
        let fixture = try ControlFixture()
        try await fixture.mail("EMAIL_SIGNIN", to: "alice@example.test")
        try await fixture.mail("PASSWORD_RESET", to: "bob@example.test", tenant: "blue")
        try await fixture.mail("PASSWORD_RESET", to: "nobody@example.test", delivery: .suppressed)
        try await fixture.sms()
        try await fixture.mail("VERIFY_EMAIL", to: "a+tag@example.test", delivery: .generated)
        try await fixture.mail("EMAIL_SIGNIN", to: "alice@example.test") { $0.expiresAt = $0.createdAt }
        return fixture
    }

    @Test(
        arguments: [
            (#""a b"@example.test"#, [1]), (#""A B"@Example.test"#, [1]), (#""a+b"@example.test"#, [2]),
            ("a+b@example.test", [3]), ("a b@example.test", [3]), ("a@bücher.test", [4, 5]),
            ("a@BÜCHER.test", [4, 5]), ("a@xn--bcher-kva.test", [4, 5]), ("e\u{301}@x.test", [6]),
            ("\u{E9}@x.test", [7]),
        ] as [(String, [Int64])])
    func `an address is found however it is written`(to: String, expected: [Int64]) async throws {
        let fixture = try ControlFixture()
        var messages: [Message] = []
        for address in [
            #""a b"@example.test"#, #""a+b"@example.test"#, "a+b@example.test", "a@bücher.test", "a@xn--bcher-kva.test",
            "e\u{301}@x.test", "\u{E9}@x.test",
        ] {
            messages.append(try await fixture.mail(to: address))
        }
        let query: JSON = ["to": .string(to)]
        let found = sequence(try await fixture.run(ListMessages.self, query))

        // A space may have been a plus sign that was not escaped.
        #expect(to.contains(" ") ? Set(expected).isSubset(of: found) : found == expected)
        // Who waits for a message is woken by the same ones.
        let filter = try WireDecoder(nullIsAbsent: true).decode(OutboxListing.Selection.self, from: query).filter()
        #expect(messages.filter { filter.matches($0, at: fixture.now) }.map(\.seq) == found)
    }

    private func sequence(_ answer: JSON) -> [Int64] {
        (answer["messages"]?.arrayValue ?? []).compactMap { $0["seq"]?.integerValue }
    }

    @Test(
        arguments: [
            ([:], [1, 2, 3, 4, 5, 6]),
            (["to": "Alice@EXAMPLE.test"], [1, 6]),
            (["to": "a+tag@example.test"], [5]),
            (["to": "a tag@example.test"], [5]),
            (["to": " 15555550100"], [4]),
            (["to": "+15555550100"], [4]),
            (["type": "PASSWORD_RESET"], [2, 3]),
            (["channel": "sms"], [4]),
            (["channel": "email", "type": "SMS_SIGN_IN"], []),
            (["delivery": "suppressed"], [3]),
            (["delivery": "generated"], [5]),
            (["status": "pending"], [1, 2, 4, 5]),
            (["status": "expired"], [6]),
            (["tenant": "blue"], [2]),
            (["after": "4"], [5, 6]),
            (["after": 4], [5, 6]),
            (["after": "99"], []),
            (["limit": "2"], [1, 2]),
            (["limit": "2", "order": "desc"], [6, 5]),
            (["limit": "5000"], [1, 2, 3, 4, 5, 6]),
            (["order": "asc", "after": "0"], [1, 2, 3, 4, 5, 6]),
        ] as [(JSON, [Int64])])
    func `filters choose what they say`(query: JSON, expected: [Int64]) async throws {
        let fixture = try await filled()

        #expect(sequence(try await fixture.run(ListMessages.self, query)) == expected)
    }

    @Test(
        arguments: [
            (
                ["type": "LETTER"],
                "type must be one of EMAIL_SIGNIN, PASSWORD_RESET, VERIFY_EMAIL, VERIFY_AND_CHANGE_EMAIL, "
                    + "RECOVER_EMAIL, REVERT_SECOND_FACTOR_ADDITION, SMS_SIGN_IN, SMS_MFA_ENROLLMENT, SMS_MFA_SIGN_IN, APP"
            ),
            (["channel": "fax"], "channel must be one of email, sms"),
            (["delivery": ""], "delivery must be one of sent, generated, suppressed, blocked, failed, scheduled, app"),
            (["status": "new"], "status must be one of pending, used, expired, superseded"),
            (["order": "up"], "order must be one of asc, desc"),
            (["to": ""], "to must not be empty"),
            (["tenant": ""], "tenant must not be empty"),
            (["limit": "0"], "limit must be a whole number of at least 1"),
            (["limit": "ten"], "limit must be a whole number of at least 1"),
            (["after": "-1"], "after must be a whole number of at least 0"),
        ] as [(JSON, String)])
    func `a value that cannot be is refused with those that can`(query: JSON, explanation: String) async throws {
        let fixture = try ControlFixture()

        await #expect(throws: WireError.invalidArgument(explanation)) {
            try await fixture.run(ListMessages.self, query)
        }
    }

    @Test func `an answer has at most a hundred messages unless it is asked for more`() async throws {
        let fixture = try ControlFixture()
        for _ in 0..<105 { try await fixture.mail() }

        #expect(sequence(try await fixture.run(ListMessages.self)) == Array(1...100))
        #expect(sequence(try await fixture.run(ListMessages.self, ["limit": "1000"])).count == 105)
    }

    @Test(
        arguments: [
            ([:], 6), (["order": "desc", "limit": "2"], 6), (["limit": "2"], 2), (["tenant": "blue"], 2),
            (["tenant": "green"], 6), (["tenant": "green", "after": "3"], 3), (["after": "99"], 99),
        ] as [(JSON, Int)])
    func `the cursor is where to go on`(query: JSON, cursor: Int) async throws {
        let fixture = try await filled()

        #expect(try await fixture.run(ListMessages.self, query)["nextCursor"] == .int(cursor))
    }

    @Test func `an empty outbox has cursor zero`() async throws {
        let fixture = try ControlFixture()

        #expect(try await fixture.run(ListMessages.self) == ["messages": [], "nextCursor": 0])
        #expect(try fixture.services.projects.projects().isEmpty)
    }

    @Test func `the cursor stays valid when messages are deleted`() async throws {
        let fixture = try await filled()

        #expect(try await fixture.run(DeleteMessages.self, ["to": "alice@example.test"]) == ["deleted": 2])
        #expect(sequence(try await fixture.run(ListMessages.self)) == [2, 3, 4, 5])
        #expect(try await fixture.run(DeleteMessages.self) == ["deleted": 4])

        #expect(try await fixture.run(ListMessages.self) == ["messages": [], "nextCursor": 6])
        try await fixture.mail()
        #expect(sequence(try await fixture.run(ListMessages.self, ["after": "6"])) == [7])
    }

    @Test func `deleting from a project that nobody wrote to deletes nothing and makes none`() async throws {
        let fixture = try ControlFixture()

        #expect(try await fixture.run(DeleteMessages.self) == ["deleted": 0])

        #expect(try fixture.services.projects.projects().isEmpty)
    }

    @Test(arguments: [([], [7]), (["outbox"], [1, 2, 3, 4, 5, 6, 7])] as [([String], [Int64])])
    func `the cursor stays valid over a reset`(kept: [String], expected: [Int64]) async throws {
        let fixture = try await filled()

        try await fixture.run(ResetProject.self, ["keep": .array(kept.map(JSON.string))])
        try await fixture.mail()

        #expect(sequence(try await fixture.run(ListMessages.self)) == expected)
        #expect(sequence(try await fixture.run(ListMessages.self, ["after": "6"])) == [7])
        #expect(sequence(try await fixture.run(ListMessages.self, ["status": "pending"])) == [7])
    }

    @Test func `a message is pending, then used, superseded or expired`() async throws {
        let fixture = try ControlFixture()
        let used = try await fixture.mail("VERIFY_EMAIL")
        try await fixture.mail("PASSWORD_RESET")
        try await fixture.mail("EMAIL_SIGNIN")
        func statuses() async throws -> [String?] {
            let messages = try await fixture.run(ListMessages.self)["messages"]?.arrayValue
            return (messages ?? []).map { $0["status"]?.stringValue }
        }
        #expect(try await statuses() == ["pending", "pending", "pending"])

        try await fixture.project().write(at: fixture.now) { tx in
            try tx.markUsed(used, at: ControlFixture.start)
            try tx.supersedeCodes(type: "PASSWORD_RESET", email: "alice@example.test", at: ControlFixture.start)
        }
        fixture.advance(bySeconds: 3600)

        #expect(try await statuses() == ["used", "superseded", "expired"])
        for (status, seq) in [("used", 1), ("superseded", 2), ("expired", 3)] as [(String, Int64)] {
            #expect(sequence(try await fixture.run(ListMessages.self, ["status": .string(status)])) == [seq])
        }
    }
}
