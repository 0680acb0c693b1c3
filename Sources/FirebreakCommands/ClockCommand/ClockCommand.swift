package import ArgumentParser
import FirebreakClient

/// `firebreak clock`: the clock of a project of a running server.
package struct ClockCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "clock",
        abstract: "Show and move the clock of a project of a running server.",
        discussion: """
            Codes, tokens, cookies and the status of messages expire by it. The server is --url, else \
            $FIREBREAK_URL, else http://$FIREBASE_AUTH_EMULATOR_HOST, else http://127.0.0.1:9099.

            Examples:
              firebreak clock advance 61m
              firebreak clock set 2026-06-01T12:00:00Z --frozen
              firebreak clock set now
            """,
        subcommands: [ClockShow.self, ClockAdvance.self, ClockSet.self, ClockFreeze.self, ClockResume.self]
    )

    package init() {}
}
