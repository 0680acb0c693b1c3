import ArgumentParser
import Firebreak
package import FirebreakClient

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

extension CommandFailure {
    /// The message for a failed call to a server.
    package init(_ failure: FirebreakFailure) {
        switch failure.code {
        case .unexpectedAnswer:
            self.init("the server's answer is not what this command expects; is it a Firebreak server?")
        case _ where failure.status == 401:
            self.init(
                """
                \(failure.message)
                Give the server's control token by --control-token or FIREBREAK_CONTROL_TOKEN. A server that other \
                machines can reach may have made one itself, and says so when it starts.
                """)
        default: self.init(failure.message)
        }
    }
}

/// The exit code of the process.
///
/// | Code | Meaning |
/// |---|---|
/// | 0 | success; also the end of `serve` by SIGTERM, SIGINT, SIGHUP or SIGQUIT |
/// | 1 | the request failed: server not reachable, message not found, wait timed out |
/// | 2 | usage: flag, environment variable or configuration |
/// | 3 | fixture invalid |
/// | 4 | port taken |
/// | 5 | storage |
package struct ExitStatus: Equatable, Sendable {
    /// 0 through 255.
    package var code: Int32

    package static let success = Self(code: 0)
    package static let failure = Self(code: 1)
    package static let usage = Self(code: 2)
    package static let invalidFixture = Self(code: 3)
    package static let portTaken = Self(code: 4)
    package static let storage = Self(code: 5)

    /// Creates a status from the exit code of another program, as `exec` needs it.
    ///
    /// - Parameter code: 0 through 255.
    package init(code: Int32) {
        self.code = code
    }

    /// The status for an error that ended a command.
    package init(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure.status
        case let error as EmulatorError: self = Self(error.code)
        // The code that `exec` passes on, whatever it means elsewhere.
        case let code as ExitCode: self = Self(code: code.rawValue)
        default:
            let code = FirebreakCommand.exitCode(for: error)
            // ArgumentParser follows sysexits and uses 64 for usage errors.
            self = code == .validationFailure ? .usage : Self(code: code.rawValue)
        }
    }

    // Compared rather than switched over: the library may add codes, which count as plain failures here.
    private init(_ code: EmulatorError.Code) {
        if code == .invalidConfiguration {
            self = .usage
        } else if code == .invalidFixture {
            self = .invalidFixture
        } else if code == .portTaken {
            self = .portTaken
        } else if code == .storage {
            self = .storage
        } else {
            self = .failure
        }
    }
}
