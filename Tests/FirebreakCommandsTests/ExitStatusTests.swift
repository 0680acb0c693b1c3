import ArgumentParser
import Firebreak
import FirebreakCommands
import Testing

@Suite struct ExitStatusTests {
    @Test func `the library's errors have their codes`() {
        #expect(ExitStatus(EmulatorError.invalidConfiguration).code == 2)
        #expect(ExitStatus(EmulatorError.invalidFixture).code == 3)
        #expect(ExitStatus(EmulatorError.portTaken).code == 4)
        #expect(ExitStatus(EmulatorError.storage).code == 5)
    }

    @Test func `usage is 2, help is 0, a command's own code stays, anything else is 1`() {
        struct Strange: Error {}

        #expect(ExitStatus(ValidationError("no")) == .usage)
        #expect(ExitStatus(CleanExit.helpRequest()) == .success)
        #expect(ExitStatus(ExitCode(42)).code == 42)
        #expect(ExitStatus(ExitCode(137)).code == 137)
        #expect(ExitStatus(CommandFailure("no", status: .storage)) == .storage)
        #expect(ExitStatus(Strange()) == .failure)
    }

    @Test(arguments: [
        ["serve", "--nonsense"], ["bogus"], ["exec"], ["exec", "true"], ["keys"], ["outbox", "wait", "--count", "0"],
    ])
    func `a bad command line is a usage error`(_ arguments: [String]) async {
        let error = await #expect(throws: (any Error).self) { try await FirebreakCommand.asyncParseAsRoot(arguments) }

        #expect(error.map { ExitStatus($0) } == .usage)
    }
}
