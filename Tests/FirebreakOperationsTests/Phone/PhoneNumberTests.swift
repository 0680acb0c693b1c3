import FirebreakStore
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakOperations

/// production.md section 9: which texts are phone numbers, and in which form they are stored.
struct PhoneNumberTests {
    private static let profiles = [Profile.local, .production]

    private static func outcome(_ text: String, _ profile: Profile) -> String {
        do throws(PhoneNumber.Problem) { return try PhoneNumber.checked(text, profile) } catch { return "\(error)" }
    }

    static let numbers: [(text: String, outcome: String)] = [
        // Lengths of mobile numbers, by country.
        ("+16505550100", "+16505550100"), ("+1650555010", "tooShort"), ("+165055501000", "tooLong"),
        ("+1", "malformed"), ("+12", "tooShort"), ("+1555", "tooShort"),
        ("+4915112345678", "+4915112345678"), ("+491511234567", "+491511234567"), ("+49151123456", "tooShort"),
        ("+49151123456789", "tooLong"), ("+33612345678", "+33612345678"), ("+336123456789", "tooLong"),
        ("+31612345678", "+31612345678"), ("+31970123456789", "tooLong"), ("+319701234567", "malformed"),
        ("+2201234567", "+2201234567"), ("+22012345678", "malformed"), ("+29051234", "+29051234"),
        ("+390612345678", "+390612345678"), ("+2250123456789", "+2250123456789"),
        // Country codes that there are not, and codes of services.
        ("+9991234567", "malformed"), ("+80012345678", "malformed"), ("+2101234567", "malformed"),
        ("+06505550100", "malformed"), ("+0", "malformed"),
        ("+1" + String(repeating: "6", count: 40), "tooLong"), ("+1" + String(repeating: "6", count: 300), "malformed"),
        // Numbers that are kept for fiction.
        ("+15555550100", "+15555550100"), ("+447700900123", "+447700900123"), ("+61491570006", "+61491570006"),
        ("+33639980001", "+33639980001"), ("+353209100001", "+353209100001"), ("+12125550100", "+12125550100"),
        // National prefixes.
        ("+4407700900123", "+447700900123"), ("+44 (0) 7700 900123", "+447700900123"),
        ("+49 (0)151 12345678", "+4915112345678"), ("+16505550100", "+16505550100"),
        ("+1 1 650 555 0100", "+16505550100"),
        ("+7 8 916 123-45-67", "+79161234567"), ("+78001234567", "+78001234567"), ("+3606201234567", "+36201234567"),
        ("+375 80 29 123 45 67", "+375291234567"), ("+370 8 612 34567", "+37061234567"), ("+2250123", "tooShort"),
        ("+44 0 7700 90012", "tooShort"), ("+44 0 7700 9001234", "tooLong"), ("+390123456789", "+390123456789"),
        // What is written.
        ("+1 (650) 555-0100", "+16505550100"), ("+1.650.555.0100", "+16505550100"), ("+1/650/555/0100", "+16505550100"),
        ("+1\u{A0}650\u{A0}555\u{A0}0100", "+16505550100"), ("+1\u{2007}650\u{202F}555\u{3000}0100", "+16505550100"),
        ("+1 650\u{2013}555\u{2014}0100", "+16505550100"), ("+1 650\u{2011}555\u{2212}0100", "+16505550100"),
        ("\u{FF0B}\u{FF11}\u{FF08}\u{FF16}\u{FF15}\u{FF10}\u{FF09}555\u{FF0D}0100", "+16505550100"),
        ("+\u{661}650555010\u{6F0}", "+16505550100"), ("+16505550100 ", "+16505550100"),
        ("+1650555ABCD", "+16505552223"), ("+1650555abcd", "+16505552223"), ("+1error", "malformed"),
        ("+16505550100\u{202C}", "+16505550100"), ("+1[650]555-0100", "+16505550100"),
        ("+1650_5550100", "malformed"), ("+1650555\n0100", "malformed"), ("+165055\u{301}50100", "malformed"),
        ("16505550100", "malformed"), (" +16505550100", "malformed"), ("", "malformed"), ("+", "malformed"),
        ("++16505550100", "malformed"), ("0016505550100", "malformed"),
        // Extensions.
        ("+16505550100x12", "+16505550100"), ("+16505550100 x 12", "+16505550100"),
        ("+16505550100 ext. 123", "+16505550100"),
        ("+16505550100;ext=123", "+16505550100"), ("+16505550100 extn 123", "+16505550100"),
        ("+16505550100#12", "+16505550100"),
        ("+16505550100,,12#", "+16505550100"), ("+16505550100 \u{434}\u{43E}\u{431}. 12", "+16505550100"),
        ("+16505550100 \u{FF45}\u{FF58}\u{FF54} 12", "+16505550100"), ("+16505550100 EXT 12", "+16505550100"),
        ("+16505550100 x", "tooLong"), ("+1650 x 5550100", "tooShort"),
    ]

    @Test(arguments: profiles, numbers)
    func `numbers are judged and stored in one form`(
        _ profile: Profile, _ row: (text: String, outcome: String)
    ) {
        #expect(Self.outcome(row.text, profile) == row.outcome, "\(row.text)")
    }

    @Test(arguments: ["+", "+anything", "+44 0", "+\u{301}1"])
    func `the reference takes what begins with a plus`(_ text: String) {
        #expect(Self.outcome(text, .emulator) == text)
        #expect(Self.outcome("1" + text, .emulator) == "malformed")
    }

    // MARK: Where it counts

    private static let refusals: [(number: String, reason: String)] = [
        ("+1650555", "TOO_SHORT"), ("+165055501001", "TOO_LONG"), ("+9991234567", "Invalid format."),
    ]

    @Test(arguments: profiles, refusals)
    func `every way in asks`(_ profile: Profile, _ row: (number: String, reason: String)) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        let number = JSON.string(row.number)
        let expected = "INVALID_PHONE_NUMBER : \(row.reason)"

        let code = try await server.app("accounts:sendVerificationCode", ["phoneNumber": number])
        #expect(code.outcome == expected)
        let enrolment = try await server.appV2(
            "accounts/mfaEnrollment:start", ["idToken": user.token, "phoneEnrollmentInfo": ["phoneNumber": number]])
        #expect(enrolment.outcome == expected)
        #expect(try await server.admin("accounts", ["phoneNumber": number]).outcome == expected)
        #expect(try await server.update(user.id, ["phoneNumber": number]).outcome == expected)
        let factors: JSON = ["mfa": ["enrollments": [["phoneInfo": number]]]]
        #expect(try await server.update(user.id, factors).outcome == expected)
        let imported = try await server.importAccounts(["localId": "i", "phoneNumber": number])
        #expect(imported["error"]?.arrayValue?.first?["message"] == "phone number format is invalid")
        #expect(try await server.outbox("channel=sms") == [])
    }

    @Test(arguments: profiles)
    func `a number is one account, with and without the national prefix`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.phoneUser("+44 (0)7700 900123")

        #expect(try await server.account(user.id)["phoneNumber"] == "+447700900123")
        #expect(try await server.phoneUser("+447700900123").id == user.id)
        for text in ["+4407700900123", "+44 7700 900123 x5"] {
            let taken = try await server.admin("accounts", ["phoneNumber": .string(text)])
            #expect(taken.outcome == "PHONE_NUMBER_EXISTS")
            let found = try await server.admin("accounts:lookup", ["phoneNumber": [.string(text)]])
            #expect(found["users"]?.arrayValue?.count == 1)
            let query: JSON = ["expression": [["phoneNumber": .string(text)]]]
            #expect(try await server.admin("accounts:query", query)["recordsCount"] == "1")
        }
    }

    @Test(arguments: profiles)
    func `test numbers need not be such as their country has`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.set("signIn.phoneNumber.testPhoneNumbers", ["+1555": "123456", "+9991234567": "654321"])

        for (number, code) in [("+1 555", "123456"), ("+9991234567", "654321")] {
            let sent = try await server.app("accounts:sendVerificationCode", ["phoneNumber": .string(number)])
            let session = try #require(sent["sessionInfo"], "\(sent.text)")
            let answer = try await server.finishPhone(["sessionInfo": session, "code": .string(code)])
            #expect(answer.string("phoneNumber") == String(number.filter { $0 != " " }), "\(answer.text)")
        }
    }

    // MARK: What was stored before numbers were judged

    /// An account with a number, and one as its second factor, as they are in an older file.
    private func account(_ id: String, _ number: String, factor: String? = nil, in server: TestServer) async throws {
        _ = try await server.importAccounts([
            "localId": .string(id), "email": .string("\(id)@x.test"), "emailVerified": true, "rawPassword": "secret1",
        ])
        try await server.services.projects.project(ProjectID(rawValue: "example")).write(at: server.clock.now) { tx in
            var account = try #require(try tx.account(id: AccountID(rawValue: id)))
            account.phoneNumber = number
            if let factor {
                account.secondFactors = [
                    SecondFactor(document: ["mfaEnrollmentId": "f", "phoneInfo": .string(factor)])
                ]
            }
            account.updateProviders()
            try tx.save(account)
        }
    }

    private static let older = ["+1650555", "+4407700900123", "+9991234567"]

    @Test(arguments: profiles, older)
    func `an older number is found, signs in and stays with its account`(
        _ profile: Profile, _ number: String
    ) async throws {
        let server = try await TestServer.openPhones(profile)
        try await account("a", number, in: server)

        #expect(try await server.phoneUser(number).id == "a")
        let found = try await server.admin("accounts:lookup", ["phoneNumber": [.string(number)]])
        #expect(found["users"]?.arrayValue?.count == 1)
        let query: JSON = ["expression": [["phoneNumber": .string(number)]]]
        #expect(try await server.admin("accounts:query", query)["recordsCount"] == "1")
        let echo: JSON = ["phoneNumber": .string(number), "displayName": "A"]
        #expect(try await server.update("a", echo).outcome == "OK")
        #expect(try await server.account("a")["phoneNumber"] == .string(number))
    }

    @Test(arguments: profiles, older)
    func `an older second factor gets its codes and stays`(_ profile: Profile, _ number: String) async throws {
        let server = try await TestServer.openPhones(profile)
        try await account("a", "+16505550100", factor: number, in: server)
        let pending = try PendingUser(await server.signIn("a@x.test", password: "secret1"))

        let code = try await server.secondFactorCode(pending)
        #expect(
            try await server.finishSecondFactor(pending, code.members).outcome == "OK")
        let kept: JSON = ["mfa": ["enrollments": [["mfaEnrollmentId": "f", "phoneInfo": .string(number)]]]]
        #expect(try await server.update("a", kept).outcome == "OK")
        #expect(try await server.factors("a").first?["phoneInfo"] == .string(number))
    }

    @Test(arguments: profiles, older)
    func `an older number goes into forks, snapshots, exports and fixtures`(
        _ profile: Profile, _ number: String
    ) async throws {
        let server = try await TestServer.openPhones(profile)
        try await account("a", number, factor: number, in: server)
        #expect(try await server.fork("copy").status == 200)
        let copied = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v1/projects/copy/accounts:lookup", ["localId": ["a"]],
            headers: [.authorization: "Bearer owner"])
        #expect(copied["users"]?.arrayValue?.first?["phoneNumber"] == .string(number))

        let files = try #require(try await server.control(.get, ":export").json["files"])
        let other = try TestServer(profile)
        #expect(try await other.control(.post, ":import", ["files": files]).status == 200)
        #expect(try await other.account("a")["phoneNumber"] == .string(number))

        #expect(try await server.control(.post, ":snapshot", ["name": "s"]).status == 200)
        _ = try await server.admin("accounts:delete", ["localId": "a"])
        #expect(try await server.control(.post, ":restore", ["name": "s"]).status == 200)
        #expect(try await server.account("a")["phoneNumber"] == .string(number))

        let seeded = try await other.seed(
            "{ version: 1, projects: { example: { users: [ { uid: s, phoneNumber: \"+1555\" } ] } } }")
        #expect(seeded.status == 200, "\(seeded.text)")
        #expect(try await other.account("s")["phoneNumber"] == "+1555")
    }
}
