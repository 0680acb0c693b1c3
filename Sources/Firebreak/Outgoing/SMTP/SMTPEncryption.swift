import NIOCore
import NIOSSL

/// TLS on connections to a mail server.
struct SMTPEncryption: Sendable {
    private let context: NIOSSLContext
    private let hostname: String?

    init(_ server: SMTPServer) throws {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = server.isVerified ? .fullVerification : .none
        // An address is not sent as a name; it is compared with the certificate nevertheless.
        let isAddress = (try? SocketAddress(ipAddress: server.host, port: 0)) != nil
        context = try NIOSSLContext(configuration: configuration)
        hostname = isAddress ? nil : server.host
    }

    /// To be called on the connection's event loop.
    func handler() throws -> NIOSSLClientHandler {
        try NIOSSLClientHandler(context: context, serverHostname: hostname)
    }
}
