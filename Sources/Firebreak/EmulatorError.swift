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
    /// Where it cannot listen, if that is what is wrong.
    package let place: Place?

    /// Where a server listens.
    package struct Place: Sendable {
        package let host: String
        package let port: Int
        /// What listens there.
        package let use: Use

        package enum Use: Sendable { case server, hub, mail }

        var words: String {
            let purpose =
                switch use {
                case .server: ""
                case .hub: ", for the hub,"
                case .mail: ", for mails of apps,"
                }
            return "Port \(port) of \(host)\(purpose)"
        }
    }

    init(_ code: Code, _ description: String, at place: Place? = nil) {
        self.code = code
        self.description = description
        self.place = place
    }

    /// A server that cannot listen.
    ///
    /// - Returns: `nil` for an error that does not say so.
    init?(listeningAt place: Place, _ error: any Error) {
        switch error {
        case let error as IOError where error.errnoCode == EADDRINUSE:
            self.init(.portTaken, Self.taken(place, by: "another process"), at: place)
        case let error as IOError:
            let reason = POSIXErrorCode(rawValue: error.errnoCode).map { POSIXError($0).fileReason } ?? "\(error)"
            self.init(.invalidConfiguration, "\(place.words) cannot be used: \(reason).", at: place)
        case is SocketAddressError, is SocketAddressError.UnknownHost:
            let text = "\(place.words) cannot be used: no address is known for the host."
            self.init(.invalidConfiguration, text, at: place)
        default: return nil
        }
    }

    private static func taken(_ place: Place, by owner: String) -> String { "\(place.words) is taken by \(owner)." }

    /// The description, with the process that has a port that is taken.
    ///
    /// - Parameter owner: What is known of the process that has a port.
    package func description(owner: (_ port: Int) -> String?) -> String {
        guard code == .portTaken, let place, let owner = owner(place.port) else { return description }
        return Self.taken(place, by: owner)
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
