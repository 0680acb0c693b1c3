import FirebreakClient
import FirebreakCommands
import FirebreakModel
import Foundation
import Testing

/// `firebreak errors`.
@Suite(.timeLimit(.minutes(20)))
struct ErrorsCommandTests {
    private let error = ErrorEntry(
        code: "EMAIL_EXISTS", message: "EMAIL_EXISTS : <email> | x", httpStatus: 400,
        operations: ["accounts.signUp", "accounts.update"],
        profiles: [.init(name: "local"), .init(name: "emulator", message: "TAKEN", httpStatus: 409)],
        area: "secondFactors", cause: "It is taken.", remedy: "Use another.", unreachable: nil)

    @Test func `one error is shown with all that is known of it`() {
        #expect(
            ErrorsRendering.details([error]) == """
                Message:     EMAIL_EXISTS : <email> | x
                Status:      400
                Otherwise:   in emulator: status 409, TAKEN
                Profiles:    local, emulator
                Answered by: accounts.signUp, accounts.update
                Cause:       It is taken.
                Remedy:      Use another.
                Provoke:     POST …/faults {"on":"accounts.signUp","error":"EMAIL_EXISTS"}

                """)
    }

    @Test func `several errors are a table`() {
        var other = error
        other.code = "X"
        other.message = String(repeating: "m", count: 100)

        #expect(
            ErrorsRendering.table([error, other]) == """
                CODE          STATUS  AREA           MESSAGE
                EMAIL_EXISTS  400     secondFactors  EMAIL_EXISTS : <email> | x
                X             400     secondFactors  \(String(repeating: "m", count: 79))…

                """)
    }

    @Test func `the page has a section for each area, and cells do not end early`() {
        var other = error
        other.area = "tokens"
        other.profiles.append(.init(name: "production"))
        other.unreachable = "Nobody can."
        let page = ErrorsPage.text([error, other])

        #expect(page.contains("\n## Second factors\n"))
        #expect(
            page.contains(
                #"| `EMAIL_EXISTS : <email> \| x`<br>emulator: `TAKEN`, 409 | 400 | local, emulator | It is taken. |"#))
        #expect(page.contains("| 400 | all | It is taken. No request provokes it: Nobody can. | Use another. |"))
    }

    @Test func `the documentation has the page as the command makes it`() async throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Sources/Firebreak/Firebreak.docc/Errors.md"
        ).standardizedFileURL
        let made = try await Tool(["errors", "--markdown"]).run()

        #expect(made.status == 0)
        #expect(
            try String(contentsOf: page, encoding: .utf8) == made.output, "scripts/update-errors.sh makes the page anew"
        )
    }

    @Test func `a code is found in letters of either case, and is printed as the server answers it`() async throws {
        let text = try await Tool(["errors", "invalid_oob_code"]).run()
        #expect(text.status == 0)
        #expect(text.output.hasPrefix("Message:     INVALID_OOB_CODE\n"))

        let json = try await Tool(["errors", "--json", "INVALID_OOB_CODE"]).run()
        let list = try JSONDecoder().decode(ErrorList.self, from: Data(json.output.utf8))
        #expect(list.errors.count == 2)
        #expect(list.errors.allSatisfy { $0.code == "INVALID_OOB_CODE" })
    }

    @Test func `an unknown code exits 2 and names similar ones`() async throws {
        let result = try await Tool(["errors", "EMAIL_EXIST"]).run()

        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.error.hasPrefix("Error: there is no error EMAIL_EXIST; the most similar are EMAIL_EXISTS"))
    }
}
