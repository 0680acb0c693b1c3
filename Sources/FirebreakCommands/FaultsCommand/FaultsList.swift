package import ArgumentParser
import FirebreakClient

/// `firebreak faults list`.
package struct FaultsList: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the faults, oldest first, with their hits and what they have left.")

    @OptionGroup(title: "Server")
    var server: ServerOptions

    @Option(help: "How to print the faults.")
    var format: OutputFormat = .table

    package init() {}

    package func run() async throws {
        let project = server.selectedProject()
        let reply = try await project.transport.success(project.faults.listing)
        try StandardStream.output.write(try format.text(faults: reply))
    }
}
