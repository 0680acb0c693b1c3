import Testing

/// The scripts themselves; the shells run them in the tests of the release build.
@Suite(.timeLimit(.minutes(20)))
struct CompletionCommandTests {
    @Test(arguments: [("bash", "complete "), ("zsh", "#compdef firebreak\n"), ("fish", "complete -c 'firebreak'")])
    func `each shell has its script`(_ shell: String, _ sign: String) async throws {
        let result = try await Tool(["completion", shell]).run()

        #expect(result.status == 0)
        #expect(result.error == "")
        #expect(result.output.contains(sign))
        #expect(result.output.contains("PASSWORD_RESET"))
        #expect(result.output.hasSuffix("\n"))
    }

    @Test(arguments: [[], ["ksh"], ["bash", "zsh"]])
    func `anything else is a usage error`(_ arguments: [String]) async throws {
        let result = try await Tool(["completion"] + arguments).run()

        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.error.contains("firebreak completion <shell>"))
    }
}
