import FirebreakFixtures
import FirebreakWire
import Testing

struct EnvironmentExpansionTests {
    private func expanded(_ text: String, _ environment: [String: String]? = ["A": "x", "EMPTY": "", "D": "$"]) -> JSON?
    {
        let source = try? FixtureSource(
            JSON.object([JSON.Member("value", .string(text))]).bytes, file: "a.json", environment: environment)
        return source?.value["value"]
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
