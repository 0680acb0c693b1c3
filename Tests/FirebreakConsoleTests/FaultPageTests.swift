import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Failures on demand by the console.
struct FaultPageTests {
    private func faults(_ console: StateConsole) async throws -> [JSON] {
        try await console.read("/faults")["faults"]?.arrayValue ?? []
    }

    @Test(
        arguments: [
            (["effect": "error", "error": "USER_DISABLED"], ["error": "USER_DISABLED"], "answers USER_DISABLED"),
            (["effect": "status", "status": "503"], ["status": 503], "answers HTTP 503"),
            (
                ["effect": "status", "status": "500", "body": #"{"a":[1]}"#], ["status": 500, "body": ["a": [1]]],
                "answers HTTP 500 with {&quot;a&quot;:[1]}"
            ),
            (
                ["effect": "status", "status": "500", "body": "<b>"], ["status": 500, "body": "<b>"],
                "answers HTTP 500 with &lt;b&gt;"
            ),
            (["effect": "drop-before"], ["drop": "before"], "closes the connection before anything happens"),
            (["effect": "drop-after"], ["drop": "after"], "closes the connection after it took effect"),
            (["effect": "hang"], ["hang": true], "never answers"),
            (["effect": "delay", "delay": "2s"], ["delay": "2s"], "answers 2s later"),
            (["effect": "lose"], ["lose": true], "loses the message"),
            (["effect": "deliverAfter", "deliverAfter": "10m"], ["deliverAfter": "10m"], "delivers the message 10m"),
        ] as [(KeyValuePairs<String, String>, JSON, String)])
    func `each effect has its fields, and its words`(
        fields: KeyValuePairs<String, String>, members: JSON, words: String
    ) async throws {
        let console = StateConsole(server: try TestServer())
        let isOfMessage = members["lose"] != nil || members["deliverAfter"] != nil
        let name = isOfMessage ? "outbox.email" : "accounts.signUp"
        let body = [("on", name), ("times", "1")] + fields.map { ($0.key, $0.value) }
        let answer = try await console.send("/faults", pairs: body)

        #expect(answer.leads(to: console.path("/faults"), notice: "faultAdded"))
        let fault = try #require(try await faults(console).first)
        #expect(fault["on"]?.arrayValue == [.string(name)])
        for member in members.objectValue ?? [] { #expect(fault[member.key] == member.value) }
        #expect(try await console.page("/faults").text.contains(words))
    }

    @Test func `when it acts is of the form, too`() async throws {
        let console = StateConsole(server: try TestServer())
        _ = try await console.send(
            "/faults",
            [
                "on": "accounts.lookup, token", "effect": "hang", "times": "always", "skip": "2", "probability": "0.5",
                "where.email": "ann@example.test", "where.caller": "app", "where.tenant": "",
            ])

        let fault = try #require(try await faults(console).first)
        #expect(fault["on"] == ["accounts.lookup", "token"])
        #expect(fault["where"] == ["caller": "app", "email": "ann@example.test"])
        #expect(fault["times"] == "always" && fault["skip"] == 2 && fault["probability"]?.doubleValue == 0.5)
        let page = try await console.page("/faults").text
        #expect(page.contains("where caller is app and email is ann@example.test"))
        #expect(page.contains("acts always"))
    }

    @Test(
        arguments: [
            (["on": "accounts.signup", "effect": "hang"], ">There is no operation accounts.signup; did you"),
            (["on": "token", "effect": "error", "error": "EMAIL_EXIST"], "did you mean EMAIL_EXISTS?"),
            (["on": "token", "effect": "error", "error": ""], "is missing"),
            (["on": "token", "effect": "error", "error": "", "delay": "1s"], "is missing"),
            (["on": "token", "effect": "hang", "error": "USER_DISABLED"], "has error and hang"),
            (["on": "outbox.email", "effect": "hang"], ">This is an effect on calls"),
            (["on": "token", "effect": "hang", "times": "x"], "must be a whole number"),
            (["on": "", "effect": "hang"], "names no operation"),
        ] as [(KeyValuePairs<String, String>, String)])
    func `what will not do is said, and what was entered stays`(
        fields: KeyValuePairs<String, String>, words: String
    ) async throws {
        let console = StateConsole(server: try TestServer())
        let hostile = #""><script>alert(1)</script>"#
        let answer = try await console.send(
            "/faults", pairs: fields.map { ($0.key, $0.value) } + [("where.localId", hostile)])

        #expect(answer.status == 400)
        #expect(answer.text.contains(words))
        #expect(answer.text.contains(#"value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;""#))
        #expect(!answer.text.contains("<script>"))
        #expect(try await faults(console).isEmpty)
    }

    @Test func `one is removed, and all are`() async throws {
        let console = StateConsole(server: try TestServer())
        for status in [500, 501, 502] {
            _ = try await console.server.control(.post, "/faults", ["on": "token", "status": .int(status)])
        }
        let id = try #require(try await faults(console).first?["id"]?.stringValue)

        let removed = try await console.send("/faults/remove", ["id": id])
        #expect(removed.leads(to: console.path("/faults"), notice: "faultRemoved"))
        #expect(try await faults(console).count == 2)
        #expect(try await console.send("/faults/remove", ["id": id]).status == 404)
        let cleared = try await console.send("/faults/clear")
        #expect(cleared.leads(to: console.path("/faults"), notice: "faultsRemoved"))
        #expect(try await faults(console).isEmpty)
    }

    @Test func `many faults with much in them are pages of bounded size`() async throws {
        let console = StateConsole(server: try TestServer())
        let text = JSON.string(String(repeating: "\"", count: 2000))
        for _ in 0..<100 {
            let fault: JSON = ["on": "token", "where": ["email": text], "status": 500, "body": text]
            _ = try await console.server.control(.post, "/faults", fault)
        }
        for page in ["/faults", "/faults?page=3", "/faults?page=99", "/faults?page=x"] {
            let answer = try await console.page(page)
            #expect(answer.status == 200)
            #expect(answer.body.count < 150_000)
        }
    }
}
