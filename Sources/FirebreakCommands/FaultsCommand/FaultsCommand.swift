package import ArgumentParser

/// `firebreak faults`: failures on demand in a project of a running server.
package struct FaultsCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "faults",
        abstract: "Make calls of a running server fail, hang or wait, and messages get lost or late.",
        discussion: """
            The server is --url, else $FIREBREAK_URL, else http://$FIREBASE_AUTH_EMULATOR_HOST, else \
            http://127.0.0.1:9099.

            Examples:
              firebreak faults add accounts.signUp --error QUOTA_EXCEEDED --times 2
              firebreak faults add token --where email=alice@example.test --drop after
              firebreak faults add outbox.email --deliver-after 10m
              firebreak faults remove --all
            """,
        subcommands: [FaultsAdd.self, FaultsList.self, FaultsRemove.self]
    )

    package init() {}
}
