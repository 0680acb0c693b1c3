package import ArgumentParser
import FirebreakClient
import FirebreakModel
import FirebreakWire

/// `firebreak token PROJECT USER`: prints an ID token as if the user had signed in, or writes what a browser keeps of it.
package struct TokenCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Print an ID token of a user of a running server.",
        discussion: """
            No password or second factor is needed. --format json prints the refresh token as well.

            With --storage-state, a file gets what a browser keeps of a user who is signed in to the app at --origin, as \
            Playwright's storage state: a test that begins with it skips the form.

            \(ServerLocation.rule)

            Examples:
              firebreak token demo-shop alice
              firebreak token demo-shop alice@example.test --claims '{"role":"admin"}'
              firebreak token demo-shop alice --flaw expired     # one to be refused
              firebreak token shop ann --storage-state x.json --origin http://localhost
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

    @Option(
        help: ArgumentHelp(
            "What is wrong with it, for tests of what an API refuses. Those about signatures need rule idTokens=signed. "
                + "(default: nothing)", valueName: "flaw"))
    var flaw: Choice<TokenFlaw>?

    @Option(help: "How to print it: the ID token alone, or all of the answer. (default: text)")
    var format: Format?

    @OptionGroup(title: "Signed-in browser")
    var browser: BrowserOptions

    @OptionGroup(title: "Server")
    var location: ServerLocation

    package init() {}

    package func validate() throws {
        if browser.storageState != nil, flaw != nil { throw ValidationError("--flaw is for a token alone") }
        if browser.storageState != nil, format != nil {
            throw ValidationError("--format is for a token; --storage-state writes a browser's state")
        }
    }

    package func run() async throws {
        let claims = try claims.map { text in
            guard let document = try? JSON(parsing: text), document.objectValue != nil else {
                throw CommandFailure("--claims must be a JSON object", status: .usage)
            }
            return try WireDecoder(nullIsAbsent: false).decode(JSONValue.self, from: document)
        }
        let project = location.project(project)
        if let path = browser.storageState, let origin = browser.origin {
            let request = BrowserStateRequest(
                user, origin: origin, appName: browser.appName, apiKey: browser.apiKey,
                persistence: browser.persistence?.value.rawValue, tenant: tenant, claims: claims, provider: provider,
                lifetime: lifetime)
            let reply = try await project.transport.success(project.request(TokensAPI.browserState, request))
            // Not half an answer, and not that of another server.
            _ = try reply.decoded(BrowserState.self)
            return try OutputFile.write(Array(reply.line.utf8), to: path)
        }
        let request = MintTokenRequest(
            user, tenant: tenant, provider: provider, claims: claims, lifetime: lifetime, flaw: flaw?.value)
        let reply = try await project.transport.success(project.request(TokensAPI.mint, request))
        switch format ?? .text {
        case .json: try StandardStream.output.write(reply.line)
        case .text: try StandardStream.output.write(try reply.decoded(MintedTokens.self).idToken.visible + "\n")
        }
    }
}

/// The options that say for which app a browser's state is.
struct BrowserOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Write a browser's state to this file; - is standard output.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var storageState: String?

    @Option(
        help: ArgumentHelp("Scheme, host and port of the app, such as http://localhost:3000.", valueName: "url"))
    var origin: String?

    @Option(help: ArgumentHelp("The name of the web SDK's app. (default: [DEFAULT])", valueName: "name"))
    var appName: String?

    @Option(help: ArgumentHelp("The app's API key. (default: the project's derived one)", valueName: "key"))
    var apiKey: String?

    @Option(
        help: ArgumentHelp(
            "Where the browser keeps the user: in IndexedDB, where the SDK looks first, or in localStorage. "
                + "(default: indexedDB)", valueName: "choice"))
    var persistence: Choice<BrowserState.Persistence>?

    init() {}

    func validate() throws {
        guard storageState == nil else {
            if storageState?.isEmpty == true { throw ValidationError("--storage-state must not be empty") }
            if origin?.isEmpty ?? true {
                throw ValidationError("--storage-state needs --origin, such as --origin http://localhost:3000")
            }
            return
        }
        for (option, isGiven) in [
            ("--origin", origin != nil), ("--app-name", appName != nil), ("--api-key", apiKey != nil),
            ("--persistence", persistence != nil),
        ] where isGiven {
            throw ValidationError("\(option) is for --storage-state")
        }
    }
}
