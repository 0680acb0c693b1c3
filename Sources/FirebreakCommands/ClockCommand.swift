package import ArgumentParser
import FirebreakClient
package import FirebreakModel

/// `firebreak clock`: the clock of a project of a running server.
package struct ClockCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "clock",
        abstract: "Show and move the clock of a project of a running server.",
        discussion: """
            Codes, tokens, cookies and the status of messages expire by it. \(ServerLocation.rule)

            Examples:
              firebreak clock advance 61m
              firebreak clock set 2026-06-01T12:00:00Z --frozen
              firebreak clock set now
            """,
        subcommands: [ClockShow.self, ClockAdvance.self, ClockSet.self, ClockFreeze.self, ClockResume.self]
    )

    package init() {}
}

/// `firebreak clock show`.
package struct ClockShow: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(commandName: "show", abstract: "Show the clock.")

    @OptionGroup
    var options: ClockOptions

    package init() {}

    package func run() async throws {
        try await options.call(ClockAPI.get)
    }
}

/// `firebreak clock set`.
package struct ClockSet: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the clock.",
        discussion: "Without --frozen or --running, a stopped clock stays stopped, except at 'now'."
    )

    @Argument(
        help: ArgumentHelp(
            "The time in RFC 3339 form, such as 2026-06-01T12:00:00Z, or 'now' for the server's own.", valueName: "time"
        ),
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
        try await options.call(ClockAPI.set, SetClockRequest(to: to, frozen: mode.map { $0 == .frozen }))
    }
}

/// `firebreak clock advance`.
package struct ClockAdvance: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "advance", abstract: "Move the clock forward.")

    @Argument(help: ArgumentHelp("How far: 90s, 61m, 6h1m, 2d, 500ms, or seconds.", valueName: "time"))
    var by: String

    @OptionGroup
    var options: ClockOptions

    package init() {}

    package func run() async throws { try await options.call(ClockAPI.advance, AdvanceClockRequest(by: by)) }
}

/// `firebreak clock freeze`.
package struct ClockFreeze: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "freeze", abstract: "Stop the clock where it is.")

    @OptionGroup
    var options: ClockOptions

    package init() {}

    package func run() async throws { try await options.call(ClockAPI.freeze) }
}

/// `firebreak clock resume`.
package struct ClockResume: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Let the clock run on from where it stands.")

    @OptionGroup
    var options: ClockOptions

    package init() {}

    package func run() async throws { try await options.call(ClockAPI.resume) }
}

/// The options of all subcommands, and how they print the clock.
package struct ClockOptions: ParsableArguments {
    @OptionGroup(title: "Server")
    var server: ServerOptions

    @Option(help: "How to print the clock.")
    var format: OutputFormat = .table

    package init() {}

    /// Calls a method and prints the clock that it returns.
    func call<Input>(_ endpoint: Endpoint<Input, ClockState>, _ input: Input) async throws {
        try await server.show(format, ClockCommand.line) { try $0.request(endpoint, input) }
    }

    /// The same of a method that needs no input.
    func call(_ endpoint: Endpoint<NoMembers, ClockState>) async throws { try await call(endpoint, NoMembers()) }
}

extension ClockCommand {
    /// A clock on one line, the time first.
    package static func line(_ clock: ClockState) -> String {
        let state = clock.frozen ? "frozen" : clock.offset == 0 ? "the server's own" : difference(clock.offset)
        return "\(clock.now)  \(state)\n"
    }

    private static func difference(_ offset: Int64) -> String {
        "\(length(offset.magnitude)) \(offset > 0 ? "ahead" : "behind")"
    }

    /// Of a minute or more in the form that `advance` takes, such as `1d2h5s`, without what a second has below it.
    private static func length(_ milliseconds: UInt64) -> String {
        guard milliseconds >= 60_000 else {
            let isWhole = milliseconds.isMultiple(of: 1000)
            return "\(isWhole ? String(milliseconds / 1000) : String(Double(milliseconds) / 1000)) s"
        }
        var rest = milliseconds / 1000
        var text = ""
        for (unit, seconds) in [("d", 86_400), ("h", 3600), ("m", 60), ("s", 1)] as [(String, UInt64)]
        where rest >= seconds {
            text += "\(rest / seconds)\(unit)"
            rest %= seconds
        }
        return text
    }
}
