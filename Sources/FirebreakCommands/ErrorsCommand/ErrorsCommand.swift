package import ArgumentParser
import Firebreak
import FirebreakModel
import FirebreakWire

/// `firebreak errors [CODE]`: what the errors of a server mean.
package struct ErrorsCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "errors",
        abstract: "Explain the errors that a server answers: what causes them and what to do.",
        discussion: """
            Without a code, a list of all of them. It needs no server: the errors are those of this version. \
            Remedies name settings of the configuration (PATCH /identitytoolkit.googleapis.com/v2/projects/PROJECT/config) \
            and rules (PATCH /firebreak/v1/projects/PROJECT/rules, or serve --rule NAME=VALUE).

            Examples:
              firebreak errors
              firebreak errors INVALID_OOB_CODE
              firebreak errors --json EMAIL_EXISTS
            """
    )

    @Argument(help: "The word in capitals that the error's message begins with.", completion: .errorCodes)
    var code: String?

    @Flag(help: "Print what GET /firebreak/v1/errors answers.")
    var json = false

    @Flag(help: .private)
    var markdown = false

    package init() {}

    package func run() throws {
        let errors = code.map(KnownErrors.errors) ?? KnownErrors.all
        guard !errors.isEmpty else {
            let code = code ?? ""
            let similar = KnownErrors.codes(like: code).joined(separator: ", ")
            throw CommandFailure("there is no error \(code); the most similar are \(similar)", status: .usage)
        }
        try StandardStream.output.write(try text(errors))
    }

    private func text(_ errors: [ErrorEntry]) throws -> String {
        if markdown { return ErrorsPage.text(errors) }
        if json {
            let body = JSON.indented(try WireEncoder().encode(ErrorList(errors: errors)))
            return String(decoding: body, as: UTF8.self) + "\n"
        }
        return code == nil ? ErrorsRendering.table(errors) : ErrorsRendering.details(errors)
    }
}
