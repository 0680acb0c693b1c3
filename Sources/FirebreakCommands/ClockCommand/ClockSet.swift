package import ArgumentParser
import FirebreakClient

/// `firebreak clock set`.
package struct ClockSet: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the clock.",
        discussion: "Without --frozen or --running, a stopped clock stays stopped, except at 'now'."
    )

    @Argument(
        help: ArgumentHelp(
            "The time in RFC 3339 form, as 2026-06-01T12:00:00Z, or 'now' for the server's own.", valueName: "time"),
        completion: .list(["now"]))
    var to: String

    @Flag(exclusivity: .exclusive, help: "Whether the clock stands still or runs on from there.")
    var mode: Mode?

    @OptionGroup
    var options: ClockOptions

    /// Whether the clock stands still or runs once it is set.
    enum Mode: String, EnumerableFlag { case frozen, running }

    package init() {}

    package func run() async throws {
        try await options.change(.set(to: to, frozen: mode.map { $0 == .frozen }))
    }
}
