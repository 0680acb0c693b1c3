package import ArgumentParser

/// `firebreak requests`: the calls that a running server got.
package struct RequestsCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "Read the calls that a running server got, and why they were answered so.",
        discussion: """
            Passwords, tokens, codes and keys in them are replaced by what they are, such as <password>. The server \
            is --url, else $FIREBREAK_URL, else http://$FIREBASE_AUTH_EMULATOR_HOST, else http://127.0.0.1:9099.

            Examples:
              firebreak requests list --status 4xx
              firebreak requests wait --operation accounts.signUp --timeout 5s
            """,
        subcommands: [RequestsList.self, RequestsWait.self, RequestsFollow.self]
    )

    package init() {}
}
