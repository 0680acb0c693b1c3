import FirebreakClient
import FirebreakOperations
import FirebreakWire
import NIOCore
import NIOPosix

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif
#if TLS
    import NIOSSL
#endif
#if TLS && !canImport(Darwin)
    import AsyncHTTPClient
    import NIOHTTP1
#else
    import Foundation
    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif
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
            case let error as NIOConnectionError:
                error.connectionErrors.first.map { Self($0.error) } ?? Self.nameUnknown
            case let error as IOError: Self(error)
            case ChannelError.connectTimeout: .timedOut
            case is ChannelError: Self.closed
            case is HTTPConnections.TooLarge: .tooLarge
            case is SocketAddressError, is SocketAddressError.UnknownHost: Self.nameUnknown
            case is CancellationError: .interrupted("the server ended before there was an answer")
            default: Self.ofEncryption(error) ?? Self.ofHTTP(error) ?? Self.failed
            }
    }

    #if TLS && !canImport(Darwin)
        private static func ofHTTP(_ error: any Error) -> Self? {
            if let error = error as? HTTPParserError {
                return error == .invalidEOFState ? closed : .interrupted("what answers does not speak HTTP")
            }
            return switch error as? HTTPClientError {
            case .deadlineExceeded, .connectTimeout, .readTimeout, .writeTimeout, .tlsHandshakeTimeout,
                .getConnectionFromPoolTimeout:
                .timedOut
            case .remoteConnectionClosed, .uncleanShutdown: closed
            case .cancelled, .requestStreamCancelled, .alreadyShutdown: Self(CancellationError())
            case .redirectLimitReached, .redirectCycleDetected: .interrupted("it redirects without end")
            case .invalidURL, .emptyHost, .emptyScheme: .unreachable("there is no such URL")
            default: nil
            }
        }
    #else
        private static func ofHTTP(_ error: any Error) -> Self? {
            switch (error as? URLError)?.code {
            case .timedOut: .timedOut
            case .networkConnectionLost: closed
            case .cancelled: Self(CancellationError())
            case .httpTooManyRedirects: .interrupted("it redirects without end")
            case .badServerResponse, .cannotParseResponse: .interrupted("what answers does not speak HTTP")
            case .badURL, .unsupportedURL: .unreachable("there is no such URL")
            case .cannotFindHost, .dnsLookupFailed: nameUnknown
            case .cannotConnectToHost: .unreachable("connection refused")
            case .serverCertificateUntrusted, .serverCertificateHasUnknownRoot, .serverCertificateHasBadDate,
                .serverCertificateNotYetValid:
                .unreachable("its certificate is not trusted")
            case .secureConnectionFailed: .unreachable("there is no encrypted connection with it")
            default: nil
            }
        }
    #endif

    private init(_ error: IOError) {
        switch error.errnoCode {
        case ECONNRESET, EPIPE, ECONNABORTED: self = Self.closed
        default: self = .unreachable(error.words)
        }
    }

    /// - Parameter error: The library for TLS tells the reason only in its text.
    private static func ofEncryption(_ error: any Error) -> Self? {
        #if TLS
            guard error is NIOSSLError || error is NIOSSLExtraError || error is BoringSSLError else { return nil }
            if error as? NIOSSLError == .uncleanShutdown { return closed }
            if error as? NIOSSLExtraError == .failedToValidateHostname {
                return .unreachable("its certificate is for another name")
            }
            let text = "\(error)"
            if text.containsBytes(of: "CERTIFICATE_VERIFY_FAILED")
                || error as? NIOSSLError == .unableToValidateCertificate
            {
                return .unreachable("its certificate is not trusted")
            }
            return .unreachable(
                text.containsBytes(of: "WRONG_VERSION_NUMBER")
                    ? "it does not speak TLS" : "there is no encrypted connection with it")
        #else
            return nil
        #endif
    }
}

extension IOError {
    /// The system's words for it, without the name of the call that failed.
    var words: String {
        let text = SystemError.text(errnoCode)
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
