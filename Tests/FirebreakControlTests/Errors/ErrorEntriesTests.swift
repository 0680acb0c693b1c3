import FirebreakControl
import FirebreakModel
import FirebreakWire
import Testing

/// `GET /firebreak/v1/errors` and `GET /firebreak/v1/errors/{code}` (firebreak.md section 4).
struct ErrorEntriesTests {
    private func errors(_ code: String) async throws -> [ErrorEntry] {
        let fixture = try ControlFixture()
        let answer = try await fixture.run(GetErrors.self, ["code": .string(code)])
        return try WireDecoder(nullIsAbsent: true).decode(ErrorList.self, from: answer).errors
    }

    @Test func `all rows are listed, area by area in the order of codes`() async throws {
        let answer = try await ControlFixture().run(ListErrors.self)
        let list = try WireDecoder(nullIsAbsent: true).decode(ErrorList.self, from: answer)

        #expect(list.errors.count == ErrorTable.all.rows.count)
        #expect(list.errors.map { $0.area } == list.errors.map { $0.area }.sorted())
        #expect(try ControlFixture.json(list).text == answer.text)
        for error in list.errors {
            #expect(!error.profiles.isEmpty && !error.cause.isEmpty && !error.remedy.isEmpty)
        }
    }

    @Test func `all rows of a code are answered, also where only another profile has it`() async throws {
        #expect(try await errors("EMAIL_EXISTS").map(\.message) == ["EMAIL_EXISTS"])
        #expect(try await errors("email_exists").count == 1)
        #expect(try await errors("INVALID_OOB_CODE").count == 2)

        let disabled = try await errors("PROJECT_DISABLED")
        #expect(disabled.map(\.code) == ["TENANT_DISABLED"])
        let reference = disabled.first?.profiles.first { $0.name == "emulator" }
        #expect(reference == .init(name: "emulator", code: "PROJECT_DISABLED", message: "PROJECT_DISABLED"))
        #expect(disabled.first?.profiles.first { $0.name == "local" } == .init(name: "local"))
    }

    @Test func `a status that a profile has for itself is said`() async throws {
        let error = try #require(try await errors("CONFIGURATION_NOT_FOUND").first)

        #expect(error.httpStatus == 404)
        #expect(error.profiles.first { $0.name == "emulator" }?.httpStatus == 400)
    }

    @Test(arguments: [
        ("EMAIL_EXIST", "EMAIL_EXISTS"), ("WEAK_PASSWRD", "WEAK_PASSWORD"), ("OOB_CODE", "EXPIRED_OOB_CODE"),
    ])
    func `an unknown code is refused with similar ones`(code: String, similar: String) async throws {
        #expect(ErrorCatalogue.codes(like: code).first == similar)
        #expect(ErrorCatalogue.codes(like: code).count == 3)
        let error = await #expect(throws: WireError.self) { _ = try await errors(code) }
        #expect(error?.wording(in: .local).kind.httpStatus == 404)
        #expect(error?.message(in: .local).contains("\(code); the most similar are \(similar), ") == true)
    }
}
