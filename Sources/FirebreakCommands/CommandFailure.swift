import ArgumentParser
import Firebreak

/// Ends a command with a message on standard error and an exit code.
package struct CommandFailure: Error, Equatable, CustomStringConvertible {
    /// One or more lines for the user; empty to say nothing.
    package var message: String
    package var status: ExitStatus

    package init(_ message: String, status: ExitStatus = .failure) {
        self.message = message
        self.status = status
    }

    package var description: String { message }
}
