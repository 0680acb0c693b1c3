import ArgumentParser
import FirebreakCommands
import Foundation
import Testing

@Suite struct CommandHelpTests {
    @Test(arguments: ServeOption.all)
    func `every setting is a flag of serve and exec`(_ option: ServeOption) {
        for help in [
            FirebreakCommand.helpMessage(for: ServeCommand.self), FirebreakCommand.helpMessage(for: ExecCommand.self),
        ] {
            #expect(help.contains("\(option.flag) <") || help.contains("\(option.flag) [<"))
        }
    }

    @Test func `every flag of serve is a setting, so that it has a variable`() throws {
        let serve = try #require(try HelpTree.root().subcommands?.first { $0.commandName == "serve" })
        let flags = serve.arguments?.compactMap { $0.preferredName.map { "--\($0.name)" } } ?? []

        // What is only accepted for commands of the Firebase CLI sets nothing.
        #expect(Set(flags) == Set(ServeOption.all.map(\.flag) + ["--only", "--version", "--help"]))
    }

    @Test func `variables are spelt as documented`() {
        let variables = Dictionary(uniqueKeysWithValues: ServeOption.all.map { ($0.flag, $0.variable) })

        #expect(variables["--data-dir"] == "FIREBREAK_DATA_DIR")
        #expect(variables["--api-key"] == "FIREBREAK_API_KEY")
        #expect(variables["--tls-cert"] == "FIREBREAK_TLS_CERT")
        #expect(variables["--host"] == "FIREBREAK_HOST")
    }

    @Test(arguments: try HelpTree.root().descendants)
    func `options with a choice of values complete to them`(_ command: HelpTree) {
        for argument in command.arguments ?? [] {
            guard let values = argument.allValues, argument.kind != "flag" else { continue }
            #expect(argument.completionKind?.list?.values == values, "\(command.commandName) \(argument.valueName)")
        }
    }

    @Test(arguments: try HelpTree.root().descendants)
    func `options for files complete to files`(_ command: HelpTree) {
        for argument in command.arguments ?? [] where ["file", "dir", "path"].contains(argument.valueName) {
            let kind = argument.completionKind
            #expect(kind?.file != nil || kind?.directory != nil, "\(command.commandName) \(argument.valueName)")
        }
    }

    @Test func `lines of examples are not broken in a terminal of 80 columns`() {
        var commands: [any ParsableCommand.Type] = [FirebreakCommand.self]
        while let command = commands.popLast() {
            commands += command.configuration.subcommands
            let help = FirebreakCommand.helpMessage(for: command, columns: 80).split(separator: "\n")
            for line in command.configuration.discussion.split(separator: "\n") where line.hasPrefix("  ") {
                #expect(help.contains(line))
            }
        }
    }
}

/// What `--experimental-dump-help` says of a command.
struct HelpTree: Decodable, Sendable {
    var commandName: String
    var arguments: [Argument]?
    var subcommands: [HelpTree]?

    struct Argument: Decodable, Sendable {
        var kind: String
        var valueName: String
        var preferredName: Name?
        var allValues: [String]?
        var completionKind: Completion?
    }

    struct Name: Decodable, Sendable {
        var name: String
    }

    /// One of the members is there.
    struct Completion: Decodable, Sendable {
        var list: List?
        var file: Empty?
        var directory: Empty?

        struct List: Decodable, Sendable {
            var values: [String]
        }

        struct Empty: Decodable, Sendable {}
    }

    static func root() throws -> Self {
        struct Document: Decodable { var command: HelpTree }
        return try JSONDecoder().decode(Document.self, from: Data(FirebreakCommand._dumpHelp().utf8)).command
    }

    /// The commands below this one.
    var descendants: [HelpTree] { (subcommands ?? []).flatMap { [$0] + $0.descendants } }
}
