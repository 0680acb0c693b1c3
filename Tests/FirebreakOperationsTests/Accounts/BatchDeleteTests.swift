import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// accounts.md section 13.
struct BatchDeleteTests {
    private static let limit = "LOCAL_ID_LIST_EXCEEDS_LIMIT"

    private static func ids(_ count: Int) -> JSON { .array((0..<count).map { .string("id-\($0)") }) }

    static let rows: [Row] = [
        Row([:], limit),
        Row(["localIds": []], limit),
        Row(["localIds": ids(1001)], limit),
        Row(["localIds": ids(1000)], "OK"),
        Row(["localIds": ["nobody"]], "OK"),
    ]

    @Test(arguments: Profile.allCases, rows)
    func `a call names one to a thousand accounts`(_ profile: Profile, _ row: Row) async throws {
        let answer = try await TestServer(profile).admin("accounts:batchDelete", row.body)

        #expect(answer.outcome == row.outcome(profile))
        if answer.status == 200 { #expect(answer.json == [:]) }
    }

    @Test(arguments: Profile.allCases)
    func `enabled accounts go by force only`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.importAccounts(
            ["localId": "off", "disabled": true], ["localId": "on"], ["localId": "also-on"])
        func remaining() async throws -> [JSON?]? {
            let answer = try await server.admin("accounts:lookup", ["localId": ["off", "on", "also-on"]])
            return answer["users"]?.arrayValue?.map { $0["localId"] }
        }
        let message: JSON = "NOT_DISABLED : Disable the account before batch deletion."

        let first = try await server.admin("accounts:batchDelete", ["localIds": ["off", "nobody", "on"]])
        #expect(first.json == ["errors": [["index": 2, "localId": "on", "message": message]]])
        #expect(try await remaining() == ["on", "also-on"])
        let second = try await server.admin("accounts:batchDelete", ["localIds": ["on", "also-on"], "force": true])
        #expect(second.json == [:])
        #expect(try await remaining() == nil)
    }
}
