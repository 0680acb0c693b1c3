package import ArgumentParser
import FirebreakClient

/// `firebreak clock freeze`.
package struct ClockFreeze: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "freeze", abstract: "Stop the clock where it is.")

    @OptionGroup
    var options: ClockOptions

    package init() {}

    package func run() async throws { try await options.change(.freeze) }
}
