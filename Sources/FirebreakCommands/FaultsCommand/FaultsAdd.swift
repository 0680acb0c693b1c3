package import ArgumentParser
import FirebreakClient
package import FirebreakModel

/// `firebreak faults add`.
package struct FaultsAdd: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Make a failure happen, once unless --times says otherwise.",
        discussion: """
            Operations are named as accounts.signUp, token, accounts.* or *, messages as outbox.email and \
            outbox.sms; GET /firebreak/v1/info lists all names. A fault has exactly one effect, or only --delay.

            Examples:
              firebreak faults add accounts.signUp --where tenant=blue --error EMAIL_EXISTS
              firebreak faults add token --status 503 --body 'Try later.' --times always
              firebreak faults add 'accounts.*' --delay 2s --probability 0.1 --times always
              firebreak faults add outbox.sms --lose
            """
    )

    @Argument(help: ArgumentHelp("Operations or messages.", valueName: "name"), completion: .faultNames)
    var names: [String]

    @OptionGroup(title: "Which calls or messages")
    var selection: FaultSelection

    @OptionGroup(title: "Effect")
    var effect: FaultEffect

    @OptionGroup(title: "Server")
    var server: ServerOptions

    @Option(help: "How to print the fault.")
    var format: OutputFormat = .table

    package init() {}

    /// The fault that the arguments describe.
    package var definition: FaultDefinition {
        var definition = FaultDefinition(on: names)
        selection.apply(to: &definition)
        effect.apply(to: &definition)
        return definition
    }

    package func run() async throws {
        let project = server.selectedProject()
        let reply = try await project.transport.success(project.faults.adding(definition))
        try StandardStream.output.write(try format.text(fault: reply))
    }
}
