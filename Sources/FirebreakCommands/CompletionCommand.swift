package import ArgumentParser

/// `firebreak completion SHELL`: prints the script that completes this tool's command lines.
package struct CompletionCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Print a script that completes firebreak's commands and options in a shell.",
        discussion: """
            For bash, put the line of the example into ~/.bashrc.

            Examples:
              source <(firebreak completion bash)
              firebreak completion zsh > "${fpath[1]}/_firebreak"
              firebreak completion fish > ~/.config/fish/completions/firebreak.fish
            """
    )

    package enum Shell: String, CaseIterable, ExpressibleByArgument, Sendable {
        case bash, zsh, fish

        fileprivate var shell: CompletionShell {
            switch self {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        }
    }

    @Argument(help: "The shell.")
    var shell: Shell

    package init() {}

    package func run() throws {
        try StandardStream.output.write(FirebreakCommand.completionScript(for: shell.shell) + "\n")
    }
}
