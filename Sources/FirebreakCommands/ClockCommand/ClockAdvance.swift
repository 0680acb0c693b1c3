package import ArgumentParser
import FirebreakClient

/// `firebreak clock advance`.
package struct ClockAdvance: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "advance", abstract: "Move the clock forward.")

    @Argument(help: ArgumentHelp("How far: 90s, 61m, 6h1m, 2d, 500ms, or seconds.", valueName: "time"))
    var by: String

    @OptionGroup
    var options: ClockOptions

    package init() {}

    package func run() async throws { try await options.change(.advance(by: by)) }
}
