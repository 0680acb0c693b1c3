import ArgumentParser
import FirebreakCommands
import Testing

@Suite struct CommandHelpTests {
    @Test(arguments: ServeKey.allCases)
    func `every setting is a flag of serve and exec`(_ key: ServeKey) {
        #expect(FirebreakCommand.helpMessage(for: ServeCommand.self).contains("\(key.flag) <"))
        #expect(FirebreakCommand.helpMessage(for: ExecCommand.self).contains("\(key.flag) <"))
    }

    @Test func `variables are spelt as documented`() {
        #expect(ServeKey.dataDirectory.variable == "FIREBREAK_DATA_DIR")
        #expect(ServeKey.apiKey.variable == "FIREBREAK_API_KEY")
        #expect(ServeKey.tlsCertificate.variable == "FIREBREAK_TLS_CERT")
        #expect(ServeKey.host.variable == "FIREBREAK_HOST")
    }
}
