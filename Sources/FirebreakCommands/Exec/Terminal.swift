import Foundation

/// The terminal on standard input, which only one process group at a time may read and receive Ctrl-C and Ctrl-Z from.
///
/// The command has its own process group, so that all of it can be signalled and killed without hitting us or the
/// script that called us. A group that may not read the terminal is stopped when it tries. Therefore:
///
/// - When input and output are the terminal, the command gets it from the start, like a job of a shell: Ctrl-C and
///   Ctrl-Z go to the command alone, and an interactive command decides what they mean.
/// - When the output goes elsewhere (`firebreak exec -- cmd | less`), the terminal stays with our group, or `less`
///   could not read keys any more. Ctrl-C then reaches us and is passed on. If the command does try to read the
///   terminal, the kernel stops it, and we lend it the terminal then.
struct Terminal {
    private let ownGroup = getpgrp()
    /// The command's group has the terminal.
    private(set) var isLent = false

    /// - Returns: `nil` if standard input is not a terminal.
    init?() {
        guard isatty(STDIN_FILENO) == 1 else { return nil }
    }

    /// Makes a group the terminal's foreground group, if our group is it.
    ///
    /// - Returns: Whether the group has the terminal now.
    mutating func lend(to group: pid_t) -> Bool {
        let foreground = tcgetpgrp(STDIN_FILENO)
        if foreground == group { return true }
        guard foreground == ownGroup, tcsetpgrp(STDIN_FILENO, group) == 0 else { return false }
        isLent = true
        return true
    }

    /// Makes our group the foreground group again, if the terminal was lent.
    mutating func takeBack() {
        guard isLent else { return }
        tcsetpgrp(STDIN_FILENO, ownGroup)
        isLent = false
    }
}
