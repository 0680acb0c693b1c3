import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// phone-mfa.md section 2 and production.md section 9: linking a number that is somebody else's.
struct TemporaryProofTests {
    private struct Fixture {
        let server: TestServer
        let owner: SignedInUser
        let user: SignedInUser
        let proof: String

        init(_ profile: Profile, rules: KeyValuePairs<String, String> = [:]) async throws {
            server = try await TestServer.openPhones(profile, rules: rules)
            owner = try await server.phoneUser()
            user = try await server.user()
            proof = try await server.temporaryProof(TestServer.number, user)
        }

        func show(_ number: String = TestServer.number, _ more: JSON = [:]) async throws -> TestAnswer {
            let body: JSON = ["temporaryProof": .string(proof), "phoneNumber": .string(number)]
            return try await server.finishPhone(body.merging(more))
        }
    }

    @Test(arguments: Profile.allCases)
    func `it is answered instead of linking`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        _ = try await server.phoneUser()
        let user = try await server.user()
        let code = try await server.phoneCode()
        let answer = try await server.finishPhone(code.members.merging(["idToken": user.token]))

        #expect(answer.status == 200)
        #expect(answer.json.names.sorted() == ["phoneNumber", "temporaryProof", "temporaryProofExpiresIn"])
        #expect(answer["phoneNumber"] == .string(TestServer.number))
        #expect(answer["temporaryProofExpiresIn"] == "3600")
        let proof = try #require(answer.string("temporaryProof"))
        #expect(proof.utf8.count == 119)
        #expect(proof.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") })
        #expect(try await server.account(user.id)["phoneNumber"] == nil)
        #expect(try await server.finishPhone(code.members).outcome == TestServer.usedSession(profile))
    }

    static let rows: [Row] = [
        Row(["temporaryProof": "junk"], "MISSING_PHONE_NUMBER"),
        Row(["temporaryProof": "$PROOF", "phoneNumber": ""], "MISSING_PHONE_NUMBER"),
        Row(["temporaryProof": "junk", "phoneNumber": "+15555550100"], "INVALID_TEMPORARY_PROOF"),
        Row(["temporaryProof": "$PROOF", "phoneNumber": "+15555550101"], "INVALID_TEMPORARY_PROOF"),
        Row(["temporaryProof": "junk", "phoneNumber": "+15555550100", "idToken": "junk"], "INVALID_TEMPORARY_PROOF"),
        Row(["temporaryProof": "$PROOF", "phoneNumber": "+15555550100", "idToken": "junk"], "INVALID_ID_TOKEN"),
        Row(["temporaryProof": "$PROOF", "phoneNumber": "+15555550100", "idToken": "$TOKEN"], "PHONE_NUMBER_EXISTS"),
        Row(
            ["temporaryProof": "$PROOF", "phoneNumber": "+15555550100", "sessionInfo": "junk", "code": "junk"], "OK"),
        Row(["temporaryProof": ""], "MISSING_SESSION_INFO"),
    ]

    @Test(arguments: Profile.allCases, rows)
    func `it is checked in order`(_ profile: Profile, _ row: Row) async throws {
        let fixture = try await Fixture(profile)
        let values = ["$PROOF": fixture.proof, "$TOKEN": fixture.user.idToken]

        let answer = try await fixture.server.finishPhone(row.body.filling(values))
        #expect(answer.outcome == row.outcome(profile))
    }

    @Test(arguments: Profile.allCases)
    func `it signs in to the number's owner, as often as one likes`(_ profile: Profile) async throws {
        let fixture = try await Fixture(profile)

        for _ in 0..<2 {
            let answer = try await fixture.show()
            #expect(answer["localId"] == .string(fixture.owner.id))
            #expect(answer["isNewUser"] == false)
            #expect(try claims(answer.string("idToken"))[path: "firebase.sign_in_provider"] == "phone")
        }
    }

    @Test(arguments: Profile.allCases)
    func `it makes an account when the owner is gone`(_ profile: Profile) async throws {
        let fixture = try await Fixture(profile)
        _ = try await fixture.server.admin("accounts:delete", ["localId": .string(fixture.owner.id)])

        #expect(try await fixture.show()["isNewUser"] == true)
    }

    @Test(arguments: Profile.allCases)
    func `it links the number once it is free`(_ profile: Profile) async throws {
        let fixture = try await Fixture(profile)
        _ = try await fixture.server.admin("accounts:delete", ["localId": .string(fixture.owner.id)])

        let answer = try await fixture.show(TestServer.number, ["idToken": fixture.user.token])
        #expect(answer["localId"] == .string(fixture.user.id))
        #expect(try await fixture.server.account(fixture.user.id)["phoneNumber"] == .string(TestServer.number))
    }

    @Test(arguments: Profile.allCases)
    func `it lives an hour outside the reference`(_ profile: Profile) async throws {
        let fixture = try await Fixture(profile)

        fixture.server.clock.advance(seconds: 3599)
        #expect(try await fixture.show().outcome == "OK")
        fixture.server.clock.advance(seconds: 1)
        let outcome = try await fixture.show().outcome
        #expect(outcome == (profile == .emulator ? "OK" : "INVALID_TEMPORARY_PROOF"))
    }

    @Test(arguments: [Profile.local, .production])
    func `a rule says how long it lives`(_ profile: Profile) async throws {
        let fixture = try await Fixture(profile, rules: ["lifetimes": #"{"temporaryProof":60}"#])

        fixture.server.clock.advance(seconds: 59)
        #expect(try await fixture.show().outcome == "OK")
        fixture.server.clock.advance(seconds: 1)
        #expect(try await fixture.show().outcome == "INVALID_TEMPORARY_PROOF")
    }
}
