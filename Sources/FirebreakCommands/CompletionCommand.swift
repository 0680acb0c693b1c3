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
        let script = FirebreakCommand.completionScript(for: shell.shell) + "\n"
        try StandardStream.output.write(script + (shell == .bash ? Self.joiningAtColons : ""))
    }

    /// Bash ends a word at a colon, and the commands of the Firebase CLI have one in their names.
    private static let joiningAtColons = #"""

        # Bash gives emulators:start as three words.
        _firebreak_joining_at_colons() {
            if [[ "${COMP_CWORD}" -lt 2 || "${COMP_WORDS[2]}" != ":" ]]; then
                _firebreak "${@}"
                return
            fi
            local -i last="$((COMP_CWORD < 4 ? 1 : COMP_CWORD - 2))"
            COMP_WORDS=("${COMP_WORDS[0]}" "${COMP_WORDS[1]}:${COMP_WORDS[3]}" "${COMP_WORDS[@]:4}")
            COMP_CWORD="${last}"
            _firebreak "${1}" "${COMP_WORDS[last]}" "${COMP_WORDS[last - 1]}"
            if [[ "${last}" -eq 1 ]]; then
                COMPREPLY=("${COMPREPLY[@]#*:}")
            fi
        }
        complete -o filenames -F _firebreak_joining_at_colons firebreak

        """#
}
