import FirebreakWire
import Foundation
import NIOCore

/// Why an ``Emulator`` cannot run.
///
/// Compare the ``code``; cases can be added to it.
public struct EmulatorError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of failure it is.
    public struct Code: Sendable, Hashable {
        private enum Value { case invalidConfiguration, invalidFixture, portTaken, storage }

        private let value: Value

        /// A value of the configuration cannot be used.
        public static let invalidConfiguration = Code(value: .invalidConfiguration)
        /// A fixture cannot be read or applied; the description has one line for each problem.
        public static let invalidFixture = Code(value: .invalidFixture)
        /// Another process listens on the port.
        public static let portTaken = Code(value: .portTaken)
        /// The data directory or a database cannot be used.
        public static let storage = Code(value: .storage)
    }

    /// What kind of failure it is.
    public let code: Code
    /// What is wrong, for the operator.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// A place where it cannot listen.
    init(_ place: String, _ error: IOError) {
        let reason = POSIXErrorCode(rawValue: error.errnoCode).map { POSIXError($0).fileReason } ?? "\(error)"
        self.init(.invalidConfiguration, "\(place) cannot be used: \(reason).")
    }

    /// A place where it cannot listen.
    ///
    /// - Returns: `nil` for an error that does not say that the host has no address.
    init?(_ place: String, unknownHost error: any Error) {
        guard error is SocketAddressError || error is SocketAddressError.UnknownHost else { return nil }
        self.init(.invalidConfiguration, "\(place) cannot be used: no address is known for the host.")
    }

    /// For comparison: a value of the configuration cannot be used.
    public static let invalidConfiguration = EmulatorError(.invalidConfiguration, "The configuration is invalid.")
    /// For comparison: a fixture cannot be read or applied.
    public static let invalidFixture = EmulatorError(.invalidFixture, "A fixture is invalid.")
    /// For comparison: another process listens on the port.
    public static let portTaken = EmulatorError(.portTaken, "The port is taken.")
    /// For comparison: the data directory or a database cannot be used.
    public static let storage = EmulatorError(.storage, "The storage cannot be used.")

    /// Errors are equal by their code.
    public static func == (left: EmulatorError, right: EmulatorError) -> Bool { left.code == right.code }
}
