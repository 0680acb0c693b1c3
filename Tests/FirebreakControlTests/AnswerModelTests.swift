import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire
import Testing

@testable import FirebreakControl

/// What the control API answers is what clients read.
struct AnswerModelTests {
    /// Reads an answer as a client does, and expects that nothing of it is lost.
    private func check<Value: Codable>(
        _ type: Value.Type, _ answer: JSON, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let value = try WireDecoder(nullIsAbsent: true, readsWideIntegers: true).decode(type, from: answer)
        #expect(try ControlFixture.json(value).text == answer.text, sourceLocation: sourceLocation)
    }

    @Test func `messages of all kinds`() async throws {
        let fixture = try ControlFixture()
        try await fixture.mail("VERIFY_AND_CHANGE_EMAIL", tenant: "blue") { message in
            message.newEmail = "new@example.test"
            message.accountID = AccountID(rawValue: "u1")
            message.continueURL = "https://shop.example.test/"
            message.request = ["clientVersion": "v", "userAgent": "u", "apiKey": "k", "ip": "::1"]
        }
        try await fixture.mail("PASSWORD_RESET", delivery: .suppressed)
        try await fixture.sms()

        let page = try await fixture.run(ListMessages.self)
        #expect(page["messages"]?.arrayValue?.count == 3)
        try check(OutboxPage.self, page)
        try check(OutboxMessage.self, try await fixture.run(LatestMessage.self))
        try check(OutboxPage.self, try await fixture.run(WaitForMessages.self))
        try check(Deletion.self, try await fixture.run(DeleteMessages.self))
    }

    @Test func `projects, clocks, keys and copies`() async throws {
        let fixture = try ControlFixture()
        try await fixture.mail()

        try check(ClockState.self, try await fixture.run(AdvanceClock.self, ["by": "100d"]))
        try check(ProjectSummary.self, try await fixture.run(GetProject.self))
        try check(ProjectList.self, try await fixture.run(ListProjects.self))
        try check(APIKeyEntry.self, try await fixture.run(CreateAPIKey.self))
        try check(APIKeyList.self, try await fixture.run(ListAPIKeys.self))
        try check(SnapshotEntry.self, try await fixture.run(SnapshotProject.self))
        try check(SnapshotList.self, try await fixture.run(ListSnapshots.self))
        try check(ForkedProject.self, try await fixture.run(ForkProject.self, ["to": "demo-copy"]))
        let information = ServerInformation(version: "1", host: "h", port: 1, url: "http://h:1", features: ["f"])
        try check(ServerInfo.self, try await ControlFixture.json(GetInfo.answer(information, fixture.call())))
    }

    @Test func `accounts that come from documents`() async throws {
        let fixture = try ControlFixture()
        let call = try await fixture.call()
        let document = #"{"users":[{"ref":"alice","email":"alice@example.test"},{"uid":"b"}]}"#
        let request = SeedProjectRequest(tokens: true)
        let seeded = try await ControlFixture.json(SeedProject.run(Array(document.utf8), request, call))

        #expect(seeded[path: "refs.alice.idToken"] != nil)
        try check(SeedSummary.self, seeded)
        try check(SeedSummary.self, try await fixture.run(ResetProject.self, ["reseed": true]))
        #expect(try await fixture.run(ResetProject.self, ["keep": ["config"]]) == .emptyObject)
        try check(
            ImportSummary.self, try await fixture.run(ImportProject.self, ["files": ["accounts.json": ["users": []]]]))
        let user: JSON = try await ControlFixture.json(SeedProject.run(Array(document.utf8), request, call))
        let uid = try #require(user[path: "refs.alice.uid"])
        try check(MintedTokens.self, try await fixture.run(MintToken.self, ["user": uid]))
    }

    @Test func `clients have a name for all that there is`() throws {
        let kinds: [OutboxMessage.Kind] = [
            .emailSignIn, .passwordReset, .verifyEmail, .verifyAndChangeEmail, .recoverEmail,
            .revertSecondFactorAddition, .smsSignIn, .smsMFAEnrollment, .smsMFASignIn, .app,
        ]
        #expect(Set(kinds.map(\.rawValue)) == Set(MessageType.allCases.map(\.rawValue) + [Message.appType]))
        let deliveries: [OutboxMessage.Delivery] = [
            .sent, .generated, .suppressed, .blocked, .failed, .scheduled, .app,
        ]
        #expect(Set(deliveries.map(\.rawValue)) == Set(Message.Delivery.allCases.map(\.rawValue)))
        let states: [OutboxMessage.Status] = [.pending, .used, .expired, .superseded]
        #expect(Set(states.map(\.rawValue)) == Set(Message.Status.allCases.map(\.rawValue)))
        let channels: [OutboxMessage.Channel] = [.email, .sms]
        #expect(Set(channels.map(\.rawValue)) == Set(Message.Channel.allCases.map(\.rawValue)))
    }
}
