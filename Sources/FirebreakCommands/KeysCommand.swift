package import ArgumentParser
import Firebreak

/// `firebreak keys PROJECT`: prints the API key that selects a project without registration.
package struct KeysCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Print the API key that selects a project on every Firebreak server.",
        discussion: """
            The key has the form that Apple's and Google's SDKs insist on (39 characters, starting with AIza) and \
            carries the project's ID, so that it needs no registration. IDs that it cannot carry (more than 30 \
            characters, or others than a-z, 0-9 and -) need a key registered with serve --api-key KEY=PROJECT.

            Example:
              export FIREBASE_API_KEY=$(firebreak keys demo-shop)
            """
    )

    @Argument(help: "The project's ID.")
    var project: String

    package init() {}

    package func run() throws {
        let key: String
        do {
            key = try APIKey.derived(for: project)
        } catch {
            throw CommandFailure("\(error)", status: .usage)
        }
        try StandardStream.output.write(key + "\n")
    }
}
