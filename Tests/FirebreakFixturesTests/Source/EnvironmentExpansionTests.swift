import FirebreakFixtures
import FirebreakWire
import Testing

struct EnvironmentExpansionTests {
    private func expanded(_ text: String, _ environment: [String: String]? = ["A": "x", "EMPTY": "", "D": "$"]) -> JSON?
    {
        let source = try? FixtureSource(
            JSON.object([JSON.Member("value", .string(text))]).bytes, file: "a.json", environment: environment)
        guard let source, source.problems.isEmpty else { return nil }
        return source.value["value"]
    }

    @Test(
        arguments: [
            ("plain", "plain"), ("${A}", "x"), ("a${A}b${A}c", "axbxc"), ("${B:-y}", "y"), ("${A:-y}", "x"),
            ("${EMPTY}", ""), ("${EMPTY:-y}", "y"), ("${B:-}", ""), ("${B:-a:-b}", "a:-b"), ("$A {A}", "$A {A}"),
            ("$${A}", "${A}"), ("${D}${A}", "$x"), ("$", "$"), ("ä${A}ö", "äxö"),
        ])
    func `variables are put in`(text: String, result: String) {
        #expect(expanded(text) == .string(result))
    }

    @Test(arguments: ["${B}", "${", "${A", "${}", "${1}", "${a b}", "${A:y}"])
    func `what cannot be put in is an error`(text: String) {
        #expect(expanded(text) == nil)
    }

    @Test func `the place of an unset variable is told`() {
        let text = "version: 1\nprojects:\n  ${PROJECT}:\n    users: [{ ref: \"${NAME:-a}\" }]"

        #expect(
            complaints(text) == [
                "shop.yaml:3:3: /projects/${PROJECT}: the environment variable PROJECT is not set and has no default"
            ])
        #expect(complaints(text, environment: ["PROJECT": "demo-shop"]).isEmpty)
    }

    @Test func `what cannot be put in is told with everything else that is wrong, once`() {
        let text = """
            users:
              - { ref: "${REF}", email: "${EMAIL}", displyName: Ann }
              - { ref: b, displayName: 5 }
            """

        #expect(
            complaints(text) == [
                "shop.yaml:2:7: /users/0/ref: the environment variable REF is not set and has no default",
                "shop.yaml:2:22: /users/0/email: the environment variable EMAIL is not set and has no default",
                "shop.yaml:2:41: /users/0/displyName: there is no key displyName here; did you mean displayName?",
                "shop.yaml:3:15: /users/1/displayName: must be a text: put it in quotes",
            ])
    }

    @Test(arguments: [
        "1e400", "-1e400", ".inf", "-.inf", "+.Inf", ".nan", ".NAN", "1" + String(repeating: "0", count: 400),
    ])
    func `a number that JSON has not is told with its place`(literal: String) {
        let shown = literal.prefix(40)
        #expect(
            complaints("users:\n  - { uid: a, claims: { level: [1, \(literal)] } }") == [
                "shop.yaml:2:36: /users/0/claims/level/1: \(shown) is not a number that JSON has; a text must be in quotes"
            ])
        #expect(complaints("users:\n  - { uid: a, claims: { level: '\(literal)' } }").isEmpty)
    }

    @Test func `so it is in JSON`() {
        #expect(
            complaints(#"{"users":[{"uid":"a","claims":{"n":1e400}}]}"#, file: "shop.json") == [
                "shop.json:1:32: /users/0/claims/n: 1e400 is not a number that JSON has; a text must be in quotes"
            ])
    }

    @Test func `of a document that is wrong throughout not all is told`() {
        let unknown = (0..<3000).map { "k\($0): 1" }.joined(separator: ", ")
        for text in [
            "users: [ { uid: a, \(unknown) } ]", "config: { \(unknown) }",
            "config: { signIn: { email: { \(unknown) } } }",
            "users:\n" + (0..<3000).map { "  - { uid: u\($0), nme: x }\n" }.joined(),
            "faults:\n" + (0..<3000).map { "  - { on: none\($0), status: 500 }\n" }.joined(),
        ] {
            #expect((1...200).contains(complaints(text).count))
        }
    }

    @Test(arguments: ["253402300800000", "-62167219200001", "9223372036854775807", "9999-12-31T23:59:59-01:00"])
    func `a time beyond the year 9999 is none`(time: String) {
        #expect(complaints("users: [ { uid: a, createdAt: \(time) } ]").count == 1)
        #expect(complaints("users: [ { uid: a, createdAt: 253402300799999 } ]").isEmpty)
    }

    @Test func `without an environment only defaults count`() {
        #expect(expanded("${A:-y}", nil) == "y")
        #expect(expanded("${A}", nil) == nil)
    }

    @Test(arguments: ["${A}", "$${A}", "a${", "$", "$$${A}${B}"])
    func `what is escaped is read as it was`(text: String) {
        let escaped = JSON.object([JSON.Member("value", .string(text))]).escapingExpansions
        let source = try? FixtureSource(escaped.bytes, file: "a.json", environment: nil)

        #expect(source?.value["value"] == .string(text))
    }
}
