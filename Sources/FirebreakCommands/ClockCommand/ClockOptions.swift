import ArgumentParser
import FirebreakClient

/// The options of all subcommands, and how they print the clock.
package struct ClockOptions: ParsableArguments {
    @OptionGroup(title: "Server")
    var server: ServerOptions

    @Option(help: "How to print the clock.")
    var format: OutputFormat = .table

    package init() {}

    /// Changes the clock and prints its new state.
    func change(_ change: FirebreakProject.Clock.Change) async throws {
        try await show { $0.clock.changing(change) }
    }

    /// Makes a call and prints the clock that it returns.
    func show(_ request: (FirebreakProject) -> ControlRequest) async throws {
        let project = server.selectedProject()
        let reply = try await project.transport.success(request(project))
        try StandardStream.output.write(try format.text(clock: reply))
    }
}
