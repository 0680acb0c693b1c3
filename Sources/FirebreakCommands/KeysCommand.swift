package import ArgumentParser
import Firebreak

/// `firebreak keys`: prints the API keys that select projects without registration.
package struct KeysCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Print the API keys that select projects on every Firebreak server.",
        discussion: """
            The key has the form that Apple's and Google's SDKs insist on (39 characters, starting with AIza) and \
            carries the project's ID, so that it needs no registration. IDs that it cannot carry (more than 30 \
            characters, or others than a-z, 0-9 and -) need a key registered with serve --api-key KEY=PROJECT.

            With --map, each line also has the project, as the map files of HAProxy and nginx want it: a proxy in \
            front of several servers finds the project of a key there.

            Examples:
              export FIREBASE_API_KEY=$(firebreak keys demo-shop)
              firebreak keys --map demo-shop demo-bank > keys.map
            """
    )

    @Flag(help: "Print the key and the project of each.")
    var map = false

    @Argument(help: "The projects' IDs.")
    var projects: [String]

    package init() {}

    package func run() throws {
        var text = ""
        for project in projects {
            do { text += try APIKey.derived(for: project) + (map ? " \(project)\n" : "\n") } catch {
                throw CommandFailure("\(error)", status: .usage)
            }
        }
        try StandardStream.output.write(text)
    }
}
