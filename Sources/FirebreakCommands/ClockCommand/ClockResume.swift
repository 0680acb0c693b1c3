package import ArgumentParser
import FirebreakClient

/// `firebreak clock resume`.
package struct ClockResume: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Let the clock run on from where it stands.")

    @OptionGroup
    var options: ClockOptions

    package init() {}

    package func run() async throws { try await options.change(.resume) }
}
