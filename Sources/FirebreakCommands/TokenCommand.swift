package import ArgumentParser
import FirebreakClient
import FirebreakModel
import FirebreakWire

/// `firebreak token PROJECT USER`: prints an ID token as if the user had signed in.
package struct TokenCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Print an ID token of a user of a running server.",
        discussion: """
            No password or second factor is needed. --format json prints the refresh token as well.

            \(ServerLocation.rule)

            Examples:
              firebreak token demo-shop alice
              firebreak token demo-shop alice@example.test --claims '{"role":"admin"}'
              firebreak token demo-shop alice --lifetime=-60     # one that has expired
            """
    )

    package enum Format: String, ExpressibleByArgument, CaseIterable, Sendable { case text, json }

    @Argument(help: "The project's ID.")
    var project: String

    @Argument(help: "The user's ID, e-mail address or ref in a fixture.")
    var user: String

    @Option(help: "The tenant of the user.")
    var tenant: String?

    @Option(help: "Claims to add, a JSON object.")
    var claims: String?

    @Option(help: "How the user signed in, such as password, phone or google.com. (default: what the user has)")
    var provider: String?

    @Option(help: "Seconds until the token expires; negative for one that has. (default: the project's)")
    var lifetime: Int?

    @Option(help: "How to print it: the ID token alone, or all of the answer.")
    var format: Format = .text

    @OptionGroup(title: "Server")
    var location: ServerLocation

    package init() {}

    package func run() async throws {
        let claims = try claims.map { text in
            guard let document = try? JSON(parsing: text), document.objectValue != nil else {
                throw CommandFailure("--claims must be a JSON object", status: .usage)
            }
            return document
        }
        let project = location.project(project)
        let reply = try await project.transport.success(
            project.minting(for: user, tenant: tenant, provider: provider, claims: claims, lifetime: lifetime))
        switch format {
        case .json: try StandardStream.output.write(reply.line)
        case .text: try StandardStream.output.write(try reply.decoded(MintedTokens.self).idToken.visible + "\n")
        }
    }
}
