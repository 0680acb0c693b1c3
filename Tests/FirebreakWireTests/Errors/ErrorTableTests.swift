import Testing

@testable import FirebreakWire

struct ErrorTableTests {
    private static let kinds = """
        # A comment.
        [kinds]

        missing: 404 NOT_FOUND, reason notFound

        [accounts]


        """

    private static let row = """
        userGone
          shown: name as <somebody>
          message: USER_GONE : <name> is < <who>
          emulator (missing): No <name>,
            and no <other>
          production (503 UNAVAILABLE, before the service, message It is, domain global): Not <name>.
          code: GONE
          field: user
          form: <name> left.
          detail: {"text": "<message>",
            "of": ["<name>"]}
          cause: It is
            so.
          remedy: Wait.

        """

    @Test func `a row says what clients get in each profile`() throws {
        let table = ErrorTable(Self.kinds + Self.row)
        let row = try #require(table.rows.first)
        let wordings = Profile.allCases.map { row.wording(in: $0, ["name": "<who>", "who": "x"]) }

        #expect(table.problems == [])
        #expect(row.name == "userGone" && row.area == .accounts && row.cause == "It is so." && row.remedy == "Wait.")
        #expect(row.placeholders == ["name", "who", "other"])
        #expect(row.field == "user" && row.form(["name": "Ann"]) == "Ann left.")
        #expect(row.shown == ["name": "<somebody>"])
        #expect(wordings.map(\.message) == ["USER_GONE : <who> is < x", "No <who>, and no <other>", "Not <who>."])
        #expect(wordings.map(\.kind.httpStatus) == [400, 404, 503])
        #expect(wordings.map(\.kind.status) == [nil, "NOT_FOUND", "UNAVAILABLE"])
        #expect(wordings.map(\.precedesService) == [false, false, true])
        #expect(wordings.map(\.code) == ["USER_GONE", "GONE", "GONE"])
        #expect(wordings.first?.kind == .business)
        #expect(wordings.last?.kind.detailMessage == "It is")
        #expect(wordings.last?.kind.detail == [.init(key: "domain", value: "global")])
        #expect(wordings.last?.details == [["text": "Not <who>.", "of": ["<who>"]]])
    }

    @Test(arguments: [
        ("userGone\n  message: A\n  cause: B.\n", "userGone lacks a message, a cause or a remedy, or is there twice"),
        (row + row, "userGone lacks a message, a cause or a remedy, or is there twice"),
        (row + "  cause: Again.\n", "22: cause is there twice"),
        (row + "  message: Again.\n", "22: message is there twice"),
        (row + "  because: No.\n", "22: no line is called because"),
        (row + "  message (lost): X\n", "22: no kind is called lost"),
        (row + "  message (before the service): X\n", "22: no kind is called before the service"),
        (row + "  cause\n", "22: no colon and space: cause"),
        (row + "  message (400, reason): X\n", "22: no member and value: reason"),
        (row + "  shown: x\n", "22: no name and text: x"), ("[nowhere]\n", "8: no area is nowhere"),
        ("  cause: X\n", "8: a row is to begin first"),
    ])
    func `a mistake is told with its line, and costs no other row`(text: String, problem: String) {
        #expect(ErrorTable(Self.kinds + text).problems == [problem])
        #expect(ErrorTable(Self.kinds + text + "\n" + Self.row).rows.count == 1)
    }

    @Test func `a section comes first`() {
        #expect(ErrorTable("userGone\n").problems == ["1: a section is to begin here, such as [accounts]"])
    }

    @Test func `what is thrown without a row says so`() {
        let wording = ErrorTable("")["userGone"].wording(in: .production, [:])

        #expect(wording.message == "INTERNAL_ERROR : errors.txt lacks userGone")
        #expect(wording.kind.httpStatus == 500 && wording.code == "INTERNAL_ERROR")
    }
}
