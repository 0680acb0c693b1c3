package import ArgumentParser

/// `firebreak outbox`: the mails and text messages of a running server.
package struct OutboxCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "Read the mails and text messages that a running server would have sent.",
        discussion: """
            The server is --url, else $FIREBREAK_URL, else http://$FIREBASE_AUTH_EMULATOR_HOST, else \
            http://127.0.0.1:9099.

            Examples:
              firebreak outbox list --status pending
              firebreak outbox wait --to alice@example.test --timeout 5s
              curl -f "$(firebreak outbox show --to alice@example.test --link)"
              firebreak outbox open --to alice@example.test --new-password correct-horse
            """,
        subcommands: [
            OutboxList.self, OutboxWait.self, OutboxFollow.self, OutboxShow.self, OutboxOpen.self,
        ]
    )

    package init() {}
}
