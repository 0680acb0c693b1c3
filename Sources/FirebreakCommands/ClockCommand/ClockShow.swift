package import ArgumentParser
import FirebreakClient

/// `firebreak clock show`.
package struct ClockShow: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(commandName: "show", abstract: "Show the clock.")

    @OptionGroup
    var options: ClockOptions

    package init() {}

    package func run() async throws {
        try await options.show { $0.clock.reading }
    }
}
