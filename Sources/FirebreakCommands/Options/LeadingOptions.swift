import ArgumentParser
import FirebreakWire

/// The options that the Firebase CLI has for all its commands. It takes them before a command's name as well as behind it,
/// where ArgumentParser looks for them.
enum LeadingOptions {
    private static let withValue = ["--project", "-P", "--config", "-c", "--token", "--account"]
    private static let withoutValue = [
        "--debug", "--non-interactive", "--interactive", "-i", "--json", "-j", "--version", "-V", "--help", "-h",
    ]

    /// The arguments with the options behind the command's name, those that stood there after them.
    ///
    /// - Parameter root: The command of which the first word names a subcommand.
    /// - Returns: The arguments as they are if the first one is not such an option.
    /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` for an option that is one of them but for a slip, and where no
    ///   command follows.
    static func behindCommand(
        _ arguments: [String], of root: any ParsableCommand.Type
    ) throws(CommandFailure) -> [String] {
        var rest = arguments[...]
        var options: [String] = []
        while let word = rest.first, word.startsWithBytes(of: "-"), word != "--" {
            let name = try name(of: word)
            guard let name else { return arguments }
            options.append(word)
            rest.removeFirst()
            // Its value is the next word, unless it stands in the same one.
            if withValue.contains(name), name.hasSameBytes(as: word), let value = rest.popFirst() {
                options.append(value)
            }
        }
        guard !options.isEmpty else { return namingVersion(rest) }
        if rest.isEmpty, let own = options.last(where: { ["--version", "-V", "--help", "-h"].contains($0) }) {
            return namingVersion([own])
        }
        guard !rest.isEmpty else {
            throw CommandFailure("there is no command after \(options.joined(separator: " "))", status: .usage)
        }
        var command: [String] = []
        var level: (any ParsableCommand.Type)? = root
        while let word = rest.first,
            let next = level?.configuration.subcommands.first(where: { $0.configuration.commandName == word })
        {
            command.append(word)
            rest.removeFirst()
            level = next
        }
        return namingVersion((command + options)[...] + rest)
    }

    /// Which of the options a word is.
    ///
    /// - Returns: `nil` for another one.
    private static func name(of word: String) throws(CommandFailure) -> String? {
        let isLong = word.startsWithBytes(of: "--")
        let written = isLong ? word.parted(at: "=").map { String($0.before) } ?? word : String(word.prefix(2))
        let all = withValue + withoutValue
        if all.contains(written) { return isLong || withValue.contains(written) || written == word ? written : nil }
        guard isLong else { return nil }
        let nearest = all.min { EditDistance.between($0, written) < EditDistance.between($1, written) }
        guard let nearest, EditDistance.between(nearest, written) <= 2 else { return nil }
        throw CommandFailure("Unknown option '\(written)'. Did you mean '\(nearest)'?", status: .usage)
    }

    /// `-V` as ArgumentParser knows it. Behind `--` is what is not ours.
    private static func namingVersion(_ arguments: ArraySlice<String>) -> [String] {
        let own = arguments.prefix { $0 != "--" }
        return own.map { $0 == "-V" ? "--version" : $0 } + arguments.dropFirst(own.count)
    }
}
