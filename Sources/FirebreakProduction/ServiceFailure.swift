/// Why a project could not be read from Google's service, in a sentence with what to do about it.
package struct ServiceFailure: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Kind: Sendable, Equatable {
        /// There are none, or the service does not take them.
        case credentials
        /// There is no such project, or nothing in it to read.
        case project
        /// The service refused, did not answer, or answered something else.
        case service
        /// What was asked for cannot be.
        case usage
        /// What was read cannot be put into a fixture, or a fixture cannot be compared.
        case fixture
    }

    package var kind: Kind
    package var message: String

    package var description: String { message }

    package static func credentials(_ message: String) -> Self { Self(kind: .credentials, message: message) }
    package static func project(_ message: String) -> Self { Self(kind: .project, message: message) }
    package static func service(_ message: String) -> Self { Self(kind: .service, message: message) }
    package static func usage(_ message: String) -> Self { Self(kind: .usage, message: message) }
    package static func fixture(_ message: String) -> Self { Self(kind: .fixture, message: message) }
}
