import AsyncHTTPClient
import FirebreakOperations
import FirebreakWire
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension OutgoingRequest.Failure {
    private static let closed = Self.interrupted("the connection was closed before the answer was complete")
    private static let failed = Self.interrupted("the connection failed")
    private static let nameUnknown = Self.unreachable("no address is known for the host")

    /// - Parameter error: What the libraries for HTTP, TLS and sockets throw. Their own texts are for those who work on
    ///   them.
    init(_ error: any Error) {
        self =
            switch error {
            case let failure as Self: failure
            case let error as HTTPClientError: Self(error)
            case let error as NIOConnectionError:
                error.connectionErrors.first.map { Self($0.error) } ?? Self.nameUnknown
            case let error as IOError: Self(error)
            case ChannelError.connectTimeout: .timedOut
            case is ChannelError, HTTPParserError.invalidEOFState, NIOSSLError.uncleanShutdown: Self.closed
            case is HTTPParserError: .interrupted("what answers does not speak HTTP")
            case is NIOTooManyBytesError: .tooLarge
            case is SocketAddressError, is SocketAddressError.UnknownHost: Self.nameUnknown
            case is CancellationError: .interrupted("the server ended before there was an answer")
            case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: Self.encryption(error)
            default: Self.failed
            }
    }

    private init(_ error: HTTPClientError) {
        self =
            switch error {
            case .deadlineExceeded, .connectTimeout, .readTimeout, .writeTimeout, .tlsHandshakeTimeout,
                .getConnectionFromPoolTimeout:
                .timedOut
            case .remoteConnectionClosed, .uncleanShutdown: Self.closed
            case .cancelled, .requestStreamCancelled, .alreadyShutdown: Self(CancellationError())
            case .redirectLimitReached, .redirectCycleDetected: .interrupted("it redirects without end")
            case .invalidURL, .emptyHost, .emptyScheme: .unreachable("there is no such URL")
            default: Self.failed
            }
    }

    private init(_ error: IOError) {
        switch error.errnoCode {
        case ECONNRESET, EPIPE, ECONNABORTED: self = Self.closed
        default: self = .unreachable(error.words)
        }
    }

    /// - Parameter error: Of the library for TLS, which tells the reason only in its text.
    private static func encryption(_ error: any Error) -> Self {
        let text = "\(error)"
        if error as? NIOSSLExtraError == .failedToValidateHostname {
            return .unreachable("its certificate is for another name")
        }
        if text.containsBytes(of: "CERTIFICATE_VERIFY_FAILED") || error as? NIOSSLError == .unableToValidateCertificate
        {
            return .unreachable("its certificate is not trusted")
        }
        return .unreachable(
            text.containsBytes(of: "WRONG_VERSION_NUMBER")
                ? "it does not speak TLS" : "there is no encrypted connection with it"
        )
    }
}

extension IOError {
    /// The system's words for it, without the name of the call that failed.
    var words: String {
        let text = String(cString: strerror(errnoCode))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
